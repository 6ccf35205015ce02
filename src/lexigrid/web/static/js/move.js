// Changes a puzzle by hand: which word is taken, where it goes, which letters no filler may be, and the grid that
// follows. This module does not use the DOM.

import { cellsBetween, isInside, sameCell } from './line.js';
import { LineSelection } from './line_choice.js';

export const cellsOf = ({ cells, start, end }) => cells ?? (start && end ? cellsBetween(start, end) : []);
const wordsOf = (puzzle) => [...puzzle.words, ...puzzle.secret];

/** Takes the word on the first cell, by drag, taps or keys, and carries it to the last. */
export class WordSelection extends LineSelection {
  constructor(puzzle) {
    super([puzzle.rows.length, puzzle.rows[0].length]);
    this.puzzle = puzzle;
  }

  get taken() {
    const isTaken = (cell) => this.from && sameCell(cell, this.from);
    return wordsOf(this.puzzle).find((word) => cellsOf(word).some(isTaken)) ?? null;
  }

  /** The cells under the word that is carried. */
  get cells() {
    const shifted = (cell) => cell.map((at, axis) => at + this.to[axis] - this.from[axis]);
    return this.taken ? cellsOf(this.taken).map(shifted).filter((cell) => isInside(cell, this.size)) : [];
  }

  /** The cells where the word is to be, if it fits into the grid. */
  get target() {
    const { cells, taken } = this;
    return taken && cells.length === cellsOf(taken).length ? cells : null;
  }

  choose(cell) {
    if (!this.taken) this.clear();
    return super.choose(cell);
  }

  moveTo(cell) {
    if (this.taken) this.to = cell;
  }
}

/**
 * The puzzle with a word on other cells, or null if another word has other letters there. The cells that it leaves get
 * letters of the grid, which `random()`, 0 to 1, chooses.
 */
export function moveWord(puzzle, word, target, random) {
  const rows = puzzle.rows.map((row) => [...row]);
  const own = cellsOf(word);
  const faces = own.map(([row, column]) => rows[row][column]);
  const others = wordsOf(puzzle).filter((other) => other !== word).flatMap(cellsOf);
  const isUsed = (cell) => others.some((other) => sameCell(cell, other));
  const letters = rows.flat().filter((face) => face !== null);
  for (const [row, column] of own.filter((cell) => !isUsed(cell))) rows[row][column] = letters[Math.floor(random() * letters.length)];
  for (const [i, [row, column]] of target.entries()) {
    if (rows[row][column] === null || (isUsed([row, column]) && rows[row][column] !== faces[i])) return null;
    rows[row][column] = faces[i];
  }
  const place = word.cells ? { cells: target } : { start: target[0], end: target[target.length - 1] };
  const moved = (each) => (each === word ? { ...word, ...place } : each);
  return { ...puzzle, rows, code: undefined, words: puzzle.words.map(moved), secret: puzzle.secret.map(moved) };
}

/** The puzzle with other letters of the grid in the fillers that are among `banned`, or null if there are no others. */
export function banLetters(puzzle, banned, random) {
  const folded = [...banned].map((letter) => letter.toLowerCase());
  const isBanned = (face) => folded.includes(face?.toLowerCase());
  const used = wordsOf(puzzle).flatMap(cellsOf);
  const letters = puzzle.rows.flatMap((row) => [...row]).filter((face) => face !== null && !isBanned(face));
  if (!letters.length) return null;
  const isFiller = (cell) => !used.some((other) => sameCell(cell, other));
  const choose = (face, cell) => (isBanned(face) && isFiller(cell) ? letters[Math.floor(random() * letters.length)] : face);
  const rows = puzzle.rows.map((row, at) => [...row].map((face, column) => choose(face, [at, column])));
  return { ...puzzle, rows, code: undefined };
}
