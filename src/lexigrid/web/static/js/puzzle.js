// The Puzzle page: plays the puzzle in the link, the puzzle of the day, or a random one.

import { describe, isStatic, post } from './backend.js';
import { announce, element } from './dom.js';
import { PuzzleView } from './puzzle_view.js';
import { packValue, unpackValue } from './pack.js';
import { growPuzzle, shrinkPuzzle } from './share.js';
import { openPage, shareLink, today } from './shell.js';

const t = await openPage('puzzle', 'themes');
const main = document.querySelector('main');
const start = document.getElementById('start');
const status = document.getElementById('start-status');

async function play(puzzle) {
  const link = element('button', { type: 'button', onclick: async () => {
    const address = `${location.href.split('#')[0]}#p=${await packValue(shrinkPuzzle(puzzle))}`;
    shareLink(address, view.title, view.status, t);
  } }, t('link'));
  const view = new PuzzleView(main, puzzle, t, { extras: [link] });
  document.title = `${view.title} – lexigrid`;
}

async function open() {
  const packed = /^#p=(.+)/.exec(location.hash)?.[1];
  if (!packed) return location.hash === '#daily' ? attempt(playDaily) : undefined;
  try {
    await play(growPuzzle(await unpackValue(packed)));
  } catch {
    status.classList.add('error');
    announce(status, t('bad_link'));
  }
}

const titleOf = (theme) => (theme ? t(`theme_${theme}`) : '');

async function playNew(puzzle) {
  history.pushState(null, '', `#p=${await packValue(shrinkPuzzle(puzzle))}`);
  await play(puzzle);
  main.querySelector('h1').focus();
}

/** Plays a puzzle of the site; `choose` receives the number of puzzles and returns an index. */
async function playReady(choose, prefix = '') {
  const { loadPuzzles } = await import('./local.js');
  const puzzles = await loadPuzzles();
  const [theme, packed] = puzzles[choose(puzzles.length)];
  return playNew({ ...growPuzzle(packed), title: prefix + (titleOf(theme) || t('word_search')) });
}

async function make(options) {
  const puzzle = await post('puzzles', options);
  puzzle.title ||= titleOf(options.theme);
  return playNew(puzzle);
}

/** Plays a puzzle that `action` makes, or says why there is none. */
async function attempt(action) {
  status.classList.remove('error');
  announce(status, t('making'));
  try {
    await action();
  } catch (error) {
    status.classList.add('error');
    announce(status, error.kind === 'offline' ? t('offline') : error.message);
  }
}

/** The date determines the puzzle of the day, so that it is the same for everyone. */
async function playDaily() {
  const day = today();
  const number = Math.floor(Date.parse(day) / 86_400_000);
  if (isStatic) return playReady((count) => number % count, `${t('daily_puzzle')}: `);
  const { themes } = await describe();
  const theme = themes[number % themes.length];
  return make({ theme, pool: 12, size: 12, seed: day, title: `${t('daily_puzzle')}: ${t(`theme_${theme}`)}` });
}

async function playAny() {
  if (isStatic) return playReady((count) => Math.floor(Math.random() * count));
  const { themes } = await describe();
  const theme = themes[Math.floor(Math.random() * themes.length)];
  return make({ theme, pool: 10, size: 10 });
}

document.getElementById('daily').addEventListener('click', () => attempt(playDaily));
document.getElementById('any').addEventListener('click', () => attempt(playAny));
window.addEventListener('hashchange', () => location.reload());
start.hidden = false;
await open();
