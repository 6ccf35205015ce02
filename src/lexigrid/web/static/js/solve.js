// The Solve page: finds the words of a grid and shows each of them on the grid.

import { AnswerList } from './answers.js';
import { describe, offline, post } from './backend.js';
import { announce, element } from './dom.js';
import { clearErrors, isNarrow, wordsIn, worker } from './form.js';
import { cellName, cellsBetween } from './line.js';
import { openPage, showError } from './shell.js';

const t = await openPage('solve');
const $ = (id) => document.getElementById(id);
const form = $('solve');
const status = $('status');
let board = null;
let items = [];
let hinted = {};

const { run, stop } = worker((isBusy) => {
  $('stop').hidden = !isBusy;
  $('answer').classList.toggle('is-old', isBusy);
  if (isBusy) announce(status, t('searching'));
});

const list = new AnswerList($('found'), { label: t('found_words'), t, onselect: showItem });

function showItem({ word, score, ways }) {
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
  announce(status, `${word}${points}, ${t('from_place', { place: from })}`);
}

const kind = () => form.elements.kind.value;

function updateFields() {
  const isTrace = kind() === 'trace';
  $('lexicon-field').hidden = isTrace;
  $('words-field').hidden = !isTrace && $('lexicon').value !== '';
  $('known-field').hidden = $('hint').hidden = kind() !== 'solve';
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
  const found = new Map();
  for (const { word, start, end } of answer.occurrences) {
    if (!found.has(word)) found.set(word, { word, ways: [] });
    found.get(word).ways.push({ cells: cellsBetween(start, end), isLine: true });
  }
  return [...found.values()];
}

function summary(answer) {
  if (answer.words) {
    return `${t('words_number', { number: answer.count })}, ${t('points', { number: answer.score })}`;
  }
  if (answer.covers) return t('covers_number', { number: answer.count });
  if (answer.answers) {
    const told = ({ word, status: state, count }) => (state === 'found' ? `${word}: ${t('ways', { number: count })}` : `${word}: ${t(`is_${state}`)}`);
    return answer.answers.map(told).join(', ');
  }
  return t('words_number', { number: items.length });
}

/** The tiles of the grid for the board. */
function rowsOf(text, isQu) {
  const lines = text.trim().split(/\r?\n|\//).filter((line) => line.trim());
  const tiles = lines.map((line) => (/\s/.test(line.trim()) ? line.trim().split(/\s+/) : (line.trim().match(/\[[^\]]*\]|\\?./gu) ?? [])));
  const only = tiles[0];
  const side = Math.sqrt(only.length);
  const rows = tiles.length === 1 && Number.isInteger(side) ? Array.from({ length: side }, (_, i) => only.slice(i * side, (i + 1) * side)) : tiles;
  const face = (tile) => (tile === '.' ? null : isQu && tile.toLowerCase() === 'q' ? 'Qu' : tile.replace(/^\\/, ''));
  return rows.map((row) => row.map(face));
}

function question() {
  const value = (name) => form.elements[name].value || undefined;
  const grid = { grid: form.elements.grid.value, qu: $('qu').checked || undefined, wrap: $('wrap').checked || undefined };
  const own = $('lexicon').value === '' || kind() === 'trace' ? wordsIn(form.elements.words.value) : undefined;
  const words = { words: own, lexicon: own ? undefined : $('lexicon').value };
  const length = value('min_length') && Number(value('min_length'));
  const topology = value('topology');
  if (kind() === 'paths') return { ...grid, ...words, topology, min_length: length, deadline: 1 };
  if (kind() === 'lines') return { ...grid, ...words, deadline: 1 };
  // The common words of the dictionary come first, then all.
  if (kind() === 'solve') return { ...grid, wrap: undefined, ...words, lexicon: $('lexicon').value === 'default' ? undefined : words.lexicon, found: wordsIn(form.elements.known.value), hints: 1000, deadline: 2 };
  return { ...grid, words: own, topology, paths: 'all', limit: 200, deadline: 1 };
}

async function solve(event) {
  event?.preventDefault();
  clearErrors(form, status);
  try {
    const answer = await run((signal) => post(kind(), question(), signal));
    if (!answer) return announce(status, t('stopped'));
    items = itemsOf(answer);
    if (kind() === 'lines' && $('lexicon').value) items = items.filter(({ word }) => [...word].length >= (Number(form.elements.min_length.value) || 3));
    const { LetterGrid } = await import('./grid.js').catch(offline); // the page opens without it
    $('board').classList.toggle('tiles', kind() !== 'lines');
    board = new LetterGrid($('board'), { rows: rowsOf(form.elements.grid.value, $('qu').checked), label: t('grid_plain') });
    if (answer.covers) items.forEach(({ ways: [{ cells }] }, i) => board.markWord(cells, { number: i + 1, isPath: true }));
    $('answer').hidden = false;
    $('answer-title').textContent = summary(answer);
    const missing = answer.missing?.length ? ` ${t('missing', { words: answer.missing.join(', ') })}` : '';
    const cut = answer.complete === false || answer.answers?.some((each) => !each.complete) ? ` ${t('cut_short')}` : '';
    announce(status, `${summary(answer)}.${missing}${cut}`);
    showList();
    if (isNarrow()) status.scrollIntoView();
  } catch (error) {
    showError(form, status, fieldOf(error), t);
  }
}

/** Says the next hint for the same question, the mildest first, without the answer. */
async function hint() {
  clearErrors(form, status);
  try {
    const asked = question();
    const key = JSON.stringify(asked);
    if (hinted.key !== key) {
      const answer = await run((signal) => post('solve', asked, signal));
      if (!answer) return announce(status, t('stopped'));
      hinted = { key, hints: answer.hints, told: 0 };
    }
    const told = hinted.hints[hinted.told++];
    if (!told) return announce(status, t(hinted.hints.length ? 'no_more_hints' : 'no_cover'));
    const values = { word: told.number + 1, number: told.length, at: told.at + 1, letter: told.letter, place: told.cell && cellName(told.cell) };
    announce(status, t(`hint_${told.kind}`, values));
  } catch (error) {
    showError(form, status, fieldOf(error), t);
  }
}

/** Sets the field of an error that has only a kind. */
function fieldOf(error) {
  const byKind = { grid: 'grid', alphabet: 'grid', words: 'words' };
  error.field ??= /word/.test(error.message) && !$('words-field').hidden && error.kind === 'input' ? 'words' : byKind[error.kind];
  return error;
}

const showList = () => list.set(items, { order: items[0]?.score === undefined && $('sort').value === 'score' ? 'length' : $('sort').value, filter: $('filter').value.trim() });

form.addEventListener('submit', solve);
form.addEventListener('change', updateFields);
form.addEventListener('keydown', (event) => event.key === 'Escape' && stop());
$('stop').addEventListener('click', stop);
$('hint').addEventListener('click', hint);
$('sort').addEventListener('change', showList);
$('filter').addEventListener('input', showList);
updateFields();
$('photo').addEventListener('change', async ({ target }) => {
  if (!target.files.length) return;
  announce(status, t('photo_reading'));
  try {
    const { PhotoReader } = await import('./photo.js');
    const onread = (text, message) => {
      form.elements.grid.value = text;
      if (message) announce(status, message);
    };
    await new PhotoReader($('seen'), t, onread).read(target.files[0]);
  } catch (error) {
    $('seen').hidden = true;
    showError(form, status, error, t);
  }
});
describe()
  .then(({ lexicons }) => {
    const others = lexicons.filter(({ name }) => name !== 'default' && name !== 'english');
    const [{ title }] = lexicons;
    if (title) $('lexicon').firstElementChild.textContent = title;
    $('lexicon').lastElementChild.before(...others.map(({ name }) => element('option', { value: name }, name)));
  })
  .catch(() => {});
