// The first page: what there is today, and the results that this device remembers.

import { dotOf, monthAfter, monthRows } from './calendar.js';
import { draw, drawBoards, drawSheet, said, showFacts } from './cards.js';
import { DAILY, KINDS, today } from './days.js';
import { announce, download, element, storage } from './dom.js';
import { Records } from './records.js';
import { openPage } from './shell.js';

const t = await openPage('home');
const $ = (id) => document.getElementById(id);
const records = new Records(storage);
const SHOWN_DAYS = 30;
const { lang } = document.documentElement;
const languages = [...navigator.languages.filter((code) => code.startsWith(lang)), lang];
const dateIn = (options, day) => new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
/** A day of the month that the calendar shows. */
let shown = today();

const nameOf = (kind) => t(DAILY[kind].name);
const describeResult = (kind, result) => `${nameOf(kind)} ${said(result, t)}`;

function show() {
  const { days } = records;
  showFacts(KINDS, records, t);
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

$('export').addEventListener('click', () => download(new Blob([records.toText()], { type: 'application/json' }), 'lexigrid-results.json'));
$('import').addEventListener('change', async ({ target }) => {
  const count = records.add(await target.files[0].text());
  announce($('status'), count === null ? t('import_bad') : t('import_done', { number: count }));
  show();
  await drawBoards(KINDS, records);
});
$('before').addEventListener('click', () => showMonth(-1));
$('after').addEventListener('click', () => showMonth(1));
show();
drawSheet();
draw('solve', ['VEWF', 'NODR', 'IHOI', 'SAOE']);
await drawBoards(KINDS, records);
