// Checks request bodies like src/lexigrid/web/requests.py, with the default limits of a server.

import { Alphabet, gridError, inputError, needsServer, repr } from './letters.js';
import { parseGrid, readRows } from './grid_text.js';
import { STEPS } from './line.js';

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
const SCHEMES = ['classic', 'big', 'super-big', 'fibonacci', 'letters'];
const COMMON_BAND = 50;

// --- forms: does a value have the form that its option needs? ---------------------------------------

const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value) => typeof value === 'string' && !/\p{Surrogate}/u.test(value);
const flag = (value) => typeof value === 'boolean';
const whole = Number.isInteger;
const maybe = (form) => (value) => value === null || form(value);
const list = (form) => (value) => Array.isArray(value) && value.every(form);
const pair = (value) => list(whole)(value) && value.length === 2;
const among = (...names) => (value) => names.includes(value);
const topology = (...names) => (value) => names.includes(value) || list((each) => list(pair)(each) && each.length === 2)(value);

const GRID = {
  grid: (value) => isPlain(value) || Array.isArray(value) || text(value),
  size: maybe(pair),
  qu: flag,
  alphabet: maybe(text),
  case_sensitive: flag,
  fold_accents: flag,
};
const WORDS = { words: maybe(list(text)), lexicon: maybe(text) };
const CUTS = { limit: maybe(whole), deadline: maybe(Number.isFinite) };
/** The fields of the body by kind of request. */
const FIELDS = {
  paths: {
    ...GRID,
    topology: maybe(topology(...TOPOLOGIES)),
    wrap: maybe(flag),
    reuse: flag,
    min_length: maybe(whole),
    common: maybe((value) => flag(value) || whole(value)),
    scoring: (value) => SCHEMES.includes(value) || list(pair)(value),
    paths: among('none', 'one', 'all'),
    sort: among(...Object.keys(SORTS)),
    count_only: flag,
    ...CUTS,
    ...WORDS,
  },
  lines: {
    ...GRID,
    directions: (value) => text(value) || list(among(...DIRECTIONS))(value),
    wrap: maybe(flag),
    first: flag,
    wildcards: flag,
    count_only: flag,
    through: maybe(pair),
    ...CUTS,
    ...WORDS,
  },
  trace: {
    ...GRID,
    topology: maybe(topology(...TOPOLOGIES, 'line')),
    wrap: maybe(flag),
    reuse: flag,
    paths: among('one', 'all', 'count'),
    ...CUTS,
    words: list(text),
  },
  solve: {
    ...GRID,
    found: list(text),
    theme: list(text),
    spanning: flag,
    phrases: maybe(flag),
    most_words: maybe(whole),
    hints: whole,
    ...CUTS,
    ...WORDS,
  },
  words: { words: list(text) },
};
const REQUIRED = { paths: ['grid'], lines: ['grid'], trace: ['grid', 'words'], solve: ['grid'], words: ['words'] };
const DEFAULTS = {
  paths: { scoring: 'classic', paths: 'one', sort: 'grid' },
  lines: { directions: DIRECTIONS },
  trace: { paths: 'one', limit: 1_000 },
  solve: { found: [], theme: [], spanning: true, limit: 1_000, hints: 0 },
  words: {},
};

/** Names the option that a message is about, as the server does: its first word. */
export function nameOption(kind, document) {
  const option = document.detail.split(/\s/, 1)[0];
  if (Object.hasOwn(FIELDS[kind] ?? {}, option)) document.field = option;
  return document;
}

/** The body of a request with defaults filled in; other missing fields are null. Pages send no others, so a fault is not described. */
export function checkBody(kind, body) {
  const fields = FIELDS[kind];
  const given = isPlain(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) : {};
  const isFaulty = (name) => (name in given ? !Object.hasOwn(fields, name) || !fields[name](given[name]) : REQUIRED[kind].includes(name));
  const faulty = [...Object.keys(fields), ...Object.keys(given).filter((name) => !Object.hasOwn(fields, name))].filter(isFaulty);
  if (faulty.length) {
    const errors = faulty.slice(0, 20).map((name) => ({ pointer: `#/${name}`, detail: 'it is missing, unknown or of another form' }));
    throw inputError(`${errors[0].pointer}: ${errors[0].detail}`, { errors });
  }
  return { ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])), ...DEFAULTS[kind], ...given };
}

// --- meaning ---------------------------------------------------------------------------------------

function checkMost(count, most, name, unit) {
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

/** The seconds that a search may take. */
export function secondsOf(deadline) {
  const most = LIMITS.most_deadline;
  if (deadline > most) throw inputError(`deadline is ${deadline}, this server allows at most ${most} seconds`, { most });
  return Math.min(deadline ?? LIMITS.deadline, most);
}

export function checkSeconds(seconds) {
  if (seconds < 0) {
    throw inputError(`deadline is ${Number.isInteger(seconds) ? seconds.toFixed(1) : seconds}, expected seconds from 0`);
  }
}

/** The grid of a request: { rows, columns, tiles, cells, alphabet, topology, wrap }. */
export function readGrid(body, mostCells) {
  if (body.alphabet !== null) throw needsServer('the rules of a named alphabet are not here');
  const given = body.case_sensitive || body.fold_accents ? new Alphabet(body) : null;
  let grid;
  if (typeof body.grid === 'string') {
    checkMost([...body.grid].length, LIMITS.grid_text, 'grid', 'characters');
    grid = { ...parseGrid(body.grid, body.size, body.qu), alphabet: given, topology: 'king', wrap: false };
  } else grid = readDocument(body.grid, body);
  checkMost(grid.rows * grid.columns, mostCells, 'grid', 'cells');
  return grid;
}

/** The grid of a `lexigrid/grid` or `lexigrid/puzzle` document. */
function readDocument(data, body) {
  const shown = (value) => (typeof value === 'string' ? repr(value) : value === undefined || value === null ? 'None' : JSON.stringify(value));
  if (Array.isArray(data) || data.format === undefined) throw needsServer('rows and documents of other programs are not read here');
  if (data.format !== 'lexigrid/grid' && data.format !== 'lexigrid/puzzle') {
    throw gridError(`the format is ${shown(data.format)}, expected 'lexigrid/grid'`);
  }
  if (data.version !== 1) throw gridError(`the version is ${shown(data.version)}, this release reads 1`);
  const isToken = (token) => token === null || typeof token === 'string';
  const isRow = (row) => typeof row === 'string' || (Array.isArray(row) && row.every(isToken));
  const fits = {
    rows: Array.isArray(data.rows) && data.rows.every(isRow),
    topology: data.topology === undefined || TOPOLOGIES.includes(data.topology),
    pairs: !data.pairs || topology()(data.pairs),
    flags: ['wrap', 'case_sensitive', 'fold_accents'].every((name) => [undefined, true, false].includes(data[name])),
  };
  if (!Object.values(fits).every(Boolean)) throw needsServer('the grid is a document of another form than the browser reads');
  // The alphabet of the request replaces that of the document.
  const flags = body.case_sensitive || body.fold_accents ? body : data;
  if (flags === data && data.alphabet) throw needsServer('the rules of a named alphabet are not here');
  const isGiven = data.alphabet === '' || flags.case_sensitive || flags.fold_accents;
  const grid = readRows(data.rows, body.size, body.qu);
  const own = topologyOf({ topology: data.pairs?.length ? data.pairs : (data.topology ?? 'king'), wrap: data.wrap ?? null }, { wrap: false });
  checkTopology(own, grid);
  return { ...grid, alphabet: isGiven ? new Alphabet(flags) : null, ...own };
}

/** Checks that a topology fits a grid. */
export function checkTopology({ topology: name, wrap }, { rows, columns }) {
  if (Array.isArray(name)) {
    for (const [row, column] of name.flat()) {
      if (row < 0 || row >= rows || column < 0 || column >= columns) {
        throw gridError(`cell (${row}, ${column}) of the topology is not on the ${rows}x${columns} grid`, { row, column });
      }
    }
  } else if (name === 'hex' && wrap && rows % 2) {
    throw gridError(`a wrapped hex grid has ${rows} rows, expected an even number`, { rows });
  }
}

/** The topology of a search; its options take precedence over those of its grid. */
export function topologyOf(body, grid) {
  const isNamed = typeof body.topology === 'string';
  const chosen = {
    topology: body.topology ?? grid.topology,
    wrap: body.wrap ?? ((body.topology === null || isNamed) && grid.wrap),
  };
  if (chosen.wrap && Array.isArray(chosen.topology)) {
    throw inputError('wrap is for named topologies; give pairs of cells across the edges');
  }
  return chosen;
}

/** The highest band of common words; null for all words. */
export const commonBand = (common) => (typeof common === 'boolean' ? (common ? COMMON_BAND : null) : checkWhole(common, 'common'));

export function checkScoring(scoring) {
  for (const [letters, given] of Array.isArray(scoring) ? scoring : []) {
    if (Math.min(letters, given) < 0 || Math.max(letters, given) >= 2 ** 32) {
      throw inputError(`scoring gives ${given} points for ${letters} letters, expected whole numbers from 0`);
    }
  }
}

/** The points of a word of each length up to `maxLength`. */
export function pointsTable(scoring, maxLength) {
  const points = new Uint32Array(maxLength + 1);
  if (Array.isArray(scoring)) {
    for (const [letters, given] of scoring) if (letters <= maxLength) points[letters] = given;
    return points;
  }
  const classic = (letters) => (letters >= 8 ? 11 : [0, 0, 0, 1, 1, 2, 3, 5][letters]);
  const schemes = {
    classic,
    big: (letters) => (letters === 3 ? 0 : classic(letters)),
    'super-big': (letters) => (letters >= 9 ? 2 * letters : letters === 3 ? 0 : classic(letters)),
    fibonacci: (letters) => (letters < 3 ? 0 : letters < 5 ? 1 : Math.min(points[letters - 1] + points[letters - 2], 2 ** 32 - 1)),
    letters: (letters) => letters,
  };
  for (let letters = 0; letters <= maxLength; letters++) points[letters] = schemes[scoring](letters);
  return points;
}

/** The directions as bits, N first. */
export function directionBits(directions) {
  const names = typeof directions === 'string' ? directions.split(',').map((name) => name.trim().toUpperCase()) : directions;
  if (!names.every((name) => DIRECTIONS.includes(name))) throw needsServer(`a direction in ${repr(String(directions))} is unknown in the browser`);
  if (!names.length) throw inputError(`no direction is given, expected one or more of ${DIRECTIONS.join(', ')}`);
  return names.reduce((bits, name) => bits | (1 << DIRECTIONS.indexOf(name)), 0);
}
