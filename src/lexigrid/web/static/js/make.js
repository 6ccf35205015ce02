// The Make page: turns words into a puzzle to print, send and play.

import { describe, isStatic, offline, post } from './backend.js';
import { announce, download, element, storage } from './dom.js';
import { clearErrors, isNarrow, limitFields, wordsIn, worker } from './form.js';
import { cellsBetween } from './line.js';
import { packValue } from './pack.js';
import { shrinkPuzzle } from './share.js';
import { explain, openPage, shareLink, showError } from './shell.js';

const t = await openPage('make', 'themes');
const $ = (id) => document.getElementById(id);
const form = $('make');
const status = $('status');
const DRAFT = 'lexigrid.make';
/** A pause while typing after which the preview follows. */
const PREVIEW_MS = 40;
const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
let puzzle = null;
/** The layout stays while words are typed, until another one is wanted. */
let layout = freshSeed();
let timer = null;
let grid = null;

const { run } = worker((isBusy) => {
  $('preview').classList.toggle('is-old', isBusy);
  if (isBusy) announce(status, t('making'));
});

function options() {
  const value = (name) => form.elements[name].value.trim() || undefined;
  const words = wordsIn(form.elements.words.value);
  const size = value('size');
  const sides = size?.match(/^(\d+)(?:\s*[x×*]\s*(\d+))?$/i);
  if (size && !sides) throw Object.assign(new Error(t('size_error', { text: size })), { field: 'size' });
  const theme = value('theme');
  if (!words.length && !theme) throw Object.assign(new Error(t('no_words')), { field: 'words' });
  return {
    words: words.length ? words : undefined,
    theme,
    pool: theme ? Number(value('pool') ?? 12) : undefined,
    title: value('title') ?? (theme ? t(`theme_${theme}`) : undefined),
    size: sides && (sides[2] ? [Number(sides[1]), Number(sides[2])] : Number(sides[1])),
    level: value('level'),
    mask: value('mask'),
    message: value('message'),
    pad: value('message') ? true : undefined,
    secret: value('secret') && wordsIn(value('secret')),
    seed: value('seed') ?? layout,
    allow_missing: true,
  };
}

/** Makes the puzzle; while words are typed, the sheet follows, and an error is only said. */
async function make(event = null) {
  event?.preventDefault();
  clearTimeout(timer);
  clearErrors(form, status);
  try {
    const made = await run((signal) => post('puzzles', options(), signal));
    if (!made) return;
    puzzle = made;
    await show();
    if (event && isNarrow()) status.scrollIntoView();
  } catch (error) {
    if (!event && error.isPassing) return (timer = setTimeout(make, 1000)); // a preview can wait
    if (!event) return error.field === 'words' && !error.kind ? announce(status, '') : announce(status, explain(error, t));
    if (error.facts?.nearest !== undefined) error.field ??= 'message';
    error.field ??= { words: 'words', alphabet: 'words' }[error.kind] ?? null;
    if (error.kind === 'puzzle' && /word/.test(error.message)) error.field ??= 'words';
    showError(form, status, error, t);
  }
  return undefined;
}

async function show() {
  const { LetterGrid } = await import('./grid.js').catch(offline); // the page opens without it
  const rows = puzzle.rows;
  $('preview').hidden = false;
  $('preview-title').textContent = puzzle.title || t('word_search');
  grid = new LetterGrid($('board'), { rows, label: t('grid', { rows: rows.length, columns: rows[0].length }) });
  $('list').replaceChildren(...puzzle.words.map(({ word }) => element('li', {}, element('bdi', {}, word))));
  showAnswers();
  $('play').href = `puzzle.html#p=${await packValue(shrinkPuzzle(puzzle))}`;
  const level = t('difficulty', { number: Math.round(puzzle.difficulty.score) });
  $('facts').textContent = `${t('once')} ${level} ${t('made_as', { seed: String(puzzle.seed) })}`;
  const isEnglish = document.documentElement.lang === 'en'; // as are the reasons
  const missing = puzzle.missing.map(({ word, reason }) => (isEnglish ? `${word} (${reason})` : word));
  const left = missing.length ? ` ${t('left_out', { words: missing.join('; ') })}` : '';
  announce(status, `${t('placed', { number: puzzle.words.length })}${left}`);
}

/** Shows the answers if the box is checked, also in print. */
function showAnswers() {
  grid.clearMarks();
  document.querySelector('main').classList.toggle('with-answers', $('answers').checked);
  if (!$('answers').checked) return;
  [...puzzle.words, ...puzzle.secret].forEach(({ word, start, end, cells }, i) => {
    if (cells || start) grid.markWord(cells ?? cellsBetween(start, end), { number: i + 1, description: word, isPath: Boolean(cells) });
  });
}

async function saveFile() {
  const { format: { value: format }, paper, style, large_print: isLarge } = form.elements;
  announce(status, t('drawing'));
  $('pdf').disabled = true;
  try {
    const query = new URLSearchParams({ format, paper: paper.value, style: style.value, large_print: isLarge.checked });
    const file = await post(`puzzles/render?${query}`, puzzle);
    download(file, `${(puzzle.title || t('word_search')).replace(/[^\p{L}\p{N}]+/gu, '-')}.${format}`);
    announce(status, t(format === 'pdf' ? 'saved_pdf' : 'saved_file'));
  } catch (error) {
    showError(form, status, error, t);
  }
  $('pdf').disabled = false;
}

form.addEventListener('submit', make);
form.elements.theme.addEventListener('change', () => ($('pool-field').hidden = !form.elements.theme.value));
$('pool-field').hidden = true;
$('answers').addEventListener('change', showAnswers);
$('pdf').addEventListener('click', saveFile);
form.elements.format.addEventListener('change', showFormat);
$('print').addEventListener('click', () => window.print());
$('link').addEventListener('click', () => shareLink($('play').href, puzzle.title || t('word_search'), status, t));
$('another').addEventListener('click', () => {
  form.elements.seed.value = '';
  layout = freshSeed();
  make();
});

function showFormat() {
  $('pdf').textContent = form.elements.format.selectedOptions[0].textContent;
}

function keepDraft() {
  const draft = Object.fromEntries([...form.elements].filter(({ name }) => name).map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value]));
  storage.set(DRAFT, draft);
  clearTimeout(timer);
  timer = setTimeout(make, PREVIEW_MS);
}

/** Fills in what was there before the page was left. */
function restoreDraft() {
  for (const [name, value] of Object.entries(storage.get(DRAFT, {}))) {
    const field = form.elements[name];
    if (field?.type === 'checkbox') field.checked = value === true;
    else if (field && typeof value === 'string' && (field.type !== 'select-one' || [...field.options].some((each) => each.value === value))) field.value = value;
  }
  $('pool-field').hidden = !form.elements.theme.value;
  showFormat();
  if (form.elements.words.value.trim() || form.elements.theme.value) make();
}
form.addEventListener('input', keepDraft);
if (!isStatic) {
  describe()
    .then(({ themes, masks, options: bounds }) => {
      limitFields(form, bounds);
      form.elements.theme.append(...themes.map((name) => element('option', { value: name }, t(`theme_${name}`))));
      form.elements.mask.append(...masks.map((name) => element('option', { value: name }, t(`mask_${name}`))));
      restoreDraft();
    })
    .catch((error) => showError(form, status, error, t));
}
