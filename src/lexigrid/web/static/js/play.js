// The Play page: sets up a dice game on this device or on the server.

import { describe, isLocal, isStatic, offline } from './backend.js';
import { $, announce, element, storage } from './dom.js';
import { DAILY, boardOf, kindOf, seedOf, today } from './days.js';
import { loadTexts, onPhoto, openPage, showError } from './shell.js';

const SAVED = 'lexigrid.play';
const NAME = 'lexigrid.name';

const t = await openPage('play');
const form = $('new');
const box = $('game');
function showGame() {
  $('setup').hidden = true;
  box.hidden = false;
  announce($('setup-status'), '');
}

/** Games on this device; the page opens without them. */
const loadSolo = () => import('./solo.js').catch(offline);

async function startHere(setup, saved) {
  const { playHere } = await loadSolo();
  await playHere({ box, t, onready: showGame, keep: (game) => storage.set(SAVED, game), start }, setup, saved);
}

/** Offers a board that others play too; a game that was begun goes on. */
async function offer(setup, target = null) {
  const kept = savedGame();
  if (kept && boardOf(kept.setup) === boardOf(setup)) return start(kept.setup, kept);
  const { showOffer } = await loadSolo();
  showGame();
  return showOffer({ box, t, start }, setup, target);
}

/** The game that was begun on this device; null if there is none, or if it is damaged. */
function savedGame() {
  const kept = storage.get(SAVED);
  const isGood = ['dice', 'seed'].every((name) => typeof kept?.setup?.[name] === 'string') && Array.isArray(kept.found);
  return isGood ? kept : null;
}

async function startContest(action, values) {
  const [contests] = await Promise.all([import('./contests.js').catch(offline), loadTexts('contests')]);
  await contests[action](box, t, values, showGame);
}

/** Games with others need the server; a game against the computer can also be played on this device. */
const startTogether = (setup) => startContest('open', { ...setup, player: setup.name }).catch((error) => {
  if (error.kind !== 'offline' || !isLocal || setup.players === 'friends') throw error;
  return startHere(setup);
});

async function start(setup, saved) {
  const status = box.hidden ? $('setup-status') : box.querySelector('[role=status]');
  announce(status, t('rolling'));
  try {
    if (setup.players !== 'alone' && setup.name && setup.name !== t('you')) storage.set(NAME, setup.name);
    if (saved?.found || setup.players === 'alone' || isStatic) await startHere(setup, saved);
    else await startTogether(setup);
  } catch (error) {
    showError(form, status, error, t);
  }
}

const value = (name) => form.elements[name].value;
/** What the form says; boards with required words are made of the usual dice, for one player. */
function chosen() {
  const setup = { dice: value('dice'), seconds: Number(value('seconds')), players: value('players'), name: value('name').trim() };
  return value('goal') === 'words' ? { ...setup, goal: 'words', dice: usual, players: 'alone' } : setup;
}

/** The dice of the language, used if nothing else is said. */
let usual = 'en-new-4x4';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  start(chosen());
});
$('goal').addEventListener('change', () => (form.elements.seconds.value = DAILY[kindOf(chosen())].seconds));
$('photo').addEventListener('change', ({ target }) => readBoard(target));
$('daily').addEventListener('click', () => offerDaily(chosen()));
$('resume').hidden = !savedGame();
$('resume').addEventListener('click', () => start(savedGame().setup, savedGame()));
form.elements.name.value = storage.get(NAME, '');
if (isStatic) form.elements.players.lastElementChild.remove();
window.addEventListener('hashchange', () => location.reload());

const known = describe().then(({ dice, lexicons }) => {
  $('goal-field').hidden = !lexicons.find(({ name }) => name === 'default').has_bands;
  const before = value('dice');
  const fit = dice.filter(({ offered }) => offered);
  usual = (dice.find((set) => set.usual) ?? fit[0]).name;
  const titleOf = ({ name, title, size }) => (name === 'derived' ? size.join('x') : title);
  form.elements.dice.replaceChildren(...fit.map((set) => element('option', { value: set.name }, titleOf(set))));
  form.elements.dice.value = fit.some(({ name }) => name === before) ? before : usual;
});
known.catch((error) => showError(form, $('setup-status'), error, t));

/** Offers the board of the day; only one with the usual dice and time counts. */
async function offerDaily(setup) {
  await known;
  const kind = kindOf(setup);
  const counts = (setup.dice ?? usual) === usual && setup.seconds === DAILY[kind].seconds && setup.players === 'alone';
  const day = today();
  return offer({ dice: usual, name: '', ...setup, seed: seedOf(kind, day), day: counts ? day : undefined });
}

/** Reads a board from a photo of dice; the player plays it alone. */
function readBoard(input) {
  $('play-photo').hidden = true;
  const onread = (tiles) => {
    const rows = tiles.map((row) => row.map(([tile]) => (tile === '.' ? null : tile)));
    $('play-photo').onclick = () => start({ ...chosen(), players: 'alone', name: '', rows, seed: JSON.stringify(rows) });
    $('play-photo').hidden = false;
  };
  return onPhoto(input, form, { status: $('setup-status'), t, onread, known: { dice: value('dice') } });
}

async function openLink() {
  const kind = ['board', 'words'].find((each) => DAILY[each].address === location.hash);
  if (kind) return offerDaily({ seconds: DAILY[kind].seconds, players: 'alone', goal: DAILY[kind].goal });
  const [, link, rest] = /^#([bg])=(.+)/.exec(location.hash) ?? [];
  if (link === 'g') return startContest('enter', { id: rest, player: storage.get(NAME, '') });
  if (link !== 'b') return;
  const { readLink } = await loadSolo();
  return offer(...(await readLink(rest, t)));
}

openLink().catch((error) => {
  const reason = error.status === 404 ? 'game_gone' : error.kind === 'offline' ? 'offline' : 'bad_link';
  announce($('setup-status'), t(reason), true);
});
