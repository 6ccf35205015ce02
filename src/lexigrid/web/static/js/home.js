// The first page: what there is today, and the results that this device remembers.

import { draw, drawBoards, drawSheet, said, showFacts } from './cards.js';
import { DAILY, DAY_MS, KINDS, today } from './days.js';
import { $, announce, element, storage } from './dom.js';
import { download } from './form.js';
import { Records } from './records.js';
import { openPage } from './shell.js';

const t = await openPage('home');
const records = new Records(storage);
const SHOWN_DAYS = 30;
const { lang } = document.documentElement;
const languages = [...navigator.languages.filter((code) => code.startsWith(lang)), lang];
const dateIn = (options, time) => new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' }).format(time);
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
/** The time at which the month of `shown` begins, or one that is `step` months later. */
const monthAfter = (step) => Date.UTC(shown.slice(0, 4), shown.slice(5, 7) - 1 + step);
/** A day of the month that the calendar shows. */
let shown = today();

const nameOf = (kind) => t(DAILY[kind].name);
const playedOf = (results) => KINDS.filter((kind) => results[kind]);
const describe = (results) => playedOf(results).map((kind) => `${nameOf(kind)} ${said(results[kind], t)}`).join(', ');
const dotOf = (kind) => element('span', { class: `dot ${kind}`, 'aria-hidden': 'true' });

function show() {
  const { days } = records;
  showFacts(KINDS, records, t);
  const played = Object.keys(days).sort().reverse();
  $('days').replaceChildren(...played.slice(0, SHOWN_DAYS).map((day) => element('li', {}, `${day}: ${describe(days[day])}`)));
  $('kinds').replaceChildren(...KINDS.map((kind) => {
    const number = played.filter((day) => days[day][kind]).length;
    const facts = `${t('played', { number })} · ${t('longest', { number: records.longest(kind) })}`;
    return element('li', {}, dotOf(kind), nameOf(kind), element('span', { class: 'help' }, number ? facts : ''));
  }));
  $('history').hidden = false;
  $('date').textContent = dateIn({ dateStyle: 'full' }, Date.parse(today()));
  showMonth();
}

/** A day of the calendar, with a sign for each of its games; other months are empty. */
function cellOf(date, results = {}) {
  if (!date.startsWith(shown.slice(0, 7))) return element('td');
  const [played, text] = [playedOf(results), describe(results)];
  const signs = played.length ? [element('span', { class: 'dots' }, ...played.map(dotOf)), element('span', { class: 'unseen' }, text)] : [];
  const isToday = date === today();
  return element('td', { class: isToday ? 'today' : null, 'aria-current': isToday ? 'date' : null, title: text || null }, String(Number(date.slice(8))), ...signs);
}

/** Shows the month, or one that is `step` months later. */
function showMonth(step = 0) {
  const { days } = records;
  if (step) shown = dayOf(monthAfter(step));
  const [first, next] = [monthAfter(0), monthAfter(1)];
  const locale = new Intl.Locale(languages[0]);
  /** The day by which a week begins: 1 is Monday, 7 is Sunday. */
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 };
  const begin = first - ((7 + new Date(first).getUTCDay() - firstDay) % 7) * DAY_MS;
  const week = (start, cell) => element('tr', {}, ...Array.from({ length: 7 }, (_, at) => cell(start + at * DAY_MS)));
  const rows = [week(begin, (time) => element('th', { scope: 'col', abbr: dateIn({ weekday: 'long' }, time) }, dateIn({ weekday: 'short' }, time)))];
  for (let start = begin; start < next; start += 7 * DAY_MS) rows.push(week(start, (time) => cellOf(dayOf(time), days[dayOf(time)])));
  $('calendar').replaceChildren(...rows);
  $('month').textContent = dateIn({ month: 'long', year: 'numeric' }, first);
  $('before').disabled = !Object.keys(days).some((day) => Date.parse(day) < first);
  $('after').disabled = next > Date.parse(today());
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
