// Parses rows of tiles with brackets and escapes, like src/lexigrid/reading, which reads tables and puzzles too.

import { checkReadable, graphemes, gridError, MARKS, needsServer, Problem, repr } from './letters.js';

const SLASHES = /\\.?|\/|[^\\/]+/gs;
const DOCUMENT = /\\begin\{|^[^\n/'"]*[^\n\\/'"]\\n[^\n/'"]+$|^\s*[{<]|[[(=]\s*["'[{(]|%w|qw|&\w+;|:regional_|^\s*["']\w\w+["']\s*,/;
const JOINED = /^\s*\p{L}(( ?[-·•_~/*+] ?\p{L})+|(\.\p{L}){2,}\.?)\s*$/u;
/** Tiles of five letters, or a full stop at the end of a row; a word beside tiles; letters with points. */
const ODD = /^ *(?:\w{3,}(?: +\w)+|(?:\w +)+\w{3,}|(?:\p{L}{1,2}\d{1,2} *)+)$|(?:^|\s)[^\s[\]]{5,}[^\S\r\n]+\S|\S[^\S\r\n]+[^\s[\]]{5,}|[^\S\r\n]\p{L}\.$|^[-+•◦▪] |(?:^|\s)(?:\p{L}{2,}[:=>]|[-=<>:+*#~]{2,})|\S[^\S\r\n]{2,}\S/mu;
/** A bracket, an escaped character, a blank or a grapheme. */
const GRAPHEME = `[^][${MARKS}]*`;
const UNIT = new RegExp(`\\[(?:[^\\\\\\]]|\\\\.?)*\\]?|\\\\(?:${GRAPHEME})?|\\s|${GRAPHEME}`, 'gs');
const BRACKET = /^\[(?:[^\\\]]|\\.)*\]$/s;
const EMPTY = 'the grid is empty, expected rows such as tea/ant/oat';
const HOLE = { isHole: true };
const WILD = { isWild: true };

const fields = (text) => text.split(/\s+/).filter(Boolean);
const isBlank = (text) => !text.trim();

/** Joins pieces of text; each separator begins a new part. */
function join(pieces, isSeparator) {
  const parts = [''];
  for (const piece of pieces) {
    if (isSeparator(piece)) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/** The line without surrounding blanks, except a blank that a backslash makes a tile. */
function stripped(line) {
  const from = line.trimStart();
  const bare = from.trimEnd();
  const backslashes = bare.length - bare.replace(/\\+$/, '').length;
  return backslashes % 2 && bare.length < from.length ? from.slice(0, bare.length + 1) : bare;
}

function splitRows(line) {
  if (!line.includes('/')) return [stripped(line)];
  const rows = join(line.match(SLASHES), (piece) => piece === '/');
  if (isBlank(rows.at(-1))) rows.pop();
  const empty = rows.findIndex(isBlank);
  if (empty >= 0) {
    throw gridError(
      `row ${empty + 1} is empty, expected tiles between the slashes; leave out a slash, or write . for each hole`,
      { row: empty },
    );
  }
  return rows.map(stripped);
}

/** May the program read more than rows of tiles: a table, numbers around the grid, a puzzle, JSON? */
function isOther(text, rows, isOneLine) {
  if (/[|\t]/.test(text) || (!text.includes('\\') && ODD.test(text)) || (!isOneLine && rows.length > 3 && rows.every((row) => row.length < 3))) return true;
  if (rows.length < 2 || /[[\\]/.test(text)) return !isOneLine && rows.length > 1;
  if ((!isOneLine && /..\/./.test(text)) || /[,;:"'()<>{=*`]/.test(text) || rows.some((row) => JOINED.test(row)) || /^\s*(\d+[.)]|\p{L}+\s*\w+\s*[-–]\s)/u.test(rows[0]) || /^\s*\d+\s*([\sx×*]\s*\d+)?\s*$/i.test(rows[0])) return true;
  const tokens = rows.map(fields);
  if (rows.some((row) => /^\s*[-=+_*~]{3,}\s*$/.test(row))) return true;
  if (tokens.every((row) => row.length === 1)) return false; // rows of unequal length are an error
  if (tokens.some((row) => row.length !== tokens[0].length)) return true;
  const hasTiles = (row) => row.join('').length <= 1.6 * row.length;
  const isFirst = (token) => /^0*[01]$/.test(token);
  const [head, next] = tokens;
  if (head.length > 1) {
    return [head[0], next[0], head.at(-1), tokens.at(-1)[0]].some(isFirst) || (head[0] === '.' && /^[01aA]$/.test(head[1])) || (!isOneLine && !tokens.every(hasTiles));
  }
  return false;
}

function rowsOf(text) {
  const every = text.replace(/\r\n?/g, '\n').split('\n');
  const lines = every.filter((line) => !isBlank(line));
  if (!lines.length) throw gridError(EMPTY);
  const isOneLine = lines.length === 1;
  const rows = isOneLine && !DOCUMENT.test(text) ? splitRows(lines[0]) : lines.map(stripped);
  if (DOCUMENT.test(text) || isOther(text, rows, isOneLine) || (!isOneLine && text.trim().split(/\n/).some(isBlank))) {
    throw needsServer('the grid has more than rows of tiles, such as bars, separators, numbers or words');
  }
  return rows;
}

/** Is the text one run of tiles, without row breaks, blanks between them or a frame? */
function isBare(text, rows) {
  if (rows.length !== 1 || rows[0] !== stripped(text)) return false;
  const unescaped = text.replace(/\\./gs, '');
  return !unescaped.includes('/') && fields(unescaped).length < 2;
}

function checkAmbiguity(text, rows) {
  const words = rows.length === 1 ? fields(rows[0]) : [];
  const { length } = words[0] ?? '';
  if (words.length < 2 || length < 2 || text.includes('/')) return;
  if (!words.every((word) => word.length === length && /^\p{L}+$/u.test(word))) return;
  throw gridError(
    `the row ${repr(rows[0])} can be ${words.length} rows or ${words.length} tiles: join rows with '/' ` +
      `(${words.join('/')}), or end one row of tiles with '/'`,
  );
}

/** A row split into brackets, escaped characters, blanks and graphemes. */
function unitsOf(row) {
  const units = row.match(UNIT);
  const last = units.at(-1);
  if (last[0] === '[' && !BRACKET.test(last)) {
    const at = row.length - last.length;
    throw gridError(`the bracket at character ${at + 1} of row ${repr(row)} is not closed; write \\[ for a bracket`, { column: at });
  }
  return units;
}

function tokensOf(row) {
  if (!/[[\\]/.test(row)) return /\s/.test(row) ? fields(row) : graphemes(row);
  const units = unitsOf(row);
  return units.some(isBlank) ? join(units, isBlank).filter(Boolean) : units;
}

// --- tiles ---------------------------------------------------------------------------------------

const withU = (text, qu) => (qu && (text === 'q' || text === 'Q') ? `${text}u` : text);

function checkTile(text, token) {
  if (!text || /[\n\r]/.test(text)) throw gridError(`a tile is ${repr(token)}, expected text on one line`);
}

function unescaped(token) {
  return token.replace(/\\(.?)|[[\]]/gs, (found, escaped) => {
    if (found === '\\') throw gridError(`tile ${repr(token)} ends with a backslash; write \\\\ for one`);
    if (escaped === undefined) throw gridError(`tile ${repr(token)} has a bracket inside; write [ei] for a choice, \\[ for a bracket`);
    return escaped;
  });
}

function alternatives(inside) {
  const parts = join(inside.match(/\\.|,|[^\\,]+/gs) ?? [], (piece) => piece === ',').map((part) => part.replace(/\\(.)/gs, '$1'));
  return parts.length > 1 || !parts[0] ? parts : graphemes(parts[0]);
}

function parseChoice(token, qu) {
  if (!token.endsWith(']') || token.length < 3) {
    throw gridError(`tile ${repr(token)} is not a choice such as [ei]; write \\[ for a bracket`);
  }
  const spellings = [...new Set(alternatives(token.slice(1, -1)).map((part) => withU(part, qu)))];
  if (!spellings.every(Boolean)) throw gridError(`tile ${repr(token)} has an empty choice, expected letters such as [ei]`);
  for (const spelling of spellings) checkTile(spelling, token);
  return { spellings };
}

function parseTile(token, qu) {
  if (token === '.') return HOLE;
  if (token === '?') return WILD;
  if (token.startsWith('[')) return parseChoice(token, qu);
  const text = unescaped(token);
  checkTile(text, token);
  return { spellings: [withU(text, qu)] };
}

// --- grids ---------------------------------------------------------------------------------------

/** Runs `read` and adds the place to a grid error that it throws. */
function within(place, facts, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem) || error.document.type !== '/problems/grid') throw error;
    const { type, title, status, detail, ...more } = error.document;
    throw gridError(`${place}: ${detail}`, { ...facts, ...more });
  }
}

function checkSize(rows, columns, [height, width]) {
  if (rows === height && columns === width) return;
  const found = rows === 1 ? `${columns} tile${columns === 1 ? '' : 's'}` : `${rows}x${columns} tiles`;
  throw gridError(
    `the grid has ${found}, the size ${height}x${width} needs ${height * width}, ${width} in each row; give the size ` +
      'that the grid has',
    { size: [height, width] },
  );
}

/** Rows of tokens as { rows, columns, tiles, cells }: the distinct tiles, and the tile number of each cell. */
function encode(rowsOfTokens, size, qu) {
  const table = [];
  for (const row of rowsOfTokens) {
    table.push(row);
    const [tiles, expected] = [row.length, table[0].length];
    if (tiles === expected) continue;
    if (!expected) throw gridError('row 1 is empty, expected tiles; write . for a hole', { row: 0 });
    const text = `row ${table.length} has ${tiles} tile${tiles === 1 ? '' : 's'}, expected ${expected} like row 1; write . for a hole`;
    throw gridError(text, { row: table.length - 1, tiles, expected });
  }
  const tokens = table.flat();
  if (!tokens.length) throw gridError(EMPTY);
  let [rows, columns] = [table.length, table[0].length];
  if (size && rows === 1 && size[0] * size[1] === columns) [rows, columns] = size;
  else if (size) checkSize(rows, columns, size);
  const faces = [...new Set(tokens)];
  const numbers = new Map(faces.map((token, number) => [token, number]));
  const tiles = faces.map((token) => {
    const at = tokens.indexOf(token);
    const [row, column] = [Math.floor(at / columns), at % columns];
    return within(`row ${row + 1}, tile ${column + 1}`, { row, column }, () => parseTile(token, qu));
  });
  return { rows, columns, tiles, cells: tokens.map((token) => numbers.get(token)) };
}

function checkShape(size) {
  if (size && (size[0] < 1 || size[1] < 1)) throw gridError(`size is ${size[0]}x${size[1]}, expected at least 1x1`);
}

/** The tokens of each row, read lazily, so that the first error is reported. */
function* tokenRows(rows) {
  for (const [row, text] of rows.entries()) yield within(`row ${row + 1}`, { row }, () => tokensOf(text));
}

/** Parses the text of a grid. */
export function parseGrid(text, size, qu) {
  checkShape(size);
  checkReadable(text, 'the grid');
  const rows = rowsOf(text);
  if (!size) checkAmbiguity(text, rows);
  const grid = encode(tokenRows(rows), size, qu);
  if (size || !isBare(text, rows)) return grid;
  const side = Math.round(Math.sqrt(grid.columns));
  if (side * side !== grid.columns) {
    let height = Math.floor(Math.sqrt(grid.columns));
    while (grid.columns % height) height--;
    throw gridError(
      `the ${grid.columns} tiles do not make a square: give a size such as ${height}x${grid.columns / height}, ` +
        "rows joined by '/', or one row with a '/' at its end",
      { tiles: grid.columns },
    );
  }
  return { ...grid, rows: side, columns: side };
}

/** Parses the rows of a grid document: text, or tokens with null for a hole. */
export function readRows(rows, size, qu) {
  checkShape(size);
  for (const token of rows.flat()) checkReadable(token ?? '', 'the grid');
  return encode(rows.map((row) => (typeof row === 'string' ? tokensOf(row.trim()) : row.map((token) => token ?? '.'))), size, qu);
}
