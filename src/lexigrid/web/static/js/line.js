// Straight lines of cells, and the names of cells. A cell is [row, column]. This module does not use the DOM.

/** A step in each direction, in the order of the core. */
export const STEPS = { N: [-1, 0], NE: [-1, 1], E: [0, 1], SE: [1, 1], S: [1, 0], SW: [1, -1], W: [0, -1], NW: [-1, -1] };

export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

export const isInside = ([row, column], [rows, columns]) => row >= 0 && column >= 0 && row < rows && column < columns;

const cellsFrom = (start, step, length) => Array.from({ length }, (_, i) => start.map((at, axis) => at + i * step[axis]));

/** The cell nearest to `target` on one of the eight straight lines from `start`, inside a grid of `size`. */
export function snapToLine(start, target, size) {
  const [down, right] = target.map((at, axis) => at - start[axis]);
  const angle = Math.round(Math.atan2(down, right) / (Math.PI / 4)) * (Math.PI / 4);
  const step = [Math.round(Math.sin(angle)), Math.round(Math.cos(angle))];
  return cellsFrom(start, step, 1 + Math.max(Math.abs(down), Math.abs(right))).findLast((cell) => isInside(cell, size));
}

/** The cells from `start` to `end`, which lie on one straight line. */
export function cellsBetween(start, end) {
  const offset = end.map((at, axis) => at - start[axis]);
  return cellsFrom(start, offset.map(Math.sign), 1 + Math.max(...offset.map(Math.abs)));
}

/** The cells of an occurrence in a grid, whose line may go on at the opposite edge. */
export function cellsOf({ start, end, direction }, { rows, columns }) {
  const [down, right] = STEPS[direction] ?? [0, 0]; // a word of one letter has none
  const cells = [start];
  while (!sameCell(cells.at(-1), end) && cells.length < rows * columns) {
    const [row, column] = cells.at(-1);
    cells.push([(row + down + rows) % rows, (column + right + columns) % columns]);
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
