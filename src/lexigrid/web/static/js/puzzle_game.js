// The rules of a puzzle: what a selected line or path means. This module does not use the DOM.

import { cellsBetween, sameCell } from './line.js';

/** Other words of the board that earn a hint. */
const WORDS_PER_HINT = 3;
const MIN_OTHER_LETTERS = 4;

/** The progress of a new round. */
const NOTHING = { round: 0, log: [], seen: [], others: [], seconds: 0, revealed: false };

const isSameSet = (a, b) => a.length === b.length && a.every((cell) => b.some((other) => sameCell(cell, other)));
const lettersOf = (text) => text.normalize('NFC').toLowerCase().replace(/[\s\p{P}]/gu, '');

export class PuzzleGame {
  /**
   * `puzzle` is a `lexigrid/puzzle` or the puzzle of a link: rows, words and secret words with their ends or cells.
   * `bonus` is the set of other words of the board, or null if hints need not be earned.
   */
  constructor(puzzle, bonus = null) {
    this.puzzle = puzzle;
    this.total = puzzle.words.length;
    this.bonus = bonus;
    this.words = [...puzzle.words, ...(puzzle.secret ?? []).map((word) => ({ ...word, secret: true }))];
    this.restore(NOTHING);
  }

  /** The number of listed words found. */
  get count() {
    return [...this.found].filter((at) => !this.words[at].secret).length;
  }

  get isOver() {
    return this.isRevealed || this.count === this.total;
  }

  get hasPaths() {
    return this.words.some(({ cells }) => cells);
  }

  #spelled = (cells) => lettersOf(cells.map(([row, column]) => this.puzzle.rows[row][column] ?? ' ').join(''));

  /** Is the word on these cells, in either direction? Words without a known place are compared by letters. */
  #isAt(at, cells) {
    const own = this.cellsOf(at);
    if (own && !isSameSet(own, cells)) return false;
    if (own && !this.hasPaths) return true;
    const isUsed = (line, other) => line && this.words[other].word === this.words[at].word && isSameSet(line, cells);
    if (!own && this.seen.some(isUsed)) return false; // the word is hidden several times
    const spelled = this.#spelled(cells);
    const wanted = lettersOf(this.words[at].word);
    return spelled === wanted || [...spelled].reverse().join('') === wanted;
  }

  /**
   * Judges a line or path: { kind: 'found' | 'secret' | 'other' | 'already' | 'none', at, word }. `at` is the index of
   * a word of the puzzle, -1 for other words of the board, which count toward hints if `bonus` has them.
   */
  judge(cells) {
    const isHere = (_, index) => this.#isAt(index, cells);
    const at = this.words.findIndex((word, index) => !this.found.has(index) && isHere(word, index));
    if (at >= 0) {
      this.seen[at] = cells;
      this.found.add(at);
      this.log.push(at);
      return { kind: this.words[at].secret ? 'secret' : 'found', at, word: this.words[at].word };
    }
    const before = this.words.findIndex(isHere);
    if (before >= 0) return { kind: 'already', at: before, word: this.words[before].word };
    const word = this.#spelled(cells);
    if (!this.bonus?.has(word) || [...word].length < MIN_OTHER_LETTERS) return { kind: 'none', at: -1, word };
    const kind = this.others.has(word) ? 'already' : 'other';
    this.others.add(word);
    return { kind, at: -1, word };
  }

  /** The cells of a word, or null while its place is unknown. */
  cellsOf(at) {
    const { cells, start, end } = this.words[at];
    return cells ?? (start && end ? cellsBetween(start, end) : (this.seen[at] ?? null));
  }

  lengthOf = (at) => [...lettersOf(this.words[at].word)].length;

  /** The number of hints left; Infinity if they need not be earned. */
  get hintsLeft() {
    return this.bonus ? Math.floor(this.others.size / WORDS_PER_HINT) - this.hints : Infinity;
  }

  /** The number of other words that earn the next hint. */
  get wordsToHint() {
    return WORDS_PER_HINT - (this.others.size % WORDS_PER_HINT);
  }

  /** A hint for the first listed word not found: its first cell, then also its direction or path. */
  hint() {
    const at = this.words.findIndex((word, index) => !this.found.has(index) && !word.secret && (word.cells || word.start));
    if (at < 0 || this.hintsLeft <= 0) return null;
    const isAgain = this.hinted === at;
    this.hinted = at;
    this.hints += 1;
    this.log.push(-this.hints);
    return { at, cells: this.cellsOf(at), isAgain };
  }

  /** What happened, a sign per word found or hint: it shows how the game went without naming a word. */
  get signs() {
    return this.log.map((at) => (at < 0 ? '💡' : this.words[at].word === this.puzzle.spanning ? '🟡' : '🔵')).join('');
  }

  /** The words not found whose places are known. */
  get left() {
    return this.words.flatMap((_, at) => (!this.found.has(at) && this.cellsOf(at) ? [at] : []));
  }

  /** Begins again, and tells other tabs apart from those that still have the old round. */
  restart() {
    this.hinted = null;
    this.restore({ ...NOTHING, round: this.round + 1 });
  }

  /** The key under which the progress of the puzzle is stored. */
  get key() {
    const text = JSON.stringify([this.puzzle.rows, this.words.map(({ word }) => word)]);
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return `lexigrid.puzzle.${(hash >>> 0).toString(36)}`;
  }

  toSaved() {
    const { round, log, seen, others, seconds, isRevealed } = this;
    return { round, log, seen, others: [...others], seconds, revealed: isRevealed };
  }

  /** Adds what another tab has found in the same round; a later round replaces this one. Returns whether anything is new. */
  merge(saved) {
    const more = completed(saved);
    if (more.round < this.round) return false;
    const before = JSON.stringify(this.toSaved());
    const own = more.round === this.round ? this.toSaved() : NOTHING;
    const either = (name) => [...new Set([...own[name], ...more[name]])];
    this.restore({
      round: more.round, log: either('log'), others: either('others'), seconds: Math.max(own.seconds, more.seconds),
      revealed: own.revealed || more.revealed, seen: this.words.map((_, at) => own.seen[at] ?? more.seen[at]),
    });
    return JSON.stringify(this.toSaved()) !== before;
  }

  restore(saved) {
    const { round, seen, log, others, seconds, revealed } = completed(saved);
    /** `seconds` are the time used so far, which the view sets. */
    Object.assign(this, { round, seconds, isRevealed: Boolean(revealed), others: new Set(others), seen: [], hints: 0 });
    seen.forEach((cells, at) => cells && this.words[at] && (this.seen[at] = this.hasPaths ? cells : cellsBetween(cells[0], cells.at(-1))));
    /** What happened: the words found by their numbers, and hints as -1, -2 and so on. */
    this.log = log.filter((at) => at < 0 || (this.words[at] && this.cellsOf(at))).map((at) => (at < 0 ? -(this.hints += 1) : at));
    this.found = new Set(this.log.filter((at) => at >= 0));
  }
}

/** Saved progress with what earlier releases did not keep. */
const completed = (saved) => ({ ...NOTHING, log: saved.found ?? [], ...saved });
