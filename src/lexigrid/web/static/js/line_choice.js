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
  const typed = text.trim().toUpperCase();
  let ends = null;
  let found = /^([A-Z]{1,2})(\d{1,3})[\s,;:–-]*([A-Z]{1,2})(\d{1,3})$/.exec(typed);
  if (found) ends = [cellNamed(found[1], found[2]), cellNamed(found[3], found[4])];
  found = /^([A-Z]{1,2})(\d{1,3})\s*[\s,]\s*(NE|NW|SE|SW|N|E|S|W)\s+(\d{1,3})$/.exec(typed);
  if (found && Number(found[4]) > 0) {
    const start = cellNamed(found[1], found[2]);
    const steps = Number(found[4]) - 1;
    ends = [start, start.map((at, axis) => at + steps * STEPS[found[3]][axis])];
  }
  if (!ends || !ends.every((cell) => isInside(cell, size))) return null;
  const cells = cellsBetween(...ends);
  return sameCell(cells[cells.length - 1], ends[1]) ? ends : null;
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
    this.start = this.end = null;
  }

  get cells() {
    return this.start ? cellsBetween(this.start, this.end) : [];
  }

  /** Adds a cell selected by tap or key; returns whether the line is complete. */
  choose(cell) {
    if (this.start) {
      this.end = snapToLine(this.start, cell, this.size);
      return true;
    }
    this.start = this.end = cell;
    return false;
  }

  /** A drag always begins a new line. */
  beginDrag(cell) {
    this.start = this.end = cell;
  }

  /** The pointer or the focus is on a cell: a line with a start extends to it. */
  moveTo(cell) {
    if (this.start) this.end = snapToLine(this.start, cell, this.size);
  }

  back() {
    this.clear();
  }
}
