// Covers of a board without a server: the search, order and hints of search/covers.py and search/cover_hints.py. This
// module does not use the DOM.

import { gridError, needsServer } from './letters.js';
import { TOPOLOGIES } from './requests.js';

const [MIN_LETTERS, MIN_PHRASE_LETTERS] = [4, 3];
const MAX_CELLS = 144;
const COMMON_BAND = 50;
const [INFLECTED, NO_BAND] = [50, 50];
const NONE = 0xffffffff;

const compare = (a, b) => (a < b ? -1 : Number(a > b));
const compareCells = (a, b) => a.map((cell, at) => (b[at] === undefined ? 1 : compare(cell[0], b[at][0]) || compare(cell[1], b[at][1]))).find(Boolean) ?? a.length - b.length;
const compareMembers = (a, b) => a.map(({ word, path }, at) => (b[at] ? compare(word, b[at].word) || compareCells(path, b[at].path) : 1)).find(Boolean) ?? a.length - b.length;
const firstOf = ({ path }) => path.reduce((a, b) => (compareCells([b], [a]) < 0 ? b : a));
const byRank = (a, b) => a.size - b.size || a.cost - b.cost || compareMembers(a.members, b.members);
const product = (lists) => lists.reduce((all, list) => all.flatMap((before) => list.map((each) => [...before, each])), [[]]);

/** A board with the searches of the core: `lexiconOf(words, band)`, `pathsOf(lexicon, least)`, `ask(numbers)`, `bandOf`. */
export function solveCover(grid, body, native, seconds) {
  const { rows, columns, topology, wrap } = grid;
  if (rows * columns > MAX_CELLS) throw gridError(`the board is ${rows}x${columns}, expected at most ${MAX_CELLS} cells`);
  if (wrap || !['king', 'rook', 'hex'].includes(topology)) throw needsServer('paths of this topology do not cover boards here');
  if (grid.tiles.some(({ isHole, spellings }) => !isHole && spellings?.length !== 1)) throw needsServer('tiles with several letters to choose from are not read here');
  if (body.most_words !== null && body.most_words < 1) throw needsServer('most_words is not a number from 1');
  const { words, lexicon, phrases } = body;
  const own = words ?? lexicon;
  const [isPhrase, has] = [phrases === true, ([, one]) => phrases === null || one === phrases];
  const tries = own === null ? [[[COMMON_BAND, isPhrase]], [[null, isPhrase], [COMMON_BAND, true]]] : [[[null, isPhrase]], [[null, true]]];
  const until = performance.now() + seconds * 1e3;
  let [ranked, cutBy] = [[], null];
  for (const some of tries) {
    for (const [band, hasPhrases] of some.filter(has)) {
      const found = searchCovers(grid, body, native, native.lexiconOf(words, band), hasPhrases, Math.max(0, until - performance.now()) / 1e3);
      [ranked, cutBy] = [[...ranked, ...found.covers], cutBy ?? found.cutBy];
    }
    if (ranked.length || cutBy) break;
  }
  const first = new Map();
  for (const each of ranked.sort(byRank)) if (!first.has(each.key)) first.set(each.key, each);
  const kept = [...first.values()].slice(0, body.limit ?? first.size);
  if (kept.length < first.size) cutBy = 'limit';
  const covers = kept.map(({ members, spanning }) => ({ words: members.map(({ word, path }) => ({ word, path })), spanning }));
  const hints = body.hints ? { hints: listHints(grid, kept, body.found).slice(0, body.hints) } : {};
  return { ...hints, format: 'lexigrid/covers', version: 1, rows, columns, count: covers.length, complete: !cutBy, covers };
}

function searchCovers(grid, body, native, lexicon, hasPhrases, seconds) {
  const lettersOf = (word) => lexicon.alphabet.spell(word).join('');
  const listed = native.pathsOf(lexicon, hasPhrases ? MIN_PHRASE_LETTERS : MIN_LETTERS);
  if (!listed) return { covers: [], cutBy: 'deadline' };
  const known = new Map(listed.map((each, at) => [lettersOf(each.word), at]));
  const extra = [...new Set([...body.found, ...body.theme])].filter((word) => !known.has(lettersOf(word)));
  const more = extra.length ? native.pathsOf(native.lexiconOf(extra, null), 1) : [];
  if (!more) return { covers: [], cutBy: 'deadline' };
  more.forEach(({ word }, at) => known.set(lettersOf(word), listed.length + at));
  const needed = body.found.map((word) => known.get(lettersOf(word)));
  if (needed.includes(undefined)) return { covers: [], cutBy: null };
  const all = [...listed, ...more];
  const theme = new Set(body.theme.map((word) => word.toLowerCase()));
  const paths = all.flatMap(({ word, paths: own }, number) => own.map((path) => ({ number, word, path, isExtra: number >= listed.length })));
  const roles = paths.map(({ word, isExtra }) => {
    const { length } = [...lettersOf(word)];
    return Number(length >= MIN_LETTERS || isExtra) + 2 * Number(hasPhrases && length >= MIN_PHRASE_LETTERS);
  });
  let end = 0;
  const list = (numbers) => [numbers.length, ...numbers];
  const cells = paths.flatMap(({ path }) => path.map(([row, column]) => row * grid.columns + column));
  const answer = native.ask([
    grid.rows, grid.columns, TOPOLOGIES.indexOf(grid.topology),
    ...list(grid.cells.map((tile) => Number(!grid.tiles[tile].isHole))),
    ...list(cells),
    ...list(paths.map(({ path }) => (end += path.length))),
    ...list(paths.map(({ number }) => number)),
    ...list(roles),
    ...list([...new Set(needed)]),
    Number(body.spanning), body.most_words ?? NONE, body.limit ?? NONE, Math.round(seconds * 1e6),
  ]);
  const choices = answer.is_phrase.map((isPhrase, option) => {
    const own = answer.paths.slice(answer.path_at[option], answer.path_at[option + 1]).map((at) => paths[at]);
    return isPhrase ? Array.from({ length: own.length / 2 }, (_, at) => own.slice(2 * at, 2 * at + 2)) : own.map((each) => [each]);
  });
  const costOf = ({ word, isExtra }) => {
    if (theme.has(word.toLowerCase())) return 0;
    const isInflected = (word.endsWith('s') && native.bandOf(lexicon, word.slice(0, -1)) >= 0) || word.endsWith('ed');
    return (isExtra || !lexicon.hasBands ? NO_BAND : native.bandOf(lexicon, word)) + INFLECTED * Number(isInflected);
  };
  const covers = new Map();
  answer.first.slice(1).forEach((last, at) => {
    const options = answer.options.slice(answer.first[at], last);
    for (const chosen of product(options.map((option) => choices[option]))) {
      const members = chosen.flat().sort((a, b) => compareCells([firstOf(a)], [firstOf(b)]));
      if (new Set(members.map(({ word }) => word)).size < members.length) continue;
      const spans = members.filter(({ path }) => isSpanning(grid, path)).map(({ word }) => word);
      const spanning = spans.length ? spans : (chosen.find((each) => each.length > 1) ?? []).map(({ word }) => word);
      const key = JSON.stringify(members.map(({ word, path }) => [word, path]));
      const cost = members.reduce((sum, each) => sum + costOf(each), 0);
      if (!covers.has(key)) covers.set(key, { key, members, spanning, size: options.length, cost });
    }
  });
  const ranked = [...covers.values()].sort(byRank);
  const kept = ranked.slice(0, body.limit ?? ranked.length);
  const bands = new Map(kept.flatMap(({ members }) => members).map((each) => [each.word, each.isExtra || !lexicon.hasBands ? 0 : native.bandOf(lexicon, each.word)]));
  return { covers: kept.map((each) => ({ ...each, bands })), cutBy: kept.length < ranked.length ? 'limit' : answer.cut_by };
}

function isSpanning({ rows, columns }, path) {
  const touches = (axis, last) => [0, last].every((edge) => path.some((cell) => cell[axis] === edge));
  return touches(0, rows - 1) || touches(1, columns - 1);
}

/** Hints for the words of the first cover that are not found, as `list_hints` in Python. */
function listHints(grid, covers, found) {
  if (!covers.length) return [];
  const [best] = covers;
  const known = new Set(found.map((word) => word.toLowerCase()));
  const keyOf = ({ word, path }) => JSON.stringify([word, path]);
  const places = new Map();
  for (const { members } of covers) for (const each of members) places.set(keyOf(each), (places.get(keyOf(each)) ?? 0) + 1);
  const spans = ({ word }) => Number(best.spanning.includes(word));
  const left = best.members.filter(({ word }) => !known.has(word.toLowerCase()));
  left.sort((a, b) => spans(a) - spans(b) || places.get(keyOf(b)) - places.get(keyOf(a)) || best.bands.get(a.word) - best.bands.get(b.word) || a.path.length - b.path.length || compareCells(a.path, b.path));
  return left.flatMap((each, number) => {
    const facts = { length: each.path.length, agreed: places.get(keyOf(each)) / covers.length };
    const ofCells = each.path.flatMap((cell, at) => {
      const [letter] = grid.tiles[grid.cells[cell[0] * grid.columns + cell[1]]].spellings;
      return [{ number, kind: 'letter', at, letter, cell: null, ...facts }, { number, kind: 'cell', at, letter, cell, ...facts }];
    });
    return [{ number, kind: 'length', at: 0, letter: '', cell: null, ...facts }, ...ofCells];
  });
}
