// The dice game on this device: words, clock, points, and opponents whose words are known in advance. This module does
// not use the DOM.

import { Clock } from './clock.js';
import { findPath } from './path.js';

/** By rows of the board: the fewest letters of a word, and the scoring. */
const RULES = { 4: [3, 'classic'], 5: [4, 'big'], 6: [4, 'super-big'] };

/** The rules in a request for the words of a board; a language may have its own least number of letters. */
export function rulesOf(rows, least) {
  const [min_length, scoring] = RULES[rows.length] ?? RULES[4];
  return { min_length: least ?? min_length, scoring };
}

export class DiceGame {
  canPause = true;

  /**
   * `answer` is the `lexigrid/paths` document of the board; `opponents` are [{ name, words: [{ word, at }] }]; `saved`
   * has the words already found and the seconds already used.
   */
  constructor({ setup, rows, answer, minLength, opponents = [] }, saved = {}) {
    Object.assign(this, { setup, rows, minLength, opponents, target: saved.target ?? null });
    this.words = new Map(answer.words.map(({ word, score }) => [word.toLowerCase(), { word, score }]));
    /** Words by the text of their tiles, which may lack accents or have ss for ß. */
    this.spelled = new Map();
    for (const { word, paths } of answer.words) {
      const faces = paths?.[0]?.map(([row, column]) => rows[row][column]).join('').toLowerCase();
      if (faces && !this.spelled.has(faces)) this.spelled.set(faces, word.toLowerCase());
    }
    this.found = (saved.found ?? []).filter((word) => this.words.has(word));
    this.clock = new Clock(setup.seconds, saved.used);
    this.time = 1000 * this.clock.used(0);
  }

  get mine() {
    return this.found.map((word) => this.words.get(word));
  }

  get points() {
    return this.#pointsOf(this.found);
  }

  /** The opponents with their points so far. */
  get others() {
    return this.opponents.map((opponent) => ({ name: opponent.name, points: this.#pointsOf(this.#foundBy(opponent)) }));
  }

  #pointsOf = (words) => words.reduce((sum, word) => sum + this.words.get(word).score, 0);

  #foundBy = ({ words }) => words.filter(({ at }) => at <= this.time).map(({ word }) => word.toLowerCase());

  /** Advances the opponents until now; returns whether they found anything. */
  advance(now) {
    const before = this.time;
    this.time = Math.round(1000 * this.clock.used(now));
    return this.opponents.some(({ words }) => words.some(({ at }) => before < at && at <= this.time));
  }

  /**
   * Plays a word; returns { kind, word, points }. The kind is accepted, already, short, unknown (not in the dictionary)
   * or absent (not on the board).
   */
  say(text) {
    const said = text.toLowerCase().replace(/[\s'’-]/g, '');
    const word = this.words.has(said) ? said : (this.spelled.get(said) ?? said);
    if ([...word].length < this.minLength) return { kind: 'short', word, points: 0 };
    if (this.found.includes(word)) return { kind: 'already', word, points: 0 };
    if (!this.words.has(word)) return { kind: findPath(this.rows, word) ? 'unknown' : 'absent', word, points: 0 };
    this.found.push(word);
    return { kind: 'accepted', word, points: this.words.get(word).score };
  }

  #isLeft = (word) => !this.found.includes(word);

  /** The word that faces spell; wild tiles and choices are resolved to the best word not yet found. */
  spell(faces) {
    if (!faces.some((face) => face === '?' || face.startsWith('['))) return faces.join('');
    const pattern = faces.map((face) => (face === '?' ? '.' : face.startsWith('[') ? face : face.replace(/\W/g, '\\$&')));
    const fits = new RegExp(`^${pattern.join('')}$`, 'iu');
    const left = [...this.words.keys()].filter((word) => fits.test(word) && this.#isLeft(word));
    return left.sort((a, b) => this.words.get(b).score - this.words.get(a).score)[0] ?? faces.join('');
  }

  /** The beginning of a word not yet found: short words first, one more letter at each call. */
  hint() {
    const left = [...this.words.keys()].filter(this.#isLeft);
    if (!left.length) return null;
    if (!left.includes(this.hinted?.word)) {
      this.hinted = { word: left.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0], shown: 1 };
    }
    const { word } = this.hinted;
    this.hinted.shown = Math.min(this.hinted.shown + 1, word.length);
    return { start: word.slice(0, this.hinted.shown), number: [...word].length, word };
  }

  /** Stops and starts the clock. */
  pause(isPaused, now) {
    if (isPaused) this.clock.pause(now);
    else this.clock.start(now);
  }

  end(now) {
    this.clock.pause(now);
    this.advance(now);
  }

  /** All words with the players who found them; a word found by several players counts for none of them. */
  review() {
    const players = [this.found, ...this.opponents.map(this.#foundBy)];
    const finders = (word) => players.flatMap((found, seat) => (found.includes(word) ? [seat] : []));
    const names = [this.setup.name, ...this.opponents.map(({ name }) => name)];
    const seatOf = (name, seat) => {
      const counted = players[seat].filter((word) => finders(word).length === 1);
      return { name, points: this.#pointsOf(counted), cancelled: players[seat].length - counted.length };
    };
    return {
      you: 0,
      seats: names.map(seatOf),
      words: [...this.words].map(([word, item]) => ({ word: item.word, points: item.score, seats: finders(word) })),
      target: this.target,
    };
  }

  toSaved(now) {
    return { setup: this.setup, found: this.found, used: this.clock.used(now), target: this.target };
  }
}
