// The Puzzle page: plays the puzzle in the link, the puzzle of the day, or a random one.

import { isStatic, offline, post } from './backend.js';
import { drawBoards, drawSheet, puzzleOf, showFacts } from './cards.js';
import { formatSeconds } from './clock.js';
import { DAILY, today } from './days.js';
import { announce, element, storage, templateOf } from './dom.js';
import { growPuzzle, packValue, shareLink, shrinkPuzzle, unpackValue } from './links.js';
import { Records } from './records.js';
import { explain, openPage } from './shell.js';

const t = await openPage('puzzle', 'themes');
const main = document.querySelector('main');
const start = document.getElementById('start');
const status = document.getElementById('start-status');

const records = new Records(storage);
const KINDS = ['puzzle', 'paths'];

async function play(puzzle) {
  const page = location.href.split('#')[0];
  const daily = history.state?.day ? history.state : null;
  const button = (key, attributes) => element('button', { type: 'button', ...attributes }, t(key));
  const address = `${page}#p=${await packValue(shrinkPuzzle(puzzle))}`;
  const share = () => shareLink(address, view.title, view.status, t);
  const shareResult = () => {
    const { game } = view;
    const text = `lexigrid ${daily?.day ?? ''}: ${view.title}\n${formatSeconds(game.seconds)} ${game.signs}`;
    shareLink(daily ? page + DAILY[daily.kind].address : address, view.title, view.status, t, text);
  };
  const closing = ({ seconds, hints, isRevealed }) => {
    const isDone = daily && !isRevealed;
    if (isDone) records.keep(daily.kind, daily.day, { seconds, hints });
    const streak = isDone ? element('p', {}, t('streak', { number: records.streak(daily.kind, daily.day) })) : '';
    const result = isRevealed ? '' : button('share_result', { class: 'primary', onclick: shareResult });
    const next = button('next_puzzle', { class: isRevealed ? 'primary' : null, onclick: () => location.assign(`${page}#any`) });
    return [streak, element('div', { class: 'actions' }, result, next), foldMeanings(puzzle, meaningsOf)];
  };
  // The page opens without them.
  const [{ PuzzleView }, { meaningsOf }] = await Promise.all([import('./puzzle_view.js'), import('./meanings.js')]).catch(offline);
  const isBlind = puzzle.words.some(({ cells }) => cells);
  const extras = [button('link', { onclick: share })];
  const hasClues = puzzle.words.some(({ clue }) => clue);
  const list = hasClues ? { listed: puzzle.words.map(({ word, clue }) => clue ?? word), numbered: true } : { isBlind };
  const view = new PuzzleView(main, templateOf('puzzle-view'), puzzle, t, { extras, ...list, bonus: isBlind ? await otherWords(puzzle) : null, closing });
  document.title = `${view.title} – lexigrid`;
}

/** A list that unfolds, of what the words of a puzzle mean; it is hidden until a meaning is known. */
function foldMeanings(puzzle, meaningsOf) {
  const list = element('dl', {});
  const fold = element('details', { class: 'more meanings', hidden: true }, element('summary', {}, t('meanings')), list);
  meaningsOf(puzzle.words.map(({ word }) => word)).then(({ language, texts }) => {
    list.lang = language ?? '';
    list.append(...[...texts].flatMap(([word, text]) => [element('dt', {}, word), element('dd', {}, text)]));
    fold.hidden = !texts.size || (puzzle.language || language) !== language;
  });
  return fold;
}

/** The words of a board that earn hints; null if the board cannot be searched. */
async function otherWords({ rows, topology = 'king' }) {
  try {
    const grid = { format: 'lexigrid/grid', version: 1, rows, topology };
    const { words } = await post('paths', { grid, lexicon: 'default', min_length: 4, paths: 'none' });
    return new Set(words.map(({ word }) => word.toLowerCase()));
  } catch {
    return null;
  }
}

async function open() {
  const packed = /^#p=(.+)/.exec(location.hash)?.[1];
  const ready = { '#daily': ['puzzle', today()], '#paths': ['paths', today()], '#any': ['puzzle'] }[location.hash];
  if (!packed && !ready) return;
  announce(status, t('making'));
  try {
    await (packed ? play(growPuzzle(await unpackValue(packed))) : playReady(...ready));
  } catch (error) {
    announce(status, packed ? t('bad_link') : explain(error, t), true);
  }
}

/**
 * Plays a puzzle of the site: that of `day`, so that it is the same for everyone, or a random one. The day and kind of a
 * daily one outlive a reload with the address.
 */
async function playReady(kind, day = null) {
  const { puzzle, theme } = await puzzleOf(kind, day);
  const title = theme ? t(`theme_${theme}`) : t('word_search');
  const titled = { ...puzzle, title: day ? `${t(DAILY[kind].name)}: ${title}` : title };
  history.replaceState(day && { kind, day }, '', `#p=${await packValue(shrinkPuzzle(titled))}`);
  await play(titled);
  main.querySelector('h1').focus();
}

window.addEventListener('hashchange', () => location.reload());
start.hidden = false;
if (!location.hash) {
  showFacts(KINDS, records, t);
  drawSheet();
  if (!isStatic) drawBoards(KINDS, records); // a static site has them in a file that is too large for this page
}
await open();
