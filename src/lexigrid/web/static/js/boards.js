// Encodes grids as numbers for the native core, and decodes cells of its answers.

import { isPunctuation } from './letters.js';
import { TOPOLOGIES } from './requests.js';

/**
 * A grid in the codes of the letters of an alphabet. A letter without a code gets `other`; if that is null, its tile is
 * encoded as a hole.
 */
export function board({ rows, columns, tiles, cells }, { alphabet, codes }, other = null) {
  const numbers = [rows, columns, tiles.length];
  for (const { isHole, isWild, spellings } of tiles) {
    if (isHole || isWild) {
      numbers.push(isHole ? 0 : 2);
      continue;
    }
    const encoded = spellings.map((text) => alphabet.split(text).map((letter) => codes.get(letter) ?? other));
    const found = encoded.filter((each) => each.length && !each.includes(null));
    if (!found.length) numbers.push(0);
    else if (found.length === 1 && found[0].length === 1) numbers.push(1, found[0][0]);
    else numbers.push(3, found.length, ...found.flatMap((each) => [each.length, ...each]));
  }
  numbers.push(cells.length);
  return numbers.concat(cells);
}

export function adjacency({ topology, wrap }, { columns }) {
  if (!Array.isArray(topology)) return [TOPOLOGIES.indexOf(topology), Number(wrap), 0];
  return [TOPOLOGIES.length, 0, topology.length * 2, ...topology.flat().map(([row, column]) => row * columns + column)];
}

/** The punctuation characters on the tiles of a grid. */
export function punctuationOn({ tiles }, alphabet) {
  return new Set(tiles.flatMap(({ spellings }) => (spellings ?? []).flatMap((text) => alphabet.split(text).filter(isPunctuation))));
}
