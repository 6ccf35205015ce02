// Straight lines of cells, the names of cells, and typed lines and paths. A cell is [row, column]. This module does not
// use the DOM.

/** A step in each direction, in the order of the core. */
export const STEPS = { N: [-1, 0], NE: [-1, 1], E: [0, 1], SE: [1, 1], S: [1, 0], SW: [1, -1], W: [0, -1], NW: [-1, -1] };

export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

export const isInside = ([row, column], [rows, columns]) => row >= 0 && column >= 0 && row < rows && column < columns;

/** The cell nearest to `target` on one of the eight straight lines from `start`, inside a grid of `size`. */
export function snapToLine(start, target, size) {
  const down = target[0] - start[0];
  const right = target[1] - start[1];
  if (!down && !right) return start;
  const angle = Math.round(Math.atan2(down, right) / (Math.PI / 4)) * (Math.PI / 4);
  const step = [Math.round(Math.sin(angle)), Math.round(Math.cos(angle))];
  for (let length = Math.max(Math.abs(down), Math.abs(right)); length > 0; length--) {
    const end = [start[0] + length * step[0], start[1] + length * step[1]];
    if (isInside(end, size)) return end;
  }
  return start;
}

/** The cells from `start` to `end`, which lie on one straight line. */
export function cellsBetween(start, end) {
  const down = end[0] - start[0];
  const right = end[1] - start[1];
  const length = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: length + 1 }, (_, i) => [
    start[0] + i * Math.sign(down),
    start[1] + i * Math.sign(right),
  ]);
}

/** The cells of an occurrence in a grid, whose line may go on at the opposite edge. */
export function cellsOf({ start, end, direction }, { rows, columns }) {
  const [down, right] = STEPS[direction] ?? [0, 0]; // a word of one letter has none
  const cells = [start];
  for (let [row, column] = start; (row !== end[0] || column !== end[1]) && cells.length < rows * columns; ) {
    row = (row + down + rows) % rows;
    column = (column + right + columns) % columns;
    cells.push([row, column]);
  }
  return cells;
}

/** The name of a column: A to Z, then AA. */
export function columnName(column) {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** The name of a cell, such as "C4": column C, row 4. */
export const cellName = ([row, column]) => `${columnName(column)}${row + 1}`;

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
