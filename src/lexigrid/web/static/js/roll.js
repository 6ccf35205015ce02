// Boards of letter dice, as `boards/dice_roll.py` rolls them. This module knows no page.

import { SeededRng } from './rng.js';

/** A seed for a board that nobody has asked for. */
export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The faces of a roll, row by row; null is a solid face. `dice` has `size` and `faces`. */
export function roll({ size: [rows, columns], faces }, seed) {
  const rng = new SeededRng(seed, 'roll');
  const shown = rng.shuffled(faces).map((die) => rng.pick(die));
  const tiles = shown.map((face) => (face === '#' ? null : face));
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns));
}
