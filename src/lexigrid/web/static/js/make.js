// The Make page: turns words into a puzzle to print, send and play.

import { describe, isStatic, offline, post } from './backend.js';
import { $, announce, element, storage } from './dom.js';
import { clearErrors, download, isNarrow, wordsIn, worker } from './form.js';
import { explain, openPage, showError } from './shell.js';

const t = await openPage('make', 'themes');
const form = $('make');
const status = $('status');
const DRAFT = 'lexigrid.make';
/** A pause while typing after which the preview follows. */
const PREVIEW_MS = 70;
const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
let puzzle = null;
/** The layout stays while words are typed, until another one is wanted. */
let layout = freshSeed();
let timer = null;
let grid = null;
const MOVES = 8;

const { run } = worker((isBusy) => {
  $('preview').classList.toggle('is-old', isBusy);
  if (isBusy) announce(status, t('making'));
});

/** The words of the text; one with a line of its own may have a clue: "owl: hunts at night". */
function readWords() {
  const clues = {};
  const words = form.elements.words.value.split('\n').flatMap((line) => {
    const [, word, clue] = /^([^:,;]+):\s*(\S.*)$/.exec(line) ?? [];
    if (!word) return wordsIn(line);
    clues[word.trim()] = clue.trim();
    return [word.trim()];
  });
  return { words, clues: Object.keys(clues).length ? clues : undefined };
}

function options() {
  const filled = [...new FormData(form)].map(([name, text]) => [name, text.trim()]).filter(([, text]) => text);
  const { theme, level, mask, message, secret, size, title, pool = 12, seed = layout } = Object.fromEntries(filled);
  const { words, clues } = readWords();
  const sides = size?.match(/^(\d+)(?:\s*[x×*]\s*(\d+))?$/i)?.slice(1).filter(Boolean).map(Number);
  if (size && !sides) throw Object.assign(new Error(t('size_error', { text: size })), { field: 'size' });
  if (!words.length && !theme) throw Object.assign(new Error(t('no_words')), { field: 'words' });
  return {
    clues, theme, level, mask, message, seed,
    words: words.length ? words : undefined,
    pool: theme && Number(pool),
    title: title ?? (theme && t(`theme_${theme}`)),
    size: sides?.length === 1 ? sides[0] : sides,
    pad: message && true,
    secret: secret && wordsIn(secret),
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
    $('ban').value = '';
    await show();
    if (event && isNarrow()) status.scrollIntoView();
  } catch (error) {
    if (!event && error.isPassing) return (timer = setTimeout(make, 1000)); // a preview can wait
    if (!event) return error.field === 'words' && !error.kind ? announce(status, '') : announce(status, explain(error, t));
    showError(form, status, error, t);
  }
}

/** What shows and changes puzzles; the page opens without it. */
const load = async () => Object.assign({}, ...(await Promise.all([import('./grid.js'), import('./move.js'), import('./links.js')]).catch(offline)));
let tools = null;

async function show() {
  tools ??= await load();
  const { LetterGrid, WordSelection, packValue, shrinkPuzzle } = tools;
  const { rows } = puzzle;
  $('empty').hidden = true;
  $('preview').hidden = false;
  $('preview-title').textContent = puzzle.title || t('word_search');
  const selection = new WordSelection(puzzle);
  const onchange = () => selection.from && !selection.taken && announce(status, t('no_word_here'));
  const moving = { selection, describedBy: 'move-help', onselect: () => move(selection.taken, selection.target), onchange };
  grid = new LetterGrid($('board'), { rows, label: t('grid', { rows: rows.length, columns: rows[0].length }), ...(puzzle.message ? {} : moving) });
  $('ban').disabled = Boolean(puzzle.message);
  showList();
  showAnswers();
  $('play').href = `puzzle.html#p=${await packValue(shrinkPuzzle(puzzle))}`;
  const level = t('difficulty', { number: Math.round(puzzle.difficulty.score) });
  $('facts').textContent = `${t('once')} ${level} ${t('made_as', { seed: String(puzzle.seed) })}`;
  const isEnglish = document.documentElement.lang === 'en'; // as are the reasons
  const missing = puzzle.missing.map(({ word, reason }) => (isEnglish ? `${word} (${reason})` : word));
  const left = missing.length ? ` ${t('left_out', { words: missing.join('; ') })}` : '';
  announce(status, `${t('placed', { number: puzzle.words.length })}${left}`);
}

/** Moves a word that was carried, with the first letters in its old place that keep each word unique. */
async function move(word, target) {
  const { moveWord, banLetters } = tools;
  const next = () => {
    const moved = target && moveWord(puzzle, word, target, Math.random);
    return moved && banLetters(moved, $('ban').value, Math.random);
  };
  await change(next, t('moved', { word: word.word }), t('cannot_move', { word: word.word }), () => grid.focus(target[0]));
}

/** Replaces the fillers that are among the letters to avoid. */
async function ban() {
  if (!$('ban').value.trim()) return;
  await change(() => tools.banLetters(puzzle, $('ban').value, Math.random), t('banned'), t('cannot_ban'));
}

/** Shows the first of several changed puzzles in which each word is unique. */
async function change(next, done, refused, after = () => {}) {
  try {
    for (let tries = 0; tries < MOVES; tries++) {
      const changed = next();
      if (!changed) break;
      if (!(await post('puzzles/check', changed)).valid) continue;
      puzzle = changed;
      await show();
      after();
      return announce(status, done);
    }
    return announce(status, refused);
  } catch (error) {
    return announce(status, explain(error, t));
  }
}

/** Shows the list as the sheet has it: words, clues or nothing. */
function showList() {
  const kind = form.elements.list_as.value;
  const entry = ({ word, clue }) => element('li', {}, element('bdi', {}, (kind === 'clues' && clue) || word));
  $('list').replaceChildren(...(kind === 'none' ? [] : puzzle.words.map(entry)));
}

/** Shows the answers if the box is checked, also in print. */
function showAnswers() {
  grid.clearMarks();
  if (!$('answers').checked) return;
  [...puzzle.words, ...puzzle.secret].forEach((word, i) => {
    const cells = tools.cellsOf(word);
    if (cells.length) grid.markWord(cells, { number: i + 1, description: word.word, isPath: Boolean(word.cells) });
  });
}

async function saveFile() {
  const { format: { value: format }, paper, style, list_as: list, large_print: isLarge, name_line: hasName, copies: { valueAsNumber: copies } } = form.elements;
  announce(status, t('drawing'));
  $('pdf').disabled = true;
  try {
    const isSet = format === 'pdf' && copies > 1;
    const isPage = !['html', 'scorm'].includes(format);
    const look = isPage && format !== 'docx' ? { style: style.value } : {};
    const sizes = isPage ? { paper: paper.value, large_print: isLarge.checked, ...(hasName.checked ? { name_line: true } : {}) } : {};
    const query = new URLSearchParams({ ...(isSet ? { count: copies } : { format }), ...sizes, ...look, list_as: list.value });
    const file = await post(`puzzles/${isSet ? 'copies' : 'render'}?${query}`, isSet ? options() : puzzle);
    download(file, `${(puzzle.title || t('word_search')).replace(/[^\p{L}\p{N}]+/gu, '-')}.${format === 'scorm' ? 'zip' : format}`);
    announce(status, t(format === 'pdf' ? 'saved_pdf' : 'saved_file'));
  } catch (error) {
    showError(form, status, error, t);
  }
  $('pdf').disabled = false;
}

const showFormat = () => ($('pdf').textContent = form.elements.format.selectedOptions[0].textContent);

form.addEventListener('submit', make);
$('answers').addEventListener('change', showAnswers);
$('pdf').addEventListener('click', saveFile);
$('ban').addEventListener('change', ban);
form.elements.format.addEventListener('change', showFormat);
form.elements.list_as.addEventListener('change', () => puzzle && showList());
$('print').addEventListener('click', () => window.print());
$('link').addEventListener('click', () => tools.shareLink($('play').href, puzzle.title || t('word_search'), status, t));
$('another').addEventListener('click', () => {
  form.elements.seed.value = '';
  layout = freshSeed();
  make();
});

function keepDraft() {
  storage.set(DRAFT, Object.fromEntries(new FormData(form)));
  clearTimeout(timer);
  timer = setTimeout(make, PREVIEW_MS);
}

function restoreDraft() {
  const draft = storage.get(DRAFT, {});
  for (const field of form.elements) {
    const value = draft[field.name];
    if (field.type === 'checkbox') field.checked = Boolean(value);
    else if (typeof value === 'string' && (!field.options || [...field.options].some((each) => each.value === value))) field.value = value;
  }
  showFormat();
  if (form.elements.words.value.trim() || form.elements.theme.value) make();
}
form.addEventListener('input', keepDraft);
if (!isStatic) {
  describe()
    .then(({ themes, masks, options: { pool } }) => {
      Object.assign(form.elements.pool, { min: pool.least, max: pool.most });
      form.elements.theme.append(...themes.map((name) => element('option', { value: name }, t(`theme_${name}`))));
      form.elements.mask.append(...masks.map((name) => element('option', { value: name }, t(`mask_${name}`))));
      restoreDraft();
    })
    .catch((error) => showError(form, status, error, t));
}
