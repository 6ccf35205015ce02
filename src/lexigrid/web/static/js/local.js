// The backend on this device: the core searches in a worker, and boards come from the dice of the site.

import { BackendError, errorOf, noAnswer } from './backend.js';
import { addressOf, scriptAddress } from './scripts.js';

/** A JSON file of the site. */
export const read = async (name) => (await fetch(addressOf(name))).json();
const site = await read('site.json');
let worker = null;
let count = 0;

function begin() {
  const started = new Worker(scriptAddress('worker'), { type: 'module' });
  started.addEventListener('error', (event) => {
    event.preventDefault();
    started.terminate();
    worker = null;
  });
  started.postMessage({ words: addressOf(site.words), core: addressOf(site.core) });
  return started;
}

/** Asks the core. A signal ends the worker, because a search cannot be stopped otherwise. */
export function ask(kind, body, signal) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const asked = (worker ??= begin());
  const id = ++count;
  const answered = new AbortController();
  const own = { signal: answered.signal };
  const settle = ({ answer, problem }) => (problem ? reject(errorOf(problem)) : resolve(answer));
  const stop = () => asked.dispatchEvent(new ErrorEvent('error', { error: signal.reason }));
  asked.addEventListener('message', ({ data }) => data.id === id && settle(data), own);
  asked.addEventListener('error', ({ error }) => reject(error ?? noAnswer()), own);
  signal?.addEventListener('abort', stop, own);
  asked.postMessage({ id, kind, body });
  return promise.finally(() => answered.abort());
}

/** The description of the site. The worker starts when the page is first used, because it will soon be needed. */
function describe() {
  const prepare = () => (worker ??= begin());
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, prepare, { once: true });
  return site;
}

/** The boards of the site that have required words; others cannot be made here. */
async function chooseBoard({ dice, seed }) {
  const ready = await read('boards.json').catch(() => []);
  const number = seed ? Number(/^site\/boards\/(\d+)$/.exec(seed)?.[1] ?? -1) : Math.floor(Math.random() * ready.length);
  if (!ready[number] || !site.dice.some((set) => set.usual && set.name === dice)) throw noAnswer();
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
  if (path === '') return describe();
  if (path === 'boards') return { boards: [await (body.required ? chooseBoard(body) : rollBoard(body))] };
  if (['paths', 'lines', 'trace', 'solve'].includes(path)) return ask(path, JSON.parse(JSON.stringify(body)), signal);
  throw noAnswer();
}
