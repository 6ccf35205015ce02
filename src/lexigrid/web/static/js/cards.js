// The games of a day: their puzzles, which a static site has ready and a server makes, and the cards with pictures of
// their boards and what came of them.

import { describe, isStatic, offline, post } from './backend.js';
import { formatSeconds } from './clock.js';
import { DAILY, REQUIRED, numberOf, seedOf, today } from './days.js';
import { $, element, storage } from './dom.js';
import { addressOf } from './scripts.js';

/** The letters of today, so that a server makes its boards once for a device. */
const LETTERS = 'lexigrid.letters';
/** How much of a board is shown. */
const [ROWS, COLUMNS] = [5, 7];
/** The boards of a static site. */
let ready = null;
const FACE_DOWN = Array(4).fill(['', '', '', '']);

/** The puzzle of `day`, or without one a random puzzle of the site, with its theme. */
export async function puzzleOf(kind, day = null) {
  const { count, seed, options } = DAILY[kind];
  const number = (day ? numberOf(day) : Math.floor(Math.random() * count)) % count;
  if (isStatic) {
    const [{ read }, { growPuzzle }] = await Promise.all([import('./local.js'), import('./links.js')]).catch(offline);
    const [theme, packed] = (await read(kind === 'paths' ? 'paths.json' : 'puzzles.json'))[number];
    return { theme, puzzle: growPuzzle(packed) };
  }
  const { themes } = await describe();
  const theme = themes[number % themes.length];
  return { theme, puzzle: await post('puzzles', { theme, seed: `${seed}/${number}`, ...options }) };
}

/** The letters of a game of a day, as rows of faces, as far as a picture shows them. */
async function lettersOf(kind, day) {
  if (isStatic) {
    ready ??= fetch(addressOf('days.json')).then((answer) => answer.json());
    const texts = (await ready)[kind];
    return texts[numberOf(day) % texts.length].split('\n').map((row) => (row.includes(' ') ? row.split(' ') : [...row]));
  }
  const kept = storage.get(LETTERS, {});
  const known = kept.day === day ? kept : { day };
  if (known[kind]) return known[kind];
  const { rows } = kind === 'words' ? (await post('boards', { seed: seedOf(kind, day), required: REQUIRED })).boards[0] : (await puzzleOf(kind, day)).puzzle;
  const letters = rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS));
  storage.set(LETTERS, { ...known, [kind]: letters });
  return letters;
}

/** Draws a board on the card whose text has an id. */
export function draw(id, rows) {
  const faces = element('span', { class: `faces of-${id}` }, ...rows.flatMap((row) => [...row].map((face) => element('span', { 'data-face': face }))));
  faces.style.setProperty('--columns', rows[0].length);
  const picture = $(id).parentElement.querySelector('.picture');
  picture.replaceChildren(faces);
  if (rows === FACE_DOWN) picture.dataset.time = formatSeconds(DAILY[id].seconds);
  else delete picture.dataset.time;
}

export const drawSheet = () => draw('make', ['OWLRAK', 'ITEKSI', 'NSMEWT', 'GRUBNE', 'DOVEPY']);

/** A result in words. */
export const said = ({ points, seconds }, t) => (points === undefined ? formatSeconds(seconds) : t('points', { number: points }));

/** Says on the cards what is known of each game: today's result, the days in a row, the best result; nothing before the first. */
export function showFacts(kinds, records, t) {
  for (const kind of kinds) {
    const [result, streak, best] = [records.of(kind, today()), records.streak(kind, today()), records.best(kind)];
    const facts = [result && `✓ ${said(result, t)}`, streak > 1 && t('streak', { number: streak }), best && t('best', { result: said(best, t) })].filter(Boolean);
    const text = $(kind);
    if (facts.length) text.textContent = facts.join(' · ');
    text.parentElement.classList.toggle('is-done', Boolean(result));
  }
}

/** Draws the boards of today. One that is shown only when its clock starts is face down until it has been played. */
export async function drawBoards(kinds, records) {
  for (const kind of kinds) {
    // Without an answer, the picture shows the name of its game.
    const rows = DAILY[kind].seconds ? (records.of(kind, today())?.rows ?? FACE_DOWN) : await lettersOf(kind, today()).catch(() => null);
    if (rows) draw(kind, rows);
  }
}
