// A dice game on this device: its board, and what is remembered, shared and offered at its end.

import { describe, offline, post } from './backend.js';
import { Contest } from './contest.js';
import { Referee, rulesOf } from './dice_game.js';
import { GameView } from './game_view.js';
import { DAILY, REQUIRED, boardOf, isForWords, kindOf } from './days.js';
import { meaningsOf } from './meanings.js';
import { packValue } from './pack.js';
import { ranksOf } from './ranks.js';
import { loadTexts, shareLink } from './shell.js';

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
  const opponents = [];
  if (level) {
    const [{ planOpponent }] = await Promise.all([import('./local.js').catch(offline), loadTexts('contests')]);
    opponents.push(await planOpponent(level, answer.words, setup));
  }
  return new Referee({ setup, rows, answer, minLength: rules.min_length, opponents, required: common }, saved);
}

/**
 * Plays in `box` after `onready()`. `keep(saved)` keeps the game, or null at its end; `start(setup)` begins another one.
 */
export async function playHere({ box, t, records, onready, keep, start }, setup, saved) {
  const referee = await load(setup, saved, t);
  onready();
  const game = new Contest(referee.begin(Date.now()), referee);
  const { day } = setup;
  const daily = DAILY[kindOf(setup)];
  const page = location.href.split('#')[0];
  const share = async () => {
    const { dice, seed, seconds, goal } = referee.setup;
    const packed = await packValue([1, dice, seed, seconds, game.points, ...(isForWords({ goal }) ? [goal] : [])]);
    shareLink(`${page}#b=${packed}`, t('dice_game'), view.status, t);
  };
  const again = [
    ...(day ? [['share_result', () => shareLink(`${page}${daily.address}`, t(daily.name), view.status, t, resultOf({ t, records }, setup, referee.progress))]] : []),
    ['new_board', () => start({ ...setup, seed: undefined, day: undefined, rows: undefined })],
    ['same_board', () => start(referee.setup)],
    ...(setup.rows ? [] : [['link', share]]),
    ['back', () => location.assign('play.html')],
  ];
  const onsave = () => keep(game.isOver ? null : referee.toSaved(Date.now()));
  const closing = (review) => conclude({ t, records }, referee, review);
  const view = new GameView(box, game, t, { again, onsave, closing, meaningsOf, ranksOf });
  referee.onevent = (event) => game.take(event) && view.refresh();
}

/** Remembers a finished game; returns what to say about it. */
function conclude({ t, records }, { setup, rows, progress }, { seats: [{ points }], words }) {
  records.keepBoard(boardOf(setup), points);
  const done = progress ? [t('required_found', progress)] : [];
  if (!setup.day) return done;
  const kind = kindOf(setup);
  const found = words.filter(({ seats }) => seats.includes(0)).length;
  const isFirst = records.keep(kind, setup.day, { points, found: progress?.found ?? found, words: progress?.total ?? words.length, rows });
  return [...done, isFirst ? '' : t('counted_before', { number: records.of(kind, setup.day).points }), t('streak', { number: records.streak(kind, setup.day) })];
}

/** The result of the board of the day as text, without its words. */
function resultOf({ t, records }, setup, progress) {
  const kind = kindOf(setup);
  const { points, found, words } = records.of(kind, setup.day);
  const part = Math.floor((10 * found) / words);
  const count = progress ? `${found}/${words}` : t('words_number', { number: found });
  return `lexigrid ${setup.day}: ${t(DAILY[kind].name)}\n${count}, ${t('points', { number: points })}\n${'🟩'.repeat(part)}${'⬜'.repeat(10 - part)}`;
}
