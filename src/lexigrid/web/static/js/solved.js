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
    this.items = itemsOf(answer).filter(({ word }) => [...word].length >= least);
    $('board').classList.toggle('tiles', kind !== 'lines');
    this.board = new LetterGrid($('board'), { rows, label: t('grid_plain') });
    if (answer.covers) this.items.forEach(({ ways: [{ cells }] }, i) => this.board.markWord(cells, { number: i + 1, isPath: true }));
    $('answer').hidden = false;
    const summary = summaryOf(answer, this.items.length, t);
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

/** The words of an answer, each with its paths or lines. */
function itemsOf(answer) {
  const paths = (list) => list.map((cells) => ({ cells }));
  if (answer.words) return answer.words.map(({ word, score, paths: [path] }) => ({ word, score, ways: paths([path]) }));
  if (answer.covers) return (answer.covers[0]?.words ?? []).map(({ word, path }) => ({ word, ways: paths([path]) }));
  if (answer.answers) {
    return answer.answers.flatMap(({ word, paths: all }) =>
      all.map((cells, i) => ({ word: all.length > 1 ? `${word} ${i + 1}` : word, ways: paths([cells]) })),
    );
  }
  const waysOf = (found) => found.map((each) => ({ cells: cellsOf(each, answer), isLine: true }));
  const groups = Map.groupBy(answer.occurrences, ({ word }) => word);
  return [...groups].map(([word, found]) => ({ word, ways: waysOf(found) }));
}

function summaryOf(answer, listed, t) {
  if (answer.words) {
    return `${t('words_number', { number: answer.count })}, ${t('points', { number: answer.score })}`;
  }
  if (answer.covers) return t('covers_number', { number: answer.count });
  if (answer.answers) {
    const describe = ({ word, status: state, count }) => (state === 'found' ? `${word}: ${t('ways', { number: count })}` : `${word}: ${t(`is_${state}`)}`);
    return answer.answers.map(describe).join(', ');
  }
  return t('words_number', { number: listed });
}

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
