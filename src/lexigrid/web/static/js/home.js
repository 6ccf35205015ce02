// The first page: what there is today, and the results that this device remembers.

import { isStatic, post } from './backend.js';
import { dotOf, monthAfter, monthRows } from './calendar.js';
import { formatSeconds } from './clock.js';
import { DAILY, KINDS, REQUIRED, numberOf, seedOf, today } from './days.js';
import { announce, download, element, storage } from './dom.js';
import { puzzleOf } from './ready.js';
import { Records } from './records.js';
import { addressOf } from './scripts.js';
import { openPage } from './shell.js';

const t = await openPage('home');
const $ = (id) => document.getElementById(id);
const records = new Records(storage);
const SHOWN_DAYS = 30;
/** The letters of today, so that a server makes its boards once for a device. */
const LETTERS = 'lexigrid.letters';
/** How much of a board is shown: the rows and columns of a picture. */
const [ROWS, COLUMNS] = [5, 7];

const { lang } = document.documentElement;
const languages = [...navigator.languages.filter((code) => code.startsWith(lang)), lang];
const dateIn = (options, day) => new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
let shown = today();

const said = ({ points, seconds }) => (points === undefined ? formatSeconds(seconds) : t('points', { number: points }));
const nameOf = (kind) => t(DAILY[kind].name);

const describeResult = (kind, result) => `${nameOf(kind)} ${said(result)}`;

/** What a card says of a game: today's result, the days in a row, the best result; nothing before the first. */
function factsOf(kind) {
  const [result, streak, best] = [records.of(kind, today()), records.streak(kind, today()), records.best(kind)];
  return [result && `✓ ${said(result)}`, streak > 1 && t('streak', { number: streak }), best && t('best', { result: said(best) })].filter(Boolean).join(' · ');
}

function show() {
  const { days } = records;
  for (const kind of KINDS) {
    const facts = factsOf(kind);
    if (facts) $(kind).textContent = facts;
    $(kind).parentElement.classList.toggle('is-done', Boolean(records.of(kind, today())));
  }
  const played = Object.keys(days).sort().reverse();
  const line = (results) => KINDS.filter((kind) => results[kind]).map((kind) => describeResult(kind, results[kind])).join(', ');
  $('days').replaceChildren(...played.slice(0, SHOWN_DAYS).map((day) => element('li', {}, `${day}: ${line(days[day])}`)));
  $('kinds').replaceChildren(...KINDS.map((kind) => {
    const number = played.filter((day) => days[day][kind]).length;
    const facts = `${t('played', { number })} · ${t('longest', { number: records.longest(kind) })}`;
    return element('li', {}, dotOf(kind), nameOf(kind), element('span', { class: 'help' }, number ? facts : ''));
  }));
  $('history').hidden = false;
  $('date').textContent = dateIn({ dateStyle: 'full' }, today());
  showMonth();
}

function showMonth(step = 0) {
  const { days } = records;
  const monthOf = (day) => day.slice(0, 7);
  shown = step ? monthAfter(shown, step) : shown;
  $('month').textContent = dateIn({ month: 'long', year: 'numeric' }, shown);
  $('calendar').replaceChildren(...monthRows(days, shown, { languages, now: today(), describe: describeResult }));
  $('before').disabled = !Object.keys(days).some((day) => monthOf(day) < monthOf(shown));
  $('after').disabled = monthOf(shown) >= monthOf(today());
}

/** The letters of today's boards, each as rows of faces, as far as pictures show them. */
async function lettersOf(day) {
  const parse = (text) => text.split('\n').map((row) => (row.includes(' ') ? row.split(' ') : [...row]));
  if (isStatic) {
    const all = await (await fetch(addressOf('days.json'))).json();
    return Object.fromEntries(Object.entries(all).map(([kind, texts]) => [kind, parse(texts[numberOf(day) % DAILY[kind].count])]));
  }
  const kept = storage.get(LETTERS, {});
  if (kept.day === day) return kept.letters;
  const letters = {};
  for (const kind of ['puzzle', 'paths']) letters[kind] = (await puzzleOf(kind, day)).puzzle.rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS));
  [{ rows: letters.words }] = (await post('boards', { seed: seedOf('words', day), required: REQUIRED })).boards;
  storage.set(LETTERS, { day, letters });
  return letters;
}

/** Draws a board on the card of `id`. One that is shown only when its clock starts is face down until it has been played. */
function draw(id, rows) {
  const faces = element('span', { class: `faces ${id}` }, ...rows.flat().map((face) => element('span', { 'data-face': face })));
  faces.style.setProperty('--columns', rows[0].length);
  const picture = $(id).parentElement.querySelector('.picture');
  picture.querySelector('.mark')?.remove();
  picture.append(faces);
  if (!rows[0][0]) picture.dataset.time = formatSeconds(DAILY[id].seconds);
}

$('export').addEventListener('click', () => download(new Blob([records.toText()], { type: 'application/json' }), 'lexigrid-results.json'));
$('import').addEventListener('change', async ({ target }) => {
  const count = records.add(await target.files[0].text());
  announce($('status'), count === null ? t('import_bad') : t('import_done', { number: count }));
  show();
});
$('before').addEventListener('click', () => showMonth(-1));
$('after').addEventListener('click', () => showMonth(1));
show();
draw('make', ['OWLRAK', 'ITEKSI', 'NSMEWT', 'GRUBNE', 'DOVEPY'].map((row) => [...row]));
draw('solve', ['VEWF', 'NODR', 'IHOI', 'SAOE'].map((row) => [...row]));
draw('board', records.of('board', today())?.rows ?? Array(4).fill(['', '', '', '']));
// Without an answer, a picture shows the name of its game.
const letters = await lettersOf(today()).catch(() => ({}));
for (const [kind, rows] of Object.entries(letters)) draw(kind, rows);
