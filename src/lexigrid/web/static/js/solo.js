// A dice game on this device: the offer of its board, the game, and what is remembered, shared and offered at its end.

import { describe, offline, post } from './backend.js';
import { formatSeconds } from './clock.js';
import { Referee, rulesOf } from './dice_game.js';
import { element, storage, templateOf } from './dom.js';
import { GameView } from './game_view.js';
import { DAILY, REQUIRED, boardOf, isForWords, kindOf } from './days.js';
import { meaningsOf } from './meanings.js';
import { packValue, shareLink, unpackValue } from './links.js';
import { Records } from './records.js';
import { loadTexts } from './shell.js';
import { fill } from './views.js';

const records = new Records(storage);

/** The setup of the board of a link, and the points to beat. */
export async function readLink(text, t) {
  const [version, dice, seed, seconds, target, sort] = await unpackValue(text);
  const isGood = version === 1 && [dice, seed].every((each) => typeof each === 'string') && [seconds, target].every(Number.isInteger);
  if (!isGood) throw new TypeError('the link holds no board');
  return [{ dice, seed, seconds, players: 'alone', name: t('you'), ...(sort === 'words' ? { goal: sort } : {}) }, target];
}

/** Says in `box` what a board asks for that others play too, with a button that starts the game: it is shown with the clock. */
export function showOffer({ box, t, start }, setup, target) {
  const points = records.pointsOf(boardOf(setup));
  const facts = [
    isForWords(setup) ? t('goal_words_help') : '',
    t(setup.seconds ? 'shown_with_clock' : 'shown_on_start'),
    target === null ? '' : t('beat', { number: target }),
    points === undefined ? '' : t('played_before', { number: points }),
  ];
  const $ = fill(box, templateOf('offer'), t, { start: () => start(setup, { target }) });
  $('h1').textContent = t(setup.day ? DAILY[kindOf(setup)].name : 'dice_game');
  $('.time').textContent = setup.seconds ? formatSeconds(setup.seconds) : '';
  $('.facts').replaceChildren(...facts.filter(Boolean).map((text) => element('p', {}, text)));
  $('button').focus();
}

/** Rolls the board of a seed and finds its words and those of the opponent. */
async function load(chosen, saved, t) {
  const { dice, players } = chosen;
  const required = isForWords(chosen) ? REQUIRED : undefined;
  const rolled = chosen.rows ?? saved?.rows;
  const made = rolled ? { boards: [{ seed: chosen.seed, rows: rolled }] } : post('boards', { dice, seed: chosen.seed, required });
  const [{ dice: sets }, { boards: [{ seed, rows }] }] = await Promise.all([describe(), made]);
  const least = sets.find(({ name }) => name === dice)?.min_length;
  const [setup, rules, level] = [{ ...chosen, name: chosen.name || t('you'), seed }, rulesOf(rows, least), Number(players)];
  const grid = { format: 'lexigrid/grid', version: 1, rows };
  const question = { grid, ...rules, paths: 'one', lexicon: 'default' };
  const [answer, common] = await Promise.all([post('paths', question), required ? post('paths', { ...question, paths: 'all', common: true }) : null]);
  const opponents = level ? [await planOpponent(level, answer.words, setup)] : [];
  return new Referee({ setup, rows, answer, minLength: rules.min_length, opponents, required: common }, saved);
}

/** An opponent: a name, and the words of the board with their times. */
async function planOpponent(level, words, { seed, seconds }) {
  const modules = [import('./local.js'), import('./opponents.js'), loadTexts('contests')];
  const [{ ask, read }, { findWords, opponentName }] = await Promise.all(modules).catch(offline);
  const [marks, { words: described }] = await Promise.all([read('avoided.json'), ask('words', { words: words.map(({ word }) => word) })]);
  const avoided = new Set(marks.match(/.{10}/g));
  const known = words.map(({ word, paths: [path] }, i) => ({ word, path, ...described[i] }));
  return { name: opponentName(level), words: findWords(level, known, { seed, seconds, avoided }) };
}

/**
 * Plays in `box` after `onready()`. `keep(saved)` keeps the game, or null at its end; `start(setup)` begins another one.
 */
export async function playHere({ box, t, onready, keep, start }, setup, saved) {
  const game = await load(setup, saved, t);
  onready();
  const { day } = setup;
  const daily = DAILY[kindOf(setup)];
  const page = location.href.split('#')[0];
  const share = async () => {
    const { dice, seed, seconds, goal } = game.setup;
    const packed = await packValue([1, dice, seed, seconds, game.points, ...(isForWords({ goal }) ? [goal] : [])]);
    shareLink(`${page}#b=${packed}`, t('dice_game'), view.status, t);
  };
  const again = [
    ...(day ? [['share_result', () => shareLink(`${page}${daily.address}`, t(daily.name), view.status, t, resultOf(t, setup, game.progress))]] : []),
    ['new_board', () => start({ ...setup, seed: undefined, day: undefined, rows: undefined })],
    ['same_board', () => start(game.setup)],
    ...(setup.rows ? [] : [['link', share]]),
    ['back', () => location.assign('play.html')],
  ];
  const onsave = () => keep(game.isOver ? null : game.toSaved(Date.now()));
  const closing = (review) => conclude(t, game, review);
  const view = new GameView(box, templateOf('game-view'), game, t, { again, onsave, closing, meaningsOf });
  game.onevent = () => view.refresh();
}

/** Remembers a finished game; returns what to say about it. */
function conclude(t, { setup, state: { rows }, progress }, { seats: [{ points }], words }) {
  records.keepBoard(boardOf(setup), points);
  const done = progress ? [t('required_found', progress)] : [];
  if (!setup.day) return done;
  const kind = kindOf(setup);
  const found = words.filter(({ seats }) => seats.includes(0)).length;
  const isFirst = records.keep(kind, setup.day, { points, found: progress?.found ?? found, words: progress?.total ?? words.length, rows });
  return [...done, isFirst ? '' : t('counted_before', { number: records.of(kind, setup.day).points }), t('streak', { number: records.streak(kind, setup.day) })];
}

/** The result of the board of the day as text, without its words. */
function resultOf(t, setup, progress) {
  const kind = kindOf(setup);
  const { points, found, words } = records.of(kind, setup.day);
  const part = Math.floor((10 * found) / words);
  const count = progress ? `${found}/${words}` : t('words_number', { number: found });
  return `lexigrid ${setup.day}: ${t(DAILY[kind].name)}\n${count}, ${t('points', { number: points })}\n${'🟩'.repeat(part)}${'⬜'.repeat(10 - part)}`;
}
