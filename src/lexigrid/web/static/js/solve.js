// The Solve page: finds the words of a grid and shows each of them on the grid.

import { describe, offline, post } from './backend.js';
import { $, announce, element } from './dom.js';
import { clearErrors, isNarrow, wordsIn, worker } from './form.js';
import { onPhoto, openPage, showError } from './shell.js';

const t = await openPage('solve');
const form = $('solve');
const status = $('status');

const { run, stop } = worker((isBusy) => {
  $('stop').hidden = !isBusy;
  $('answer').classList.toggle('is-old', isBusy);
  if (isBusy) announce(status, t('searching'));
});

const kind = () => form.elements.kind.value;

function question() {
  const { grid, words, lexicon, topology, min_length, known } = Object.fromEntries(new FormData(form));
  const own = kind() === 'trace' || !lexicon ? wordsIn(words) : undefined;
  const shared = { grid, qu: $('qu').checked || undefined, words: own, lexicon: own ? undefined : lexicon, deadline: 1 };
  const wrap = $('wrap').checked || undefined;
  const options = {
    paths: { wrap, topology, min_length: min_length ? Number(min_length) : undefined },
    lines: { wrap },
    trace: { wrap, topology, paths: 'all', limit: 200 },
    // The common words of the dictionary come first, then all.
    solve: { lexicon: lexicon === 'default' ? undefined : shared.lexicon, found: wordsIn(known), hints: 1000, deadline: 2 },
  };
  return { ...shared, ...options[kind()] };
}

/** What shows answers; the page opens without it. */
let shown = null;

async function loadSolved() {
  const { Solved, rowsOf } = await import('./solved.js').catch(offline);
  shown ??= new Solved(document, status, t);
  return { solved: shown, rowsOf };
}

/** Answers the form, or with `isHint` says only the next hint. */
async function solve(event, isHint = false) {
  event?.preventDefault();
  clearErrors(form, status);
  try {
    const [asked, name] = [question(), kind()];
    const ask = () => run((signal) => post(name, asked, signal));
    if (isHint) return await (await loadSolved()).solved.hint(asked, ask);
    const answer = await ask();
    if (!answer) return announce(status, t('stopped'));
    const { solved, rowsOf } = await loadSolved();
    const least = name === 'lines' && $('lexicon').value ? Number(form.elements.min_length.value) || 3 : 1;
    solved.show(name, answer, rowsOf(form.elements.grid.value, $('qu').checked), least);
    if (isNarrow()) status.scrollIntoView();
  } catch (error) {
    showError(form, status, error, t);
  }
}

form.addEventListener('submit', (event) => solve(event));
form.addEventListener('keydown', (event) => event.key === 'Escape' && stop());
$('stop').addEventListener('click', stop);
$('hint').addEventListener('click', () => solve(null, true));
$('photo').addEventListener('change', ({ target }) =>
  onPhoto(target, form, { status, t, onread: (_, text) => (form.elements.grid.value = text) }));
describe()
  .then(({ lexicons }) => {
    const others = lexicons.filter(({ name }) => name !== 'default' && name !== 'english');
    const [{ title }] = lexicons;
    if (title) $('lexicon').firstElementChild.textContent = title;
    $('lexicon').lastElementChild.before(...others.map(({ name }) => element('option', { value: name }, name)));
  })
  .catch(() => {});
