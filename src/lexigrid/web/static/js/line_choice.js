// Selects a straight line by its first and last cell, and reads typed lines and paths. This module does not use the DOM.

import { STEPS, cellsBetween, isInside, sameCell, snapToLine } from './line.js';

function cellNamed(letters, digits) {
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [Number(digits) - 1, column];
}

/**
 * The two ends of a line typed as "C4 F4", or as "C4 E 4": cell, direction and number of letters. Null if the text has
 * another form, or if the line is not straight or leaves the grid.
 */
export function parseLine(text, size) {
  const form = /^([A-Z]{1,2})(\d{1,3})(?:[\s,;:–-]*([A-Z]{1,2})(\d{1,3})|\s*[\s,]\s*(NE|NW|SE|SW|N|E|S|W)\s+(\d{1,3}))$/;
  const [found, column, row, lastColumn, lastRow, direction, letters] = form.exec(text.trim().toUpperCase()) ?? [];
  if (!found || letters < 1) return null;
  const start = cellNamed(column, row);
  const end = lastColumn ? cellNamed(lastColumn, lastRow) : start.map((at, axis) => at + (letters - 1) * STEPS[direction][axis]);
  const isLine = isInside(start, size) && isInside(end, size) && sameCell(cellsBetween(start, end).at(-1), end);
  return isLine ? [start, end] : null;
}

/** The cells of a path typed as "C4 D4 D5"; null if the text has another form or a cell is outside the grid. */
export function parseCells(text, size) {
  const names = text.trim().toUpperCase().split(/[\s,;]+/);
  const cells = names.map((name) => /^([A-Z]{1,2})(\d{1,3})$/.exec(name)).map((found) => found && cellNamed(found[1], found[2]));
  return cells.every((cell) => cell && isInside(cell, size)) ? cells : null;
}

/** A line being selected, by dragging, or by its first and then its last cell. */
export class LineSelection {
  constructor(size) {
    this.size = size;
    this.clear();
  }

  clear() {
    this.from = this.to = null;
  }

  back = this.clear;

  get cells() {
    return this.from ? cellsBetween(this.from, this.to) : [];
  }

  /** Adds a cell selected by tap or key; returns whether the line is complete. */
  choose(cell) {
    const isComplete = this.from !== null;
    if (isComplete) this.moveTo(cell);
    else this.beginDrag(cell);
    return isComplete;
  }

  /** A drag always begins a new line. */
  beginDrag(cell) {
    this.from = this.to = cell;
  }

  /** The pointer or the focus is on a cell: a line with a start extends to it. */
  moveTo(cell) {
    if (this.from) this.to = snapToLine(this.from, cell, this.size);
  }
}
