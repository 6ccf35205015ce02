// The Puzzle page: plays the puzzle in the link, the puzzle of the day, or a random one.

import { describe, isStatic, post } from './backend.js';
import { announce, element } from './dom.js';
import { packValue, unpackValue } from './pack.js';
import { growPuzzle, shrinkPuzzle } from './share.js';
import { openPage, shareLink, today } from './shell.js';

const t = await openPage('puzzle', 'themes');
const main = document.querySelector('main');
const start = document.getElementById('start');
const status = document.getElementById('start-status');

async function play(puzzle) {
  const share = async (text) => {
    const address = `${location.href.split('#')[0]}#p=${await packValue(shrinkPuzzle(puzzle))}`;
    shareLink(address, view.title, view.status, t, text);
  };
  const button = (key, attributes) => element('button', { type: 'button', ...attributes }, t(key));
  const extras = [
    button('link', { onclick: () => share() }),
    button('share_result', { class: 'when-over', onclick: () => share(`${view.title}\n${view.game.signs}`) }),
  ];
  const { PuzzleView } = await import('./puzzle_view.js'); // the page opens without it
  const isBlind = puzzle.words.some(({ cells }) => cells);
  const view = new PuzzleView(main, puzzle, t, { extras, isBlind, bonus: isBlind ? await otherWords(puzzle) : null });
  document.title = `${view.title} – lexigrid`;
}

/** The words of a board that earn hints; null if the board cannot be searched. */
async function otherWords({ rows }) {
  try {
    const grid = { format: 'lexigrid/grid', version: 1, rows };
    const { words } = await post('paths', { grid, lexicon: 'default', min_length: 4, paths: 'none' });
    return new Set(words.map(({ word }) => word.toLowerCase()));
  } catch {
    return null;
  }
}

async function open() {
  const packed = /^#p=(.+)/.exec(location.hash)?.[1];
  if (!packed) {
    const daily = { '#daily': playDaily, '#paths': playDailyPaths }[location.hash];
    return daily && attempt(daily);
  }
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
async function playReady(choose, prefix = '', kind = 'puzzles') {
  const { loadPuzzles } = await import('./local.js');
  const puzzles = await loadPuzzles(kind);
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

/** The path puzzle of the day. Its words are listed when they are found. */
async function playDailyPaths() {
  const day = today();
  const number = Math.floor(Date.parse(day) / 86_400_000);
  if (isStatic) return playReady((count) => number % count, `${t('daily_paths')}: `, 'paths');
  const { themes } = await describe();
  const theme = themes[number % themes.length];
  return make({ theme, kind: 'cover', size: [8, 6], seed: day, title: `${t('daily_paths')}: ${t(`theme_${theme}`)}` });
}

async function playAny() {
  if (isStatic) return playReady((count) => Math.floor(Math.random() * count));
  const { themes } = await describe();
  const theme = themes[Math.floor(Math.random() * themes.length)];
  return make({ theme, pool: 10, size: 10 });
}

document.getElementById('daily').addEventListener('click', () => attempt(playDaily));
document.getElementById('paths').addEventListener('click', () => attempt(playDailyPaths));
document.getElementById('any').addEventListener('click', () => attempt(playAny));
window.addEventListener('hashchange', () => location.reload());
start.hidden = false;
await open();
