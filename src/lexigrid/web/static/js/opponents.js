// Opponents: which words of a board a computer player finds, and when, as in `play/opponents.py`. All arithmetic uses
// whole numbers. This module does not use the DOM.

import { SeededRng, sha256 } from './rng.js';

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dara', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jun'];
const SKILLS = [-244, -110, 35, 216, 420, 678, 981, 1353, 1753, 2205];
/** Difficulty by band: each entry applies up to its band. */
const BANDS = [[10, 0], [20, 130], [35, 280], [40, 420], [50, 560], [55, 700], [60, 840], [70, 1100]];
const RAREST = 1500;
const NO_BAND = 420;
const PER_LETTER = 170;
const PER_TURN = 45;
const LUCK = 400n;
/** Without a time limit, an opponent plays as long as in the usual game. */
const DEFAULT_SECONDS = 180;

export const opponentName = (level) => `${NAMES[level - 1]} (${level})`;

function turnsOf(path) {
  const steps = path.slice(1).map((cell, i) => [cell[0] - path[i][0], cell[1] - path[i][1]].join());
  return steps.slice(1).filter((step, i) => step !== steps[i]).length;
}

/** 0 for an everyday word of three letters on a straight path; `band` is null in a lexicon without bands. */
function difficultyOf(band, letters, path) {
  const rarity = band === null ? NO_BAND : (BANDS.find(([upper]) => band <= upper)?.[1] ?? RAREST);
  return rarity + PER_LETTER * Math.max(0, letters - 3) + PER_TURN * turnsOf(path);
}

/** Nearly normal (the sum of twelve uniform numbers), with mean 0. */
function drawLuck(rng) {
  let total = 0n;
  for (let i = 0; i < 3; i++) {
    const number = rng.next();
    for (const shift of [0n, 16n, 32n, 48n]) total += (number >> shift) & 0xffffn;
  }
  return Number(((total - 6n * 0xffffn) * LUCK) >> 16n);
}

/** 256 * log2(seconds / 180), rounded down. */
function doublingsOf(seconds) {
  const ratio = (BigInt(seconds) ** 256n << 16384n) / 180n ** 256n;
  return ratio.toString(2).length - 1 - 16384;
}

function squareRoot(value) {
  let root = BigInt(Math.ceil(Math.sqrt(Number(value)))) + 1n;
  while (root * root > value) root -= 1n;
  return root;
}

/** Spreads finds over the clock, in milliseconds: fast at first, a third as fast at the end. */
function spreadTimes(parts, milliseconds) {
  return parts.map((part, number) => {
    const share = ((BigInt(number) << 40n) + BigInt(part)) / BigInt(parts.length);
    const passed = (3n << 40n) - squareRoot((9n << 80n) - (share << 43n));
    return Number((passed * BigInt(milliseconds)) >> 41n);
  });
}

/** The hash by which a list contains a word without spelling it: ten digits of its SHA-256. */
const markOf = (word) => Array.from(sha256(word).subarray(0, 5), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The words that an opponent finds, each { word, at }, in order of time (milliseconds). `words` are all words of the
 * board in canonical order, each { word, path, band, letters }; `seconds` is the time limit (0: none). `avoided` has the hashes
 * of words that opponents never play; `number` distinguishes opponents of the same level.
 */
export function findWords(level, words, { seed, seconds, number = 0, avoided = new Set() }) {
  const rng = new SeededRng(seed, `opponent/${level}/${number}`);
  const hardest = SKILLS[level - 1] + doublingsOf(seconds || DEFAULT_SECONDS);
  const found = [];
  words.forEach(({ word, path, band, letters }, order) => {
    const difficulty = difficultyOf(band, letters, path) + drawLuck(rng);
    if (difficulty <= hardest && !avoided.has(markOf(word))) found.push({ difficulty, order, word });
  });
  found.sort((a, b) => a.difficulty - b.difficulty || a.order - b.order);
  const times = spreadTimes(found.map(() => rng.below(1n << 40n)), (seconds || DEFAULT_SECONDS) * 1000);
  return found.map(({ word }, i) => ({ word, at: times[i] }));
}
