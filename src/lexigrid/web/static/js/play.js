// The Play page: sets up a dice game on this device or on the server.

import { describe, isLocal, isStatic, offline, post } from './backend.js';
import { announce, element, storage } from './dom.js';
import { formatSeconds } from './clock.js';
import { packValue, unpackValue } from './pack.js';
import { Records, today } from './records.js';
import { loadTexts, openPage, shareLink, showError } from './shell.js';

const SAVED = 'lexigrid.play';
const NAME = 'lexigrid.name';

const t = await openPage('play');
const $ = (id) => document.getElementById(id);
const form = $('new');
const box = $('game');
const known = describe();
const records = new Records(storage);
/** The board of the day counts with the usual dice and time. */
const DAILY = { seconds: 180, players: 'alone' };
const boardOf = ({ dice, seed, seconds }) => `${dice} ${seconds} ${seed}`;

/** Rolls the board of a seed and finds its words and those of the opponent. */
async function load(chosen, saved) {
  const { Referee, rulesOf } = await import('./dice_game.js').catch(offline);
  const { dice, players } = chosen;
  const rolled = chosen.rows ? { boards: [chosen] } : post('boards', { dice, seed: chosen.seed });
  const [{ dice: sets }, { boards: [{ seed, rows }] }] = await Promise.all([known, rolled]);
  const least = sets.find(({ name }) => name === dice)?.min_length;
  const [setup, rules, level] = [{ ...chosen, name: chosen.name || t('you'), seed }, rulesOf(rows, least), Number(players)];
  const grid = { format: 'lexigrid/grid', version: 1, rows };
  const answer = await post('paths', { grid, ...rules, paths: 'one', lexicon: 'default' });
  const opponents = [];
  if (level) {
    const [{ planOpponent }] = await Promise.all([import('./local.js').catch(offline), loadTexts('contests')]);
    opponents.push(await planOpponent(level, answer.words, setup));
  }
  return new Referee({ setup, rows, answer, minLength: rules.min_length, opponents }, saved);
}

/** Shows the game instead of the form. */
function showGame() {
  $('setup').hidden = true;
  box.hidden = false;
  announce($('setup-status'), '');
}

async function startHere(setup, saved) {
  const [{ Contest }, { GameView }, referee] = await Promise.all([import('./contest.js').catch(offline), import('./game_view.js').catch(offline), load(setup, saved)]);
  showGame();
  const game = new Contest(referee.begin(Date.now()), referee);
  const { day } = setup;
  const page = location.href.split('#')[0];
  const share = async () => {
    const { dice, seed, seconds } = referee.setup;
    const packed = await packValue([1, dice, seed, seconds, game.points]);
    shareLink(`${page}#b=${packed}`, t('dice_game'), view.status, t);
  };
  const again = [
    ...(day ? [['share_result', () => shareLink(`${page}#daily`, t('daily_board'), view.status, t, resultOf(day))]] : []),
    ['new_board', () => start({ ...setup, seed: undefined, day: undefined, rows: undefined })],
    ['same_board', () => start(referee.setup)],
    ...(setup.rows ? [] : [['link', share]]),
    ['back', () => location.assign('play.html')],
  ];
  const onsave = () => storage.set(SAVED, game.isOver ? null : referee.toSaved(Date.now()));
  const view = new GameView(box, game, t, { again, onsave, closing: (review) => conclude(referee.setup, review) });
  referee.onevent = (event) => game.take(event) && view.refresh();
}

/** Remembers a finished game; returns what to say about it. */
function conclude(setup, { seats: [{ points }], words }) {
  records.keepBoard(boardOf(setup), points);
  if (!setup.day) return [];
  const found = words.filter(({ seats }) => seats.includes(0)).length;
  const isFirst = records.keep('board', setup.day, { points, found, words: words.length });
  return [isFirst ? '' : t('counted_before', { number: records.of('board', setup.day).points }), t('streak', { number: records.streak('board', setup.day) })];
}

/** The result of the board of the day as text, without its words. */
function resultOf(day) {
  const { points, found, words } = records.of('board', day);
  const part = Math.round((10 * found) / words);
  return `lexigrid ${day}: ${t('daily_board')}\n${t('words_number', { number: found })}, ${t('points', { number: points })}\n${'🟩'.repeat(part)}${'⬜'.repeat(10 - part)}`;
}

/** Offers a board that others play too: it is shown when the clock starts, and a game that was begun goes on. */
function offer(setup, target = null) {
  const kept = savedGame();
  if (kept && boardOf(kept.setup) === boardOf(setup)) return start(kept.setup, kept);
  const points = records.pointsOf(boardOf(setup));
  const facts = [
    t(setup.seconds ? 'shown_with_clock' : 'shown_on_start', { time: formatSeconds(setup.seconds) }),
    target === null ? '' : t('beat', { number: target }),
    points === undefined ? '' : t('played_before', { number: points }),
  ];
  const begin = element('button', { type: 'button', class: 'primary', onclick: () => start(setup, { target }) }, t('start_clock'));
  showGame();
  box.replaceChildren(
    element('h1', {}, t(setup.day ? 'daily_board' : 'dice_game')),
    ...facts.filter(Boolean).map((text) => element('p', {}, text)),
    element('div', { class: 'actions' }, begin),
    element('p', { role: 'status', class: 'status' }),
  );
  return begin.focus();
}

/** The game that was begun on this device; null if there is none, or if it is damaged. */
function savedGame() {
  const kept = storage.get(SAVED);
  const isGood = ['dice', 'seed'].every((name) => typeof kept?.setup?.[name] === 'string') && Array.isArray(kept.found);
  return isGood ? kept : null;
}

/** The module for contests is loaded on demand. */
async function startContest(action, values) {
  const [contests] = await Promise.all([import('./contests.js').catch(offline), loadTexts('contests')]);
  await contests[action](box, t, values, showGame);
}

/** Games with others need the server; a game against the computer can also be played on this device. */
async function startTogether(setup) {
  try {
    await startContest('open', { ...setup, player: setup.name });
  } catch (error) {
    if (error.kind !== 'offline' || !isLocal || setup.players === 'friends') throw error;
    await startHere(setup);
  }
}

async function start(setup, saved) {
  const status = box.hidden ? $('setup-status') : box.querySelector('[role=status]');
  status.classList.remove('error');
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
const chosen = () => ({ dice: value('dice'), seconds: Number(value('seconds')), players: value('players'), name: value('name').trim() });
const updateFields = () => ($('name-field').hidden = value('players') === 'alone');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  start(chosen());
});
form.addEventListener('change', updateFields);
$('photo').addEventListener('change', ({ target }) => target.files.length && readBoard(target));
$('daily').addEventListener('click', () => offerDaily(chosen()));
$('resume').hidden = !savedGame();
$('resume').addEventListener('click', () => start(savedGame().setup, savedGame()));
form.elements.name.value = storage.get(NAME, '');
if (isStatic) form.elements.players.lastElementChild.remove();
updateFields();
window.addEventListener('hashchange', () => location.reload());

known
  .then(({ dice }) => {
    const before = value('dice');
    const fit = dice.filter(({ offered }) => offered);
    const titleOf = ({ name, title, size }) => (name === 'derived' ? size.join('x') : title);
    form.elements.dice.replaceChildren(...fit.map((set) => element('option', { value: set.name }, titleOf(set))));
    if (fit.some(({ name }) => name === before)) form.elements.dice.value = before;
  })
  .catch((error) => showError(form, $('setup-status'), error, t));

/** Offers the board of the day; only one with the usual dice and time counts. */
async function offerDaily(setup) {
  const { dice } = await known;
  const { name } = dice.find(({ offered }) => offered);
  const counts = (setup.dice ?? name) === name && Object.entries(DAILY).every(([key, value]) => setup[key] === value);
  const day = today();
  return offer({ dice: name, name: '', ...setup, seed: day, day: counts ? day : undefined });
}

/** Reads a board from a photo of dice; the player plays it alone. */
async function readBoard(input) {
  const status = $('setup-status');
  status.classList.remove('error');
  announce(status, t('photo_reading'));
  $('play-photo').hidden = true;
  const onread = (tiles, message) => {
    const rows = tiles.map((row) => row.map(([tile]) => (tile === '.' ? null : tile)));
    $('play-photo').onclick = () => start({ ...chosen(), players: 'alone', name: '', rows, seed: JSON.stringify(rows) });
    $('play-photo').hidden = false;
    if (message) announce(status, message);
  };
  try {
    const { PhotoReader } = await import('./photo.js').catch(offline);
    await new PhotoReader($('seen'), t, onread).read(input, { dice: value('dice') });
  } catch (error) {
    showError(form, status, error, t);
  }
}

async function openLink() {
  if (location.hash === '#daily') return offerDaily(DAILY);
  const [, kind, rest] = /^#([bg])=(.+)/.exec(location.hash) ?? [];
  if (kind === 'g') return startContest('enter', { id: rest, player: storage.get(NAME, '') });
  if (kind !== 'b') return undefined;
  const [version, dice, seed, seconds, target] = await unpackValue(rest);
  const isGood = version === 1 && [dice, seed].every((each) => typeof each === 'string') && [seconds, target].every(Number.isInteger);
  if (!isGood) throw new TypeError('the link holds no board');
  return offer({ dice, seed, seconds, players: 'alone', name: t('you') }, target);
}

openLink().catch((error) => {
  $('setup-status').classList.add('error');
  const reason = error.status === 404 ? 'game_gone' : error.kind === 'offline' ? 'offline' : 'bad_link';
  announce($('setup-status'), t(reason));
});
