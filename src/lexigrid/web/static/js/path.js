// Paths over touching cells, as in dice games. This module does not use the DOM.

import { sameCell } from './line.js';

/** How far a row is shifted to the right, in cells: odd rows of hexagons by half a cell. */
export const shiftOf = (row, isHex) => (isHex && row % 2 ? 0.5 : 0);

/** Do two cells touch, on squares also diagonally? */
export function touches(a, b, isHex = false) {
  const [down, right] = [Math.abs(a[0] - b[0]), Math.abs(a[1] + shiftOf(a[0], isHex) - b[1] - shiftOf(b[0], isHex))];
  return !sameCell(a, b) && down <= 1 && right <= 1;
}

const indexOf = (path, cell) => path.findIndex((other) => sameCell(other, cell));

/** The spellings of a tile: "Qu" is "qu", a choice "[ei]" is "e" or "i", and "?" is any letter. */
function spellings(face) {
  if (face === '?') return null;
  const choice = /^\[(.+)\]$/u.exec(face);
  return (choice ? [...choice[1]] : [face]).map((letter) => letter.toLowerCase());
}

/** A path that spells `word` on the board, if necessary without its accents; null if there is none. */
export function findPath(rows, word) {
  const wanted = word.toLowerCase();
  const simple = wanted.replaceAll('ß', 'ss').replaceAll('œ', 'oe').replaceAll('æ', 'ae');
  const plain = simple.normalize('NFD').replace(/\p{M}/gu, '');
  return spell(rows, wanted) ?? (plain === wanted ? null : (spell(rows, simple) ?? spell(rows, plain)));
}

function spell(rows, wanted) {
  const tiles = rows.flatMap((line, row) => line.map((face, column) => ({ cell: [row, column], texts: face === null ? [] : spellings(face) })));
  const extend = (path, at) => {
    if (at === wanted.length) return path;
    const wild = String.fromCodePoint(wanted.codePointAt(at));
    for (const { cell, texts } of tiles) {
      if (indexOf(path, cell) >= 0 || (path.length && !touches(path.at(-1), cell))) continue;
      for (const text of texts ?? [wild]) {
        const found = wanted.startsWith(text, at) && extend([...path, cell], at + text.length);
        if (found) return found;
      }
    }
    return null;
  };
  return wanted ? extend([], 0) : null;
}

/** The board rotated by 90 degrees clockwise. */
export const turned = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]).reverse());

/**
 * The cells that a pointer passes between two points, in units of cells. A cell counts only near its centre, so that a
 * diagonal drag does not catch its neighbours.
 */
export function cellsPassed(from, to, isHex = false, reach = 0.4) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 8));
  const passed = [];
  for (let i = 1; i <= steps; i++) {
    const point = from.map((start, axis) => start + ((to[axis] - start) * i) / steps);
    const row = Math.floor(point[0]);
    const cell = [row, Math.floor(point[1] - shiftOf(row, isHex))];
    const near = Math.hypot(point[0] - row - 0.5, point[1] - shiftOf(row, isHex) - cell[1] - 0.5) <= reach;
    const last = passed[passed.length - 1];
    if (near && !(last && sameCell(last, cell))) passed.push(cell);
  }
  return passed;
}

/** A path being selected, cell by cell or by dragging; selecting the last cell again completes it. */
export class PathSelection {
  cells = [];

  constructor(isHex = false) {
    this.isHex = isHex;
  }

  clear() {
    this.cells = [];
  }

  /** Adds a cell selected by tap or key; returns whether the path is complete. */
  choose(cell) {
    const at = indexOf(this.cells, cell);
    const last = this.cells[this.cells.length - 1];
    if (at >= 0 && at === this.cells.length - 1) return true;
    if (at >= 0) this.cells.length = at + 1;
    else if (!last || touches(last, cell, this.isHex)) this.cells.push(cell);
    else this.cells = [cell];
    return false;
  }

  beginDrag(cell) {
    const last = this.cells[this.cells.length - 1];
    if (!last || !sameCell(last, cell)) this.cells = [cell];
  }

  /** Adds the cells that a drag passes between two points. */
  dragAlong(from, to, isCell) {
    for (const cell of cellsPassed(from, to, this.isHex)) if (isCell(cell)) this.dragTo(cell);
  }

  /** A drag over a cell adds it; a drag back over the previous cell removes the last. */
  dragTo(cell) {
    const at = indexOf(this.cells, cell);
    if (at >= 0 && at === this.cells.length - 2) this.cells.pop();
    else if (at < 0 && this.cells.length && touches(this.cells.at(-1), cell, this.isHex)) this.cells.push(cell);
  }

  back() {
    this.cells.pop();
  }
}
