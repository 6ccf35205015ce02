// The Play page: sets up a dice game on this device or on the server.

import { describe, isLocal, isStatic, post } from './backend.js';
import { announce, element, storage } from './dom.js';
import { packValue, unpackValue } from './pack.js';
import { loadTexts, openPage, shareLink, showError, today } from './shell.js';

const SAVED = 'lexigrid.play';
const NAME = 'lexigrid.name';

const t = await openPage('play');
const $ = (id) => document.getElementById(id);
const form = $('new');
const box = $('game');
const known = describe();

/** Rolls the board of a seed and finds its words and those of the opponent. */
async function load(chosen, saved) {
  const { Referee, rulesOf } = await import('./dice_game.js');
  const { dice, players } = chosen;
  const [{ dice: sets }, { boards: [{ seed, rows }] }] = await Promise.all([known, post('boards', { dice, seed: chosen.seed })]);
  const least = sets.find(({ name }) => name === dice)?.min_length;
  const [setup, rules, level] = [{ ...chosen, name: chosen.name || t('you'), seed }, rulesOf(rows, least), Number(players)];
  const grid = { format: 'lexigrid/grid', version: 1, rows };
  const answer = await post('paths', { grid, ...rules, paths: 'one', lexicon: 'default' });
  const opponents = [];
  if (level) {
    const [{ planOpponent }] = await Promise.all([import('./local.js'), loadTexts('contests')]);
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
  const [{ Contest }, { GameView }, referee] = await Promise.all([import('./contest.js'), import('./game_view.js'), load(setup, saved)]);
  showGame();
  const game = new Contest(referee.begin(Date.now()), referee);
  const share = async () => {
    const { dice, seed, seconds } = referee.setup;
    const packed = await packValue([1, dice, seed, seconds, game.points]);
    shareLink(`${location.href.split('#')[0]}#b=${packed}`, t('dice_game'), view.status, t);
  };
  const again = [
    ['new_board', () => start({ ...setup, seed: undefined })],
    ['same_board', () => start(referee.setup)],
    ['link', share],
    ['back', () => location.assign('play.html')],
  ];
  const onsave = () => storage.set(SAVED, game.isOver ? null : referee.toSaved(Date.now()));
  const view = new GameView(box, game, t, { again, onsave });
  referee.onevent = (event) => game.take(event) && view.refresh();
}

/** The module for contests is loaded on demand. */
async function startContest(action, values) {
  const [contests] = await Promise.all([import('./contests.js'), loadTexts('contests')]);
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
    if (saved || setup.players === 'alone' || isStatic) await startHere(setup, saved);
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
$('daily').addEventListener('click', () => start({ ...chosen(), seed: today() }));
const saved = storage.get(SAVED);
$('resume').hidden = !saved;
$('resume').addEventListener('click', () => start(saved.setup, saved));
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

async function openLink() {
  const [, kind, rest] = /^#([bg])=(.+)/.exec(location.hash) ?? [];
  if (kind === 'g') return startContest('enter', { id: rest, player: storage.get(NAME, '') });
  if (kind !== 'b') return undefined;
  const [version, dice, seed, seconds, target] = await unpackValue(rest);
  const isGood = version === 1 && [dice, seed].every((each) => typeof each === 'string') && [seconds, target].every(Number.isInteger);
  if (!isGood) throw new TypeError('the link holds no board');
  return startHere({ dice, seed, seconds, players: 'alone', name: t('you') }, { target });
}

openLink().catch((error) => {
  $('setup-status').classList.add('error');
  announce($('setup-status'), error.kind === 'offline' ? t('offline') : t('bad_link'));
});
