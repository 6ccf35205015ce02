// Searches without a server: the native core as WebAssembly, with the requests of the HTTP API.
//
//   const core = await loadCore({ core: 'core.wasm', words: 'english.words' });
//   core.answer('paths', { grid: 'tea/ant/oat' })    // { answer } or { problem }, as from api/v1/paths
//
// This module does not use the DOM, and runs in a worker (js/worker.js) and in Node. Text is parsed here, and
// native/wasm searches numbers. Text that only Python can parse is a problem of the type /problems/needs-server, never
// a guess.

import { solveCover } from './covers.js';
import { checkReadable, inputError, needsServer, OPEN, Problem, wordsError } from './letters.js';
import { cellsOf, isInside } from './line.js';
import { Lexicons, punctuationOn, read, startNative } from './native.js';
import * as requests from './requests.js';

/** No limit, or no letter. */
const NONE = 0xffffffff;
/** The code of a letter that no word has. */
const OTHER_LETTER = 0xfffe;

/** The answer, with the number of all items if the limit left some out. */
function withTotal(found, limit, countAll) {
  const every = found.complete || found.count !== limit ? {} : countAll();
  return every.complete ? { ...found, total: every.count } : found;
}

/**
 * A grid in the codes of the letters of an alphabet. A letter without a code gets `other`; if that is null, its tile is
 * encoded as a hole.
 */
function board({ rows, columns, tiles, cells }, { alphabet, codes }, other = null) {
  const numbers = [rows, columns, tiles.length];
  for (const { isWild, spellings = [] } of tiles) {
    const encoded = spellings.map((text) => alphabet.split(text).map((letter) => codes.get(letter) ?? other));
    const found = encoded.filter((each) => each.length && !each.includes(null));
    if (!found.length) numbers.push(isWild ? 2 : 0);
    else if (found.length === 1 && found[0].length === 1) numbers.push(1, found[0][0]);
    else numbers.push(3, found.length, ...found.flatMap((each) => [each.length, ...each]));
  }
  numbers.push(cells.length);
  return numbers.concat(cells);
}

function adjacency({ topology, wrap }, { columns }) {
  if (!Array.isArray(topology)) return [requests.TOPOLOGIES.indexOf(topology), Number(wrap), 0];
  return [requests.TOPOLOGIES.length, 0, topology.length * 2, ...topology.flat().map(([row, column]) => row * columns + column)];
}

/** Loads the core and the words, each from an address or a buffer. */
export async function loadCore({ core, words }) {
  const [code, packed] = await Promise.all([read(core), read(words)]);
  const native = await startNative(code);
  return new Core(native, new Lexicons(native, packed));
}

class Core {
  constructor(native, lexicons) {
    Object.assign(this, { native, lexicons });
  }

  /** Answers a request like the HTTP API: { answer }, or { problem } with a problem document. */
  answer(kind, body) {
    try {
      return { answer: this[kind](requests.checkBody(kind, body)) };
    } catch (error) {
      if (error instanceof Problem) return { problem: requests.nameOption(kind, error.document) };
      throw error;
    } finally {
      this.lexicons.freeOwn();
    }
  }

  /** Only here: the band of each word, or null if it is unknown, and the number of its letters. */
  words({ words }) {
    return { words: words.map((word) => this.lexicons.describe(word)) };
  }

  paths(body) {
    const seconds = requests.secondsOf(body.deadline);
    const limit = body.count_only && body.limit === null ? null : requests.checkLimit(body.limit);
    const given = this.lexicons.choose(body);
    const grid = requests.readGrid(body, requests.LIMITS.cells);
    const topology = requests.topologyOf(body, grid);
    const minLength = requests.checkWhole(body.min_length, 'min_length') ?? (given ? 1 : 3);
    const band = requests.commonBand(body.common);
    const lexicon = this.lexicons.for(grid, given, '', band);
    requests.checkTopology(topology, grid);
    const points = requests.pointsTable(body.scoring, lexicon.maxLength);
    const options = { topology, reuse: body.reuse, least: Math.min(minLength, NONE - 1), sort: body.sort, cells: requests.LIMITS.answer_cells, seconds, points };
    const search = (paths, countOnly, most) => this.#askPaths(grid, lexicon, { ...options, paths, countOnly, limit: most ?? NONE });
    const found = search(body.paths, body.count_only, limit);
    return withTotal(found, limit, () => search('none', true, null));
  }

  lines(body) {
    const seconds = requests.secondsOf(body.deadline);
    const limit = requests.checkLimit(body.limit);
    if (body.words === null && body.lexicon === null) throw needsServer('no words are given, and only a server finds words in the text of a puzzle');
    const given = this.lexicons.choose(body);
    const bits = requests.directionBits(body.directions);
    const grid = requests.readGrid(body, requests.LIMITS.line_cells);
    const search = (changes) => this.#searchLines(grid, given, { ...body, bits, limit, seconds, ...changes });
    return withTotal(search({}), limit, () => search({ count_only: true, limit: null }));
  }

  #searchLines(grid, given, { bits, wrap, first, count_only, wildcards, through, limit, seconds }) {
    const lexicon = this.lexicons.for(grid, given, wildcards ? '?' : '');
    const anyLetter = wildcards ? lexicon.codes.get('?') : undefined;
    if (through && !isInside(through, [grid.rows, grid.columns])) throw needsServer('through is not a cell of the grid');
    return this.native.ask('lines', [
      lexicon.at,
      ...board(grid, lexicon, anyLetter === undefined ? null : OTHER_LETTER),
      bits, Number(wrap ?? grid.wrap), Number(first), Number(count_only),
      anyLetter ?? NONE, limit ?? NONE,
      ...(through ? [1, through[0] * grid.columns + through[1]] : [0]),
      Math.round(seconds * 1e6),
    ]);
  }

  solve(body) {
    const seconds = requests.secondsOf(body.deadline);
    requests.checkLimit(requests.checkWhole(body.limit, 'limit'), requests.LIMITS.covers);
    const given = this.lexicons.choose(body);
    for (const listed of [body.found, body.theme]) requests.checkWords(listed);
    const grid = requests.readGrid(body, requests.LIMITS.cells);
    const until = performance.now() + seconds * 1e3;
    const native = {
      lexiconOf: (words, band) => this.lexicons.for(grid, words, '', band),
      bandOf: (lexicon, word) => this.native.bandOf(lexicon, word),
      ask: (numbers) => this.native.ask('covers', numbers),
      pathsOf: (lexicon, least) => {
        const left = Math.max(0, until - performance.now()) / 1e3;
        const found = this.#askPaths(grid, lexicon, { least, seconds: left });
        if (!found.complete && performance.now() >= until) return null;
        if (!found.complete) throw inputError('the words have too many paths on this board; give fewer words');
        return found.words;
      },
    };
    return solveCover(grid, { ...body, words: given }, native, seconds);
  }

  /** The words on a grid, with all their paths unless other options are given. */
  #askPaths(grid, lexicon, { least, seconds, points = new Uint32Array(lexicon.maxLength + 1), topology = grid, reuse = false, paths = 'all', countOnly = false, sort = 'grid', limit = NONE, cells = NONE }) {
    return this.native.ask('paths', [
      lexicon.at,
      ...board(grid, lexicon),
      ...adjacency(topology, grid),
      Number(reuse), least, { none: 1, one: 2, all: 3 }[paths],
      Number(countOnly), requests.SORTS[sort], limit, cells,
      Math.round(seconds * 1e6),
      points.length, ...points,
    ]);
  }

  trace(body) {
    const until = performance.now() + requests.secondsOf(body.deadline && Math.max(0, body.deadline)) * 1e3;
    requests.checkLimit(body.limit);
    requests.checkWords(body.words, requests.LIMITS.traced_words);
    if (!body.words.length) throw inputError('no words to trace; name at least one');
    const grid = requests.readGrid(body, requests.LIMITS.cells);
    const answers = [];
    let left = requests.LIMITS.answer_cells;
    for (const word of body.words) {
      const size = Math.max(1, [...word].length);
      const most = Math.max(1, Math.floor(left / size));
      const limit = body.limit === null ? most : Math.min(body.limit, most);
      const seconds = Math.max(0, until - performance.now()) / 1e3;
      const found = this.#traceWord(grid, word, { ...body, limit, seconds });
      answers.push({ word, ...found });
      left -= found.paths.length * size;
    }
    return { format: 'lexigrid/trace', version: 1, rows: grid.rows, columns: grid.columns, answers };
  }

  #traceWord(grid, word, options) {
    const alphabet = grid.alphabet ?? OPEN;
    const isLine = options.topology === 'line';
    if (isLine && options.reuse) throw inputError('reuse is for paths; a straight line never visits a cell twice');
    const topology = isLine ? null : requests.topologyOf(options, grid);
    checkReadable(word, 'the word');
    const letters = alphabet.spell(word, (letter) => punctuationOn(grid, alphabet).has(letter));
    if (!letters.length) throw wordsError('the word is empty, expected letters');
    if (isLine) return this.#traceLine(grid, word, options);
    requests.checkTopology(topology, grid);
    const faces = [...new Set(letters)].sort();
    const codes = new Map(faces.map((face, code) => [face, code]));
    return this.native.ask('trace', [
      letters.length,
      ...letters.map((letter) => codes.get(letter)),
      ...board(grid, { alphabet, codes }),
      ...adjacency(topology, grid),
      Number(options.reuse), { one: 0, all: 1, count: 2 }[options.paths], options.limit,
      Math.round(options.seconds * 1e6),
    ]);
  }

  /** A word in straight lines, as the cells of each line. */
  #traceLine(grid, word, { wrap, paths, limit, seconds }) {
    const found = this.#searchLines(grid, [word], { bits: 255, wrap, first: false, count_only: paths === 'count', limit: null, seconds });
    const status = found.count ? 'found' : found.complete ? 'absent' : 'undetermined';
    const listed = found.occurrences.slice(0, paths === 'one' ? Math.min(1, limit) : limit);
    return { status, count: found.count, complete: found.complete, paths: listed.map((seen) => cellsOf(seen, grid)) };
  }
}
