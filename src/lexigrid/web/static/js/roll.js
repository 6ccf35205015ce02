// Rolls boards of letter dice like `boards/dice_roll.py`. This module does not use the DOM.

import { SeededRng } from './rng.js';

/** A random seed, for a board without a given one. */
export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The faces of a roll, row by row; null is a solid face. */
export function roll({ size: [rows, columns], faces }, seed) {
  const rng = new SeededRng(seed, 'roll');
  const shown = rng.shuffled(faces).map((die) => rng.pick(die));
  const tiles = shown.map((face) => (face === '#' ? null : face));
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns));
}
