// Reads rows of tiles, like src/lexigrid/reading, which also reads tables, numbers around a grid, puzzles and escapes.

import { checkReadable, gridError, needsServer, repr } from './letters.js';

const LETTER = '\\p{L}\\p{M}*';
const CHOICE = `\\[(?:${LETTER})+(?:,(?:${LETTER})+)*\\]`;
/** A hole, any letter, a choice such as [ei] or [a,th], a letter, or a hyphen after one. */
const TILES = new RegExp(`[.?]|${CHOICE}|${LETTER}|(?<=[\\p{L}\\p{M}])-`, 'gu');
const JOINED = new RegExp(`^(?:${TILES.source})+$`, 'u');
/** Words between blanks are longer than tiles. */
const SHORT = `(?:[.?]|${CHOICE}|(?:${LETTER}){1,2})`;
const SPACED = new RegExp(`^${SHORT}(?: ${SHORT})+$`, 'u');
/** Letters with something between them, which is not a tile. */
const SEPARATED = /^\p{L}(?:(?:-\p{L})+|(?:\.\p{L}){2,}\.?)$/u;
/** Two slashes in JSON, HTML or an address are no empty row. */
const DOCUMENT = /["'<>{}=:]/;
const EMPTY = 'the grid is empty, expected rows such as tea/ant/oat';

const refuse = () => needsServer('the grid has more than rows of tiles, such as bars, separators, numbers or words');

function tilesOf(row) {
  if (SPACED.test(row)) return row.split(' ');
  if (!JOINED.test(row) || SEPARATED.test(row)) throw refuse();
  return row.match(TILES);
}

function splitRows(line) {
  if (!line.includes('/') || DOCUMENT.test(line)) return [line];
  const rows = line.split('/').map((row) => row.trim());
  if (!rows.at(-1)) rows.pop();
  const row = rows.indexOf('');
  if (row < 0) return rows;
  const advice = 'expected tiles between the slashes; leave out a slash, or write . for each hole';
  throw gridError(`row ${row + 1} is empty, ${advice}`, { row });
}

/** Refuses words in one row, which can be rows or tiles. */
function checkAmbiguity(row) {
  const words = row.split(' ');
  const { length } = words[0];
  const side = Math.sqrt(words.length);
  if (side > 2 && Number.isInteger(side) && words.every((word) => word.length < 3)) throw refuse();
  if (words.length < 2 || length < 2 || length > 4 || !words.every((word) => word.length === length && /^\p{L}+$/u.test(word))) return;
  throw gridError(
    `the row ${repr(row)} can be ${words.length} rows or ${words.length} tiles: join rows with '/' ` +
      `(${words.join('/')}), or end one row of tiles with '/'`,
  );
}

function parseTile(token, qu) {
  if (token === '.') return { isHole: true };
  if (token === '?') return { isWild: true };
  const isChoice = new RegExp(`^${CHOICE}$`, 'u').test(token);
  if (!isChoice && !/^[^[\]\\\n\r]+$/.test(token)) throw refuse();
  const inside = token.slice(1, -1);
  const texts = !isChoice ? [token] : inside.includes(',') ? inside.split(',') : inside.match(TILES);
  return { spellings: [...new Set(texts.map((text) => (qu && /^q$/i.test(text) ? `${text}u` : text)))] };
}

/** Rows of tokens as { rows, columns, tiles, cells }: the distinct tiles, and the tile number of each cell. */
function encode(table, size, qu) {
  const tokens = table.flat();
  if (!tokens.length) throw gridError(EMPTY);
  const expected = table[0].length;
  const row = table.findIndex(({ length }) => length !== expected);
  if (row >= 0) {
    const tiles = table[row].length;
    const text = `row ${row + 1} has ${tiles} tile${tiles === 1 ? '' : 's'}, expected ${expected} like row 1; write . for a hole`;
    throw gridError(text, { row, tiles, expected });
  }
  const [rows, columns] = size ?? [table.length, expected];
  const isFolded = table.length === 1 && rows * columns === expected;
  if (!isFolded && (rows !== table.length || columns !== expected)) throw needsServer('the size is not that of the grid');
  const faces = [...new Set(tokens)];
  const numbers = new Map(faces.map((face, number) => [face, number]));
  return { rows, columns, tiles: faces.map((face) => parseTile(face, qu)), cells: tokens.map((token) => numbers.get(token)) };
}

export function parseGrid(text, size, qu) {
  checkReadable(text, 'the grid');
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n').map((line) => line.trim());
  const isOneLine = lines.length === 1;
  if (!lines[0]) throw gridError(EMPTY);
  const rows = isOneLine ? splitRows(lines[0]) : lines;
  // A column of letters can be a list.
  if (/\t|\[Q[uU]\]/.test(text) || (!isOneLine && rows.length > 3 && rows.every((row) => row.length < 3))) throw refuse();
  if (!size && rows.length === 1 && !text.includes('/')) checkAmbiguity(rows[0]);
  const table = rows.map(tilesOf);
  // A first row like that can be a title.
  if (/Q[uU]|^\s*\p{Lu}\p{Ll}/u.test(text) && table.some(({ length }) => length !== table[0].length)) throw refuse();
  const isSpaced = rows[0].includes(' ');
  if (rows.some((row, at) => (!isOneLine && row.includes(' ') !== isSpaced) || (isSpaced && table[at].length !== table[0].length))) throw refuse();
  const isBare = !size && !/[/\s]/.test(text.trim());
  const { length } = table[0];
  const side = Math.sqrt(length);
  if (!isBare || Number.isInteger(side)) return encode(table, isBare ? [side, side] : size, qu);
  let height = Math.floor(side);
  while (length % height) height--;
  throw gridError(
    `the ${length} tiles do not make a square: give a size such as ${height}x${length / height}, ` +
      "rows joined by '/', or one row with a '/' at its end",
    { tiles: length },
  );
}

/** Parses the rows of a grid document: text, or tokens with null for a hole. */
export function readRows(rows, size, qu) {
  for (const token of rows.flat()) checkReadable(token ?? '', 'the grid');
  return encode(rows.map((row) => (typeof row === 'string' ? tilesOf(row.trim()) : row.map((token) => token ?? '.'))), size, qu);
}
