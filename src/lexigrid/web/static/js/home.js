// The first page: what there is today, and the results that this device remembers.

import { formatSeconds } from './clock.js';
import { today } from './days.js';
import { announce, download, element, storage } from './dom.js';
import { KINDS, Records } from './records.js';
import { openPage } from './shell.js';

const t = await openPage('home');
const $ = (id) => document.getElementById(id);
const records = new Records(storage);
const SHOWN_DAYS = 30;

const said = ({ points, seconds }) => (points === undefined ? formatSeconds(seconds) : t('points', { number: points }));

function show() {
  const day = today();
  for (const kind of KINDS) {
    const [result, streak] = [records.of(kind, day), records.streak(kind, day)];
    const facts = [result && `✓ ${said(result)}`, streak > 1 && t('streak', { number: streak }), records.best(kind) && t('best', { result: said(records.best(kind)) })];
    if (facts.some(Boolean)) $(kind).textContent = facts.filter(Boolean).join(' · ');
  }
  const days = Object.entries(records.days).sort(([a], [b]) => (a < b ? 1 : -1));
  const line = (results) => KINDS.filter((kind) => results[kind]).map((kind) => `${t(`daily_${kind}`)} ${said(results[kind])}`).join(', ');
  $('days').replaceChildren(...days.slice(0, SHOWN_DAYS).map(([each, results]) => element('li', {}, `${each}: ${line(results)}`)));
  $('history').hidden = false;
  const { lang } = document.documentElement;
  const places = [...navigator.languages.filter((code) => code.startsWith(lang)), lang];
  $('date').textContent = new Intl.DateTimeFormat(places, { dateStyle: 'full' }).format();
}

$('export').addEventListener('click', () => download(new Blob([records.toText()], { type: 'application/json' }), 'lexigrid-results.json'));
$('import').addEventListener('change', async ({ target }) => {
  const count = records.add(await target.files[0].text());
  announce($('status'), count === null ? t('import_bad') : t('import_done', { number: count }));
  show();
});
show();
