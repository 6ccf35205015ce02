// A month of results as a table, with a sign for each game of a day.

import { DAY_MS, KINDS } from './days.js';
import { element } from './dom.js';

/** The sign of a game. */
export const dotOf = (kind) => element('span', { class: `dot ${kind}`, 'aria-hidden': 'true' });

/** The day by which a week begins in a language: 1 is Monday, 7 is Sunday. */
function firstDayOf(language) {
  const locale = new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The rows of the month of `day`; `describe(kind, result)` says what came of a game, `now` is today. */
export function monthRows(days, day, { languages, now, describe }) {
  const [year, month] = day.split('-').map(Number);
  const first = Date.UTC(year, month - 1);
  const before = (7 + new Date(first).getUTCDay() - firstDayOf(languages[0])) % 7;
  const format = (options) => (time) => new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' }).format(time);
  const [short, long] = [format({ weekday: 'short' }), format({ weekday: 'long' })];
  const weekdays = Array.from({ length: 7 }, (_, at) => first + (at - before) * DAY_MS);
  const cell = (number) => {
    const date = new Date(first + (number - 1) * DAY_MS).toISOString().slice(0, 10);
    if (!date.startsWith(day.slice(0, 7))) return element('td');
    const results = days[date] ?? {};
    const played = KINDS.filter((kind) => results[kind]);
    const text = played.map((kind) => describe(kind, results[kind])).join(', ');
    const signs = played.length ? [element('span', { class: 'dots' }, ...played.map(dotOf)), element('span', { class: 'unseen' }, text)] : [];
    return element('td', { class: date === now ? 'today' : null, 'aria-current': date === now ? 'date' : null, title: text || null }, String(number), ...signs);
  };
  const weeks = Math.ceil((before + new Date(Date.UTC(year, month, 0)).getUTCDate()) / 7);
  const head = weekdays.map((time) => element('th', { scope: 'col', abbr: long(time) }, short(time)));
  const rows = Array.from({ length: weeks }, (_, week) => element('tr', {}, ...weekdays.map((_, at) => cell(week * 7 + at + 1 - before))));
  return [element('tr', {}, ...head), ...rows];
}

/** The first day of the month that is `step` months after that of a day. */
export function monthAfter(day, step) {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + step)).toISOString().slice(0, 10);
}
