// What this device remembers of finished games; nothing is sent anywhere. This module does not use the DOM.

import { DAY_MS, KINDS, numberOf } from './days.js';

const DAYS = 'lexigrid.days';
const BOARDS = 'lexigrid.boards';
const KEPT_BOARDS = 200;

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isResult = (result) => Number.isFinite(result?.seconds) || Number.isFinite(result?.points);

/** One result a day of each daily game, boards that were played, streaks. */
export class Records {
  constructor(store) {
    this.store = store;
  }

  /** The results by day: { '2026-01-31': { board: { points, found, words }, puzzle: { seconds, hints } } }. */
  get days() {
    return this.store.get(DAYS, {});
  }

  /** The result of a daily game; undefined before it. */
  of(kind, day) {
    return this.days[day]?.[kind];
  }

  /** Keeps the first result of a daily game; returns whether this is it. */
  keep(kind, day, result) {
    const { days } = this;
    if (days[day]?.[kind]) return false;
    this.store.set(DAYS, { ...days, [day]: { ...days[day], [kind]: result } });
    return true;
  }

  /** The days in a row up to today, or up to yesterday while today is open. */
  streak(kind, day) {
    const { days } = this;
    const isDone = (number) => Boolean(days[new Date(number * DAY_MS).toISOString().slice(0, 10)]?.[kind]);
    const last = numberOf(day) - Number(!isDone(numberOf(day)));
    let before = last;
    while (isDone(before)) before -= 1;
    return last - before;
  }

  longest = (kind) => Math.max(0, ...Object.keys(this.days).map((day) => this.streak(kind, day)));

  /** The best result: the most points, or the shortest time. */
  best(kind) {
    const results = Object.values(this.days).flatMap((each) => (each[kind] ? [each[kind]] : []));
    const rank = ({ points, seconds }) => points ?? -seconds;
    return results.sort((a, b) => rank(b) - rank(a))[0];
  }

  /** The points of a board that was played; undefined before. */
  pointsOf = (board) => this.store.get(BOARDS, {})[board];

  keepBoard(board, points) {
    const others = Object.entries(this.store.get(BOARDS, {})).filter(([each]) => each !== board);
    this.store.set(BOARDS, Object.fromEntries([...others.slice(1 - KEPT_BOARDS), [board, points]]));
  }

  toText() {
    return JSON.stringify({ format: 'lexigrid/records', version: 1, days: this.days }, null, 1);
  }

  /** Adds the results of a file; those of this device stay. Returns the number of new results, or null for another file. */
  add(text) {
    let read = null;
    try {
      read = JSON.parse(text);
    } catch {
      return null;
    }
    if (read?.format !== 'lexigrid/records' || read.version !== 1 || typeof read.days !== 'object') return null;
    let count = 0;
    for (const [day, results] of Object.entries(read.days ?? {})) {
      for (const kind of isDay(day) ? KINDS : []) if (isResult(results?.[kind]) && this.keep(kind, day, results[kind])) count += 1;
    }
    return count;
  }
}
