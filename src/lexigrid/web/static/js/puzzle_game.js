// The rules of a word search: what a selected line means. This module does not use the DOM.

import { sameCell } from './line.js';

const lettersOf = (text) => text.normalize('NFC').toLowerCase().replace(/[\s\p{P}]/gu, '');

export class PuzzleGame {
  /** `puzzle` is a `lexigrid/puzzle` or the puzzle of a link: rows, words and secret words with their ends. */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.words = [...puzzle.words, ...(puzzle.secret ?? []).map((word) => ({ ...word, secret: true }))];
    this.restart();
  }

  /** The number of listed words found. */
  get count() {
    return [...this.found].filter((at) => !this.words[at].secret).length;
  }

  get total() {
    return this.puzzle.words.length;
  }

  get isOver() {
    return this.isRevealed || this.count === this.total;
  }

  /** Is the word on this line, in either direction? Words without a known place are compared by letters. */
  #isAt(at, cells) {
    const [first, last] = [cells[0], cells[cells.length - 1]];
    const ends = this.endsOf(at);
    if (ends) {
      const [from, to] = ends;
      return (sameCell(from, first) && sameCell(to, last)) || (sameCell(from, last) && sameCell(to, first));
    }
    const spelled = lettersOf(cells.map(([row, column]) => this.puzzle.rows[row][column] ?? ' ').join(''));
    const wanted = lettersOf(this.words[at].word);
    return spelled === wanted || [...spelled].reverse().join('') === wanted;
  }

  /** Judges a line: { kind: 'found' | 'secret' | 'already' | 'none', at }; `at` is the index of the word. */
  judge(cells) {
    const isHere = (_, index) => this.#isAt(index, cells);
    const at = this.words.findIndex((word, index) => !this.found.has(index) && isHere(word, index));
    if (at >= 0) {
      this.seen[at] = [cells[0], cells[cells.length - 1]];
      this.found.add(at);
      return { kind: this.words[at].secret ? 'secret' : 'found', at };
    }
    const before = this.words.findIndex(isHere);
    return before >= 0 ? { kind: 'already', at: before } : { kind: 'none', at: -1 };
  }

  /** The ends of a word, or null while its place is unknown. */
  endsOf(at) {
    const { start, end } = this.words[at];
    return start && end ? [start, end] : (this.seen[at] ?? null);
  }

  /** A hint for the first listed word not found: its first cell, then also its direction. */
  hint() {
    const at = this.words.findIndex((word, index) => !this.found.has(index) && !word.secret && word.start);
    if (at < 0) return null;
    const isAgain = this.hinted === at;
    this.hinted = at;
    return { at, ends: this.endsOf(at), isAgain };
  }

  /** The words not found whose places are known. */
  get others() {
    return this.words.flatMap((_, at) => (!this.found.has(at) && this.endsOf(at) ? [at] : []));
  }

  restart() {
    this.found = new Set();
    this.seen = [];
    this.hinted = null;
    this.isRevealed = false;
  }

  /** The key under which the progress of the puzzle is stored. */
  get key() {
    const text = JSON.stringify([this.puzzle.rows, this.words.map(({ word }) => word)]);
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return `lexigrid.puzzle.${(hash >>> 0).toString(36)}`;
  }

  toSaved() {
    return { found: [...this.found], revealed: this.isRevealed, seen: this.seen };
  }

  restore(saved) {
    const isKnown = (at) => Number.isInteger(at) && at >= 0 && at < this.words.length;
    saved.seen?.forEach((seen, at) => seen && isKnown(at) && (this.seen[at] = seen));
    this.found = new Set((saved.found ?? []).filter((at) => isKnown(at) && this.endsOf(at)));
    this.isRevealed = Boolean(saved.revealed);
  }
}
