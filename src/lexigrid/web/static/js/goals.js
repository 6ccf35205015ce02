// What a dice game is about: the most points, or every common word. This module does not use the DOM.

import { numberOf } from './days.js';

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
