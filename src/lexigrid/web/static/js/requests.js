// Checks request bodies like src/lexigrid/web/requests.py, with the default limits of a server.

import { Alphabet, gridError, inputError, needsServer, repr } from './letters.js';
import { parseGrid, readRows } from './grid_text.js';
import { STEPS, isInside } from './line.js';

/** What one request may ask for: the defaults of src/lexigrid/web/limits.py. */
export const LIMITS = {
  grid_text: 64 * 1024,
  line_cells: 10_000,
  cells: 2_500,
  words: 5_000,
  word_letters: 100,
  traced_words: 100,
  answer_words: 5_000,
  covers: 1_000,
  answer_cells: 200_000,
  deadline: 1,
  most_deadline: 2,
};
export const TOPOLOGIES = ['king', 'rook', 'bishop', 'hex'];
/** The orders of words, as the core numbers them. */
export const SORTS = { grid: 0, alpha: 2, length: 3, score: 4 };
const DIRECTIONS = Object.keys(STEPS);
const COMMON_BAND = 50;
const MOST_POINTS = 2 ** 32 - 1;
const classic = (letters) => [0, 0, 0, 1, 1, 2, 3, 5][letters] ?? 11;
const big = (letters) => (letters === 3 ? 0 : classic(letters));
/** The points of a word by its number of letters, after those of shorter words. */
const SCHEMES = {
  classic,
  big,
  'super-big': (letters) => (letters >= 9 ? 2 * letters : big(letters)),
  fibonacci: (letters, points) => (letters < 5 ? classic(letters) : Math.min(points[letters - 1] + points[letters - 2], MOST_POINTS)),
  letters: (letters) => letters,
};

const text = (value) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
const flag = (value) => typeof value === 'boolean';
const whole = Number.isInteger;
const maybe = (form) => (value) => value === null || form(value);
const list = (form) => (value) => Array.isArray(value) && value.every(form);
const pair = (value) => list(whole)(value) && value.length === 2;
const points = (number) => number >= 0 && number <= MOST_POINTS;
const among = (...names) => (value) => names.includes(value);

const each = (form, ...names) => Object.fromEntries(names.map((name) => [name, form]));

/** Does a value have the form that its option needs? */
const FORMS = {
  grid: (value) => text(value) || (typeof value === 'object' && value !== null),
  topology: (value) => [...TOPOLOGIES, 'line', null].includes(value) || list((each) => list(pair)(each) && each.length === 2)(value),
  common: maybe((value) => flag(value) || whole(value)),
  scoring: (value) => Object.hasOwn(SCHEMES, value) || list((each) => pair(each) && each.every(points))(value),
  paths: among('none', 'one', 'all', 'count'),
  sort: among(...Object.keys(SORTS)),
  directions: (value) => text(value) || list(among(...DIRECTIONS))(value),
  deadline: maybe(Number.isFinite),
  hints: whole,
  words: maybe(list(text)),
  ...each(list(text), 'found', 'theme'),
  ...each(maybe(text), 'alphabet', 'lexicon'),
  size: maybe((value) => pair(value) && Math.min(...value) > 0),
  through: maybe(pair),
  ...each(maybe(whole), 'limit', 'min_length', 'most_words'),
  ...each(maybe(flag), 'wrap', 'phrases'),
};
const GRID = { grid: undefined, size: null, alphabet: null, ...each(false, 'qu', 'case_sensitive', 'fold_accents') };
const CUTS = { limit: null, deadline: null };
const CHOICE = { words: null, lexicon: null };
/** The options of each kind of request with their defaults; those that are undefined are needed. */
const OPTIONS = {
  paths: { ...GRID, ...CUTS, ...CHOICE, topology: null, wrap: null, reuse: false, min_length: null, common: null, scoring: 'classic', paths: 'one', sort: 'grid', count_only: false },
  lines: { ...GRID, ...CUTS, ...CHOICE, directions: DIRECTIONS, wrap: null, ...each(false, 'first', 'wildcards', 'count_only'), through: null },
  trace: { ...GRID, ...CUTS, words: undefined, topology: null, wrap: null, reuse: false, paths: 'one', limit: 1_000 },
  solve: { ...GRID, ...CUTS, ...CHOICE, found: [], theme: [], spanning: true, phrases: null, most_words: null, limit: 1_000, hints: 0 },
  words: { words: undefined },
};
/** The values that an option has in other kinds of requests. */
const LACKS = { paths: { topology: 'line', paths: 'count' }, trace: { paths: 'none', words: null }, words: { words: null } };

/** Names the option that a message is about, as the server does: its first word. */
export function nameOption(kind, document) {
  const option = document.detail.split(/\s/, 1)[0];
  return Object.hasOwn(OPTIONS[kind], option) ? { ...document, field: option } : document;
}

/** The body of a request with the defaults. Pages make no faults here, which are hardly described. */
export function checkBody(kind, body) {
  const known = OPTIONS[kind];
  const given = { ...known, ...body };
  const formOf = (name) => (flag(known[name]) ? flag : FORMS[name]);
  const fits = (name, value) => Object.hasOwn(known, name) && formOf(name)(value) && LACKS[kind]?.[name] !== value;
  const [faulty] = Object.entries(given).find(([name, value]) => !fits(name, value)) ?? [];
  if (!faulty) return given;
  const error = { pointer: `#/${faulty}`, detail: 'it is missing, unknown or of another form' };
  throw inputError(`${error.pointer}: ${error.detail}`, { errors: [error] });
}

function checkMost(count, most, name, unit) {
  if (count < 0) throw needsServer(`${name} is below 0`);
  if (count > most) {
    throw inputError(`${name} has ${count} ${unit}, this server allows at most ${most}`, { limit: most, count, most });
  }
}

export const checkLimit = (limit, most = LIMITS.answer_words) => (limit === null ? most : (checkMost(limit, most, 'limit', 'answers'), limit));

export function checkWhole(value, name) {
  if (value !== null && value < 0) throw inputError(`${name} is ${value}, expected a whole number from 0`);
  return value;
}

export function checkWords(words, most = LIMITS.words) {
  checkMost(words.length, most, 'words', 'words');
  for (const word of words) {
    checkMost([...word].length, LIMITS.word_letters, `the word ${repr([...word].slice(0, 20).join(''))}...`, 'characters');
  }
}

export function secondsOf(deadline) {
  const most = LIMITS.most_deadline;
  if (deadline > most) throw inputError(`deadline is ${deadline}, this server allows at most ${most} seconds`, { most });
  if (deadline < 0) throw inputError(`deadline is ${Number.isInteger(deadline) ? deadline.toFixed(1) : deadline}, expected seconds from 0`);
  return Math.min(deadline ?? LIMITS.deadline, most);
}

/** The grid of a request, as text or as a document with rows and a topology: { rows, columns, tiles, cells, alphabet, topology, wrap }. */
export function readGrid({ grid, size, qu, alphabet, ...given }, mostCells) {
  if (alphabet !== null) throw needsServer('the rules of a named alphabet are not here');
  const isText = typeof grid === 'string';
  if (isText) checkMost([...grid].length, LIMITS.grid_text, 'grid', 'characters');
  const { format, version, rows, topology = 'king', wrap = false, alphabet: name, case_sensitive = false, fold_accents = false, ...others } = isText ? {} : grid;
  const own = { case_sensitive, fold_accents };
  const isToken = (token) => token === null || typeof token === 'string';
  const isRow = (row) => row?.length > 0 && (typeof row === 'string' || list(isToken)(row));
  const hasFlags = [wrap, case_sensitive, fold_accents].every(flag) && !name && !Object.keys(others).length;
  const isRead = format === 'lexigrid/grid' && version === 1 && list(isRow)(rows) && TOPOLOGIES.includes(topology) && hasFlags;
  if (!isText && !isRead) throw needsServer('the grid is a document of another form than the browser reads');
  const found = isText ? parseGrid(grid, size, qu) : readRows(rows, size, qu);
  checkTopology({ topology, wrap }, found);
  checkMost(found.rows * found.columns, mostCells, 'grid', 'cells');
  // The alphabet of the request replaces that of the document.
  const rules = [given, own].find((each) => each.case_sensitive || each.fold_accents) ?? (name === '' ? own : null);
  return { ...found, alphabet: rules && new Alphabet(rules), topology, wrap };
}

/** Checks that a topology fits a grid. Pages send only names. */
export function checkTopology({ topology, wrap }, { rows, columns }) {
  const isFit = !Array.isArray(topology) || topology.flat().every((cell) => isInside(cell, [rows, columns]));
  if (!isFit) throw needsServer('the pairs of cells do not fit the grid');
  if (topology === 'hex' && wrap && rows % 2) throw gridError(`a wrapped hex grid has ${rows} rows, expected an even number`, { rows });
}

/** The topology of a search; its options take precedence over those of its grid. */
export function topologyOf(body, grid) {
  const isList = Array.isArray(body.topology);
  if (isList && body.wrap) throw needsServer('pairs of cells do not wrap');
  return { topology: body.topology ?? grid.topology, wrap: body.wrap ?? (!isList && grid.wrap) };
}

/** The highest band of common words; null for all words. */
export const commonBand = (common) => (typeof common === 'boolean' ? (common ? COMMON_BAND : null) : checkWhole(common, 'common'));

/** The points of a word of each length up to `maxLength`. */
export function pointsTable(scoring, maxLength) {
  const table = Array.isArray(scoring) ? Object.fromEntries(scoring) : null;
  const points = new Uint32Array(maxLength + 1);
  for (let letters = 0; letters <= maxLength; letters++) points[letters] = table ? table[letters] : SCHEMES[scoring](letters, points);
  return points;
}

/** The directions as bits, N first. */
export function directionBits(directions) {
  const names = typeof directions === 'string' ? directions.split(',').map((name) => name.trim().toUpperCase()) : directions;
  if (!names.length || !names.every((name) => DIRECTIONS.includes(name))) throw needsServer(`${repr(String(directions))} are no directions`);
  return names.reduce((bits, name) => bits | (1 << DIRECTIONS.indexOf(name)), 0);
}
