// What the Solve page found: the board, the list of words, and hints. The page loads it with the first answer.

import { AnswerList } from './answers.js';
import { announce } from './dom.js';
import { LetterGrid } from './grid.js';
import { cellName, cellsOf } from './line.js';

/** Shows answers in the elements of a page or a shadow root, and says hints. */
export class Solved {
  constructor(root, status, t) {
    this.$ = (id) => root.getElementById(id);
    Object.assign(this, { status, t, items: [], hinted: {} });
    this.list = new AnswerList(this.$('found'), { label: t('found_words'), t, onselect: (item) => this.#showItem(item) });
    this.$('sort').addEventListener('change', () => this.#showList());
    this.$('filter').addEventListener('input', () => this.#showList());
  }

  /** Shows an answer to a question of a kind about a grid of `rows`; shorter words than `least` are left out. */
  show(kind, answer, rows, least = 1) {
    const { $, t } = this;
    const { itemsOf, describe } = KINDS[kind];
    this.items = itemsOf(answer).filter(({ word }) => [...word].length >= least);
    $('board').classList.toggle('tiles', kind !== 'lines');
    this.board = new LetterGrid($('board'), { rows, label: t('grid_plain') });
    if (answer.covers) this.items.forEach(({ ways: [{ cells }] }, i) => this.board.markWord(cells, { number: i + 1, isPath: true }));
    $('answer').hidden = false;
    const summary = describe(answer, t, this.items.length);
    $('answer-title').textContent = summary;
    const missing = answer.missing?.length ? ` ${t('missing', { words: answer.missing.join(', ') })}` : '';
    const cut = answer.complete === false || answer.answers?.some((each) => !each.complete) ? ` ${t('cut_short')}` : '';
    announce(this.status, `${summary}.${missing}${cut}`);
    this.#showList();
  }

  /** Says the next hint, the mildest first; `ask()` asks for all of them, once for each question. */
  async hint(question, ask) {
    const key = JSON.stringify(question);
    if (this.hinted.key !== key) {
      const answer = await ask();
      if (!answer) return announce(this.status, this.t('stopped'));
      if (!answer.complete && !answer.count) return announce(this.status, this.t('cut_short'));
      this.hinted = { key, hints: answer.hints ?? [], shown: 0 };
    }
    const { hints } = this.hinted;
    const hint = hints[this.hinted.shown++];
    if (!hint) return announce(this.status, this.t(hints.length ? 'no_more_hints' : 'no_cover'));
    const values = { word: hint.number + 1, number: hint.length, at: hint.at + 1, letter: hint.letter, place: hint.cell && cellName(hint.cell) };
    return announce(this.status, this.t(`hint_${hint.kind}`, values));
  }

  #showList() {
    const { $, items } = this;
    const order = items[0]?.score === undefined && $('sort').value === 'score' ? 'length' : $('sort').value;
    this.list.set(items, { order, filter: $('filter').value.trim() });
  }

  #showItem({ word, score, ways }) {
    this.onshow?.(word);
    const { board, t } = this;
    board.clearMarks();
    const line = ways[0].isLine;
    // This page does not parse frames and tables; without a board there is still the list.
    if (!ways.every(({ cells }) => cells.every((cell) => board.at(cell)))) return;
    ways.forEach(({ cells }, i) => {
      if (line) board.markWord(cells, { number: i + 1 });
      else if (!i) board.markPath(cells);
    });
    const from = cellName(ways[0].cells[0]);
    const points = score === undefined ? '' : `, ${t('points', { number: score })}`;
    announce(this.status, `${word}${points}, ${t('from_place', { place: from })}`);
  }
}

const along = (paths) => paths.map((cells) => ({ cells }));
/** By kind of question: the words of an answer, each with its paths or lines, and what to say of it. */
const KINDS = {
  paths: {
    itemsOf: ({ words }) => words.map(({ word, score, paths: [path] }) => ({ word, score, ways: along([path]) })),
    describe: ({ count, score }, t) => `${t('words_number', { number: count })}, ${t('points', { number: score })}`,
  },
  lines: {
    itemsOf: (answer) => [...Map.groupBy(answer.occurrences, ({ word }) => word)].map(([word, found]) =>
      ({ word, ways: found.map((each) => ({ cells: cellsOf(each, answer), isLine: true })) })),
    describe: (_, t, number) => t('words_number', { number }),
  },
  trace: {
    itemsOf: ({ answers }) => answers.flatMap(({ word, paths }) =>
      along(paths).map((way, i) => ({ word: paths.length > 1 ? `${word} ${i + 1}` : word, ways: [way] }))),
    describe: ({ answers }, t) => answers.map(({ word, status, count }) =>
      `${word}: ${status === 'found' ? t('ways', { number: count }) : t(`is_${status}`)}`).join(', '),
  },
  solve: {
    itemsOf: ({ covers: [first] }) => (first?.words ?? []).map(({ word, path }) => ({ word, ways: along([path]) })),
    describe: ({ count }, t) => t('covers_number', { number: count }),
  },
};

/** The tiles of the grid for the board. */
export function rowsOf(text, isQu) {
  const lines = text.trim().split(/\r?\n|\//).filter((line) => line.trim());
  const tiles = lines.map((line) => (/\s/.test(line.trim()) ? line.trim().split(/\s+/) : (line.trim().match(/\[[^\]]*\]|\\?./gu) ?? [])));
  const only = tiles[0];
  const side = Math.sqrt(only.length);
  const rows = tiles.length === 1 && Number.isInteger(side) ? Array.from({ length: side }, (_, i) => only.slice(i * side, (i + 1) * side)) : tiles;
  const face = (tile) => (tile === '.' ? null : isQu && tile.toLowerCase() === 'q' ? 'Qu' : tile.replace(/^\\/, ''));
  return rows.map((row) => row.map(face));
}
