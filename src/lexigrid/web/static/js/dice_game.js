// A dice game on this device, whose referee makes the same events as the server. The words of
// opponents are known in advance. This module does not use the DOM.

import { Contest } from './contest.js';
import { findPath } from './path.js';

/** By rows of the board: the fewest letters of a word, and the scoring. */
const RULES = { 4: [3, 'classic'], 5: [4, 'big'], 6: [4, 'super-big'] };

/** The rules in a request for the words of a board; a language may have its own least number of letters. */
export function rulesOf(rows, least) {
  const [min_length, scoring] = RULES[rows.length] ?? RULES[4];
  return { min_length: least ?? min_length, scoring };
}

/** The shares of all points, or of the required words, at which a star is earned: few find the last ones. */
const STARS = { points: [0.03, 0.08, 0.15, 0.25, 0.4], words: [0.1, 0.25, 0.5, 0.75, 1] };

export class Referee extends Contest {
  /** Called after each event with its kind. */
  onevent = () => {};

  /**
   * In `board`, `answer` is its `lexigrid/paths` document and `opponents` are [{ name, words: [{ word, at }] }]. `saved`
   * has the words already found and the seconds already used. With `required`, a `lexigrid/paths` document with all
   * paths, the game is to find these words; others are bonus words.
   */
  constructor(board, saved = {}, now = Date.now()) {
    super();
    const { setup, rows, answer, minLength, opponents = [], required = null } = board;
    Object.assign(this, { setup, opponents });
    this.words = new Map(answer.words.map(({ word, score }) => [word.toLowerCase(), { word, points: score }]));
    /** Words by the text of their tiles, which may lack accents or have ss for ß. */
    const facesOf = ([path]) => path.map(([row, column]) => rows[row][column]).join('').toLowerCase();
    const placed = answer.words.filter(({ paths }) => paths).map(({ word, paths }) => [facesOf(paths), word.toLowerCase()]);
    this.spelled = new Map(placed.reverse()); // of words spelled alike, the first
    this.found = [(saved.found ?? []).filter((word) => this.words.has(word)), ...opponents.map(() => [])];
    const known = (required?.words ?? []).map(({ word, paths }) => [word.toLowerCase(), paths]);
    this.required = required && new Map(known.filter(([word]) => this.words.has(word)));
    this.time = -1;
    const { used = 0, target = null } = saved;
    const { seconds } = setup;
    this.set({
      number: 0, stage: 'playing', rows, rules: { min_length: minLength }, target,
      seconds: seconds || null, used, left: 1000 * (seconds - used),
      seats: this.found.map((_, seat) => this.#counts(seat)), you: 0,
      words: this.found[0].map((word) => this.words.get(word)),
    }, now);
    this.advance(now);
  }

  #pointsOf = (words) => words.reduce((sum, word) => sum + this.words.get(word).points, 0);

  #counts(seat) {
    const { name } = seat ? this.opponents[seat - 1] : this.setup;
    return { name, level: seat || null, points: this.#pointsOf(this.found[seat]), found: this.found[seat].length };
  }

  #tell(kind, now, details = {}) {
    const facts = { number: this.state.number + 1, kind, left: 1000 * this.clock.left(now) };
    this.take({ ...facts, ...details }, now);
    this.onevent(kind);
  }

  /** Lets the opponents find their words until now, and ends the game when the time is up. */
  advance(now) {
    if (this.clock.isRunning && this.clock.isOver(now)) this.end(now);
    else this.#findOthers(now);
  }

  end(now = Date.now()) {
    this.#findOthers(now);
    this.#tell('over', now);
  }

  pause(now = Date.now()) {
    this.#tell(this.state.stage === 'paused' ? 'resumed' : 'paused', now);
  }

  #findOthers(now) {
    const before = this.time;
    this.time = Math.round(1000 * this.clock.used(now));
    this.opponents.forEach(({ words }, i) => {
      const found = words.filter(({ at }) => before < at && at <= this.time);
      this.found[i + 1].push(...found.map(({ word }) => word.toLowerCase()));
      if (found.length) this.#tell('score', now, { seat: i + 1, counts: this.#counts(i + 1) });
    });
  }

  /** Judges a word: { word, reason, points }. */
  say(text, now = Date.now()) {
    const said = text.toLowerCase().replace(/[\s'’-]/g, '');
    const word = this.words.has(said) ? said : (this.spelled.get(said) ?? said);
    const reason = this.#reasonFor(word);
    const found = reason === 'accepted' ? this.words.get(word) : { word, points: 0 };
    if (reason === 'accepted') this.found[0].push(word);
    this.#tell('verdict', now, { seat: 0, counts: this.#counts(0), reason, ...found });
    const { progress } = this;
    if (progress && progress.found === progress.total) this.end(now);
    const isBonus = reason === 'accepted' && progress !== null && !this.required.has(word);
    return { word, reason: isBonus ? 'bonus' : reason, points: found.points };
  }

  /** The numbers of required words in all and found, and of bonus words found; null if no words are required. */
  get progress() {
    if (!this.required) return null;
    const found = this.found[0].filter((word) => this.required.has(word)).length;
    return { found, total: this.required.size, bonus: this.found[0].length - found };
  }

  /** How far the player has come: `value`, and the `marks` at which stars are earned, in points or required words. */
  get steps() {
    const { progress } = this;
    const value = progress?.found ?? this.#pointsOf(this.found[0]);
    const total = progress?.total ?? this.#pointsOf([...this.words.keys()]);
    const marks = [...new Set(STARS[progress ? 'words' : 'points'].map((share) => Math.ceil(share * total)))];
    return { value, marks, stars: marks.filter((mark) => mark <= value).length };
  }

  /** By length: the numbers of required words found and in all; null if no words are required. */
  get lengths() {
    if (!this.required) return null;
    const counts = new Map();
    for (const word of this.required.keys()) {
      const [found, total] = counts.get([...word].length) ?? [0, 0];
      counts.set([...word].length, [found + Number(!this.#isLeft(word)), total + 1]);
    }
    return counts;
  }

  /**
   * By rows: how many of the required words left can begin on each tile, and how many can use it; null if none are
   * required. A word counts on the tiles of all its paths, once on each.
   */
  get tiles() {
    if (!this.required) return null;
    const left = [...this.required].filter(([word]) => this.#isLeft(word)).map(([, paths]) => paths);
    const has = (cells, row, column) => cells.some((cell) => cell[0] === row && cell[1] === column);
    const count = (cellsOf) => this.state.rows.map((line, row) => line.map((_, column) => left.filter((paths) => has(cellsOf(paths), row, column)).length));
    return { begin: count((paths) => paths.map(([first]) => first)), use: count((paths) => paths.flat()) };
  }

  #reasonFor(word) {
    if ([...word].length < this.state.rules.min_length) return 'too short';
    if (this.found[0].includes(word)) return 'already found';
    if (this.words.has(word)) return 'accepted';
    return findPath(this.state.rows, word) ? 'not a word' : 'not on the board';
  }

  #isLeft = (word) => !this.found[0].includes(word);

  /** The word that faces spell; wild tiles and choices are resolved to the best word not yet found. */
  spell(faces) {
    if (!faces.some((face) => face === '?' || face.startsWith('['))) return super.spell(faces);
    const pattern = faces.map((face) => (face === '?' ? '.' : face.startsWith('[') ? face : face.replace(/\W/g, '\\$&')));
    const fits = new RegExp(`^${pattern.join('')}$`, 'iu');
    const left = [...this.words.keys()].filter((word) => fits.test(word) && this.#isLeft(word));
    return left.sort((a, b) => this.words.get(b).points - this.words.get(a).points)[0] ?? super.spell(faces);
  }

  /** The beginning of a word not yet found: short words first, one more letter at each call, then the next word. */
  hint() {
    const left = [...(this.required ?? this.words).keys()].filter(this.#isLeft);
    if (!left.length) return null;
    const at = left.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).indexOf(this.hinted?.word);
    if (at < 0 || this.hinted.shown === this.hinted.word.length) {
      this.hinted = { word: left[(at + 1) % left.length], shown: 1 };
    }
    const { word } = this.hinted;
    this.hinted.shown = Math.min(this.hinted.shown + 1, word.length);
    return { start: word.slice(0, this.hinted.shown), number: [...word].length, word };
  }

  /** All words with the players who found them; a word found by several players counts for none of them. */
  review() {
    const finders = (word) => this.found.flatMap((found, seat) => (found.includes(word) ? [seat] : []));
    const seatOf = (found, seat) => {
      const counted = found.filter((word) => finders(word).length === 1);
      return { ...this.#counts(seat), points: this.#pointsOf(counted), cancelled: found.length - counted.length };
    };
    const words = [...this.words].map(([key, item]) => ({ ...item, seats: finders(key) }));
    return { you: 0, seats: this.found.map(seatOf), words, target: this.state.target };
  }

  toSaved(now) {
    const { target, rows } = this.state;
    const made = this.required ? { rows } : {}; // not every device can make such a board again
    return { setup: this.setup, ...made, found: this.found[0], used: this.clock.used(now), target };
  }
}
