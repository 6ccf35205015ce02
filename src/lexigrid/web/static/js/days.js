// Days, as daily games count them, and the games of each day (`boards/daily.py`). This module does not use the DOM.

export const DAY_MS = 86_400_000;

/** The local date, such as 2026-01-31, which is how Swedish writes it. */
export const today = () => new Date().toLocaleDateString('sv');

/** The number of a day, which chooses its puzzles. */
export const numberOf = (day) => Math.floor(Date.parse(day) / DAY_MS);

/**
 * The games of the day by kind: the fragment that opens each on its page, and what it is made of. After the last of
 * `count`, the first comes again. Boards count with the usual dice and the given time.
 */
export const DAILY = {
  puzzle: { name: 'daily_puzzle', address: '#daily', count: 100, seed: 'site', options: { pool: 12, size: 12, allow_missing: true } },
  board: { name: 'daily_board', address: '#daily', seconds: 180 },
  words: { name: 'daily_words', address: '#words', seconds: 0, goal: 'words', count: 50, seed: 'site/boards' },
  paths: { name: 'daily_paths', address: '#paths', count: 50, seed: 'site/paths', options: { kind: 'cover', size: [8, 6] } },
};
export const KINDS = Object.keys(DAILY);
/** What a board has on which every common word is to be found. */
export const REQUIRED = '25-60';

/** The seed of a game for a day. */
export function seedOf(kind, day) {
  const { seed, count } = DAILY[kind];
  return seed ? `${seed}/${numberOf(day) % count}` : day;
}

/** Are all common words of the board to be found? */
export const isForWords = ({ goal }) => goal === 'words';
/** The daily game with the goal of a board. */
export const kindOf = (setup) => (isForWords(setup) ? 'words' : 'board');

/** The name of a board among the results. */
export const boardOf = ({ dice, seed, seconds, goal }) => `${dice} ${seconds} ${seed}${isForWords({ goal }) ? ' words' : ''}`;
