// Days, as daily games count them, and what a dice game is about: the most points, or every common word. This module does
// not use the DOM.

export const DAY_MS = 86_400_000;

/** The local date, such as 2026-01-31. */
export function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The number of a day, which chooses its puzzles. */
export const numberOf = (day) => Math.floor(Date.parse(day) / DAY_MS);

/** The boards of the day, by goal: they count with the usual dice and time. */
export const DAILY = {
  points: { kind: 'board', name: 'daily_board', address: '#daily', seconds: 180, seedOf: (day) => day },
  words: { kind: 'words', name: 'daily_words', address: '#words', seconds: 0, seedOf: (day) => `site/boards/${numberOf(day) % 50}` },
};

/** Are all common words of the board to be found? */
export const isForWords = ({ goal }) => goal === 'words';
export const dailyOf = ({ goal }) => DAILY[goal] ?? DAILY.points;

/** The name of a board among the results. */
export const boardOf = ({ dice, seed, seconds, goal }) => `${dice} ${seconds} ${seed}${isForWords({ goal }) ? ' words' : ''}`;
