// The backend on this device: the core searches in a worker, and boards come from the dice of the site.

import { BackendError, errorOf } from './backend.js';
import { addressOf, scriptAddress } from './scripts.js';

/** A JSON file of the site. */
export const read = async (name) => (await fetch(addressOf(name))).json();
const site = await read('site.json');
const waiting = new Map();
let worker = null;
let count = 0;

/** Ends the worker, because a search cannot be stopped otherwise. */
function end(error) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

function begin() {
  worker = new Worker(scriptAddress('js/worker.js'), { type: 'module' });
  worker.onmessage = ({ data: { id, answer, problem } }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (problem) reject?.(errorOf(problem));
    else resolve?.(answer);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(new BackendError('offline', { kind: 'offline' }));
  };
  worker.postMessage({ words: addressOf(site.words), core: addressOf(site.core) });
}

/** Asks the core. */
export function ask(kind, body, signal) {
  if (!worker) begin();
  return new Promise((resolve, reject) => {
    const id = ++count;
    waiting.set(id, { resolve, reject });
    signal?.addEventListener('abort', () => waiting.has(id) && end(new DOMException('stopped', 'AbortError')));
    worker.postMessage({ id, kind, body });
  });
}

/** The description of the site. The worker starts when the page is first used, because it will soon be needed. */
export function describe() {
  const prepare = () => worker ?? begin();
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, prepare, { once: true });
  return site;
}

/** The boards of the site that have required words; others cannot be made here. */
async function chooseBoard({ dice, seed }) {
  const ready = await read('boards.json').catch(() => []);
  const number = seed ? Number(/^site\/boards\/(\d+)$/.exec(seed)?.[1] ?? -1) : Math.floor(Math.random() * ready.length);
  if (!ready[number] || !site.dice.some((set) => set.usual && set.name === dice)) throw new BackendError('offline', { kind: 'offline' });
  return { seed: `site/boards/${number}`, rows: ready[number] };
}

async function rollBoard({ dice, seed }) {
  const { freshSeed, roll } = await import('./rng.js');
  const found = site.dice.find(({ name }) => name === dice);
  if (!found) throw new BackendError(`no dice '${dice}'`, { field: 'dice' });
  const chosen = seed ?? freshSeed();
  return { seed: chosen, rows: roll({ ...found, faces: found.faces.map((die) => die.split(' ')) }, chosen) };
}

/** Answers requests that need no server, like the HTTP API. */
export async function post(path, body, signal) {
  if (path === 'boards') return { boards: [await (body.required ? chooseBoard(body) : rollBoard(body))] };
  if (['paths', 'lines', 'trace', 'solve'].includes(path)) return ask(path, body, signal);
  throw new BackendError('offline', { kind: 'offline' });
}
