// Describes the end of a dice game: who found which words, and who wins.

import { element } from './dom.js';

/** The most words shown of a player, and of all. */
const MOST_SHOWN = 24;

/**
 * The texts for a review: { you, seats: [{ name, points, cancelled }], words: [{ word, points, seats }], target }. The
 * seats of a word are the players who found it. If any player has `cancelled` words, a word with several seats counts
 * for none of them. `you` is null for spectators.
 */
export function describeEnd({ you, seats, words, target = null }, t) {
  const isAlone = seats.length === 1;
  const cancels = seats.some(({ cancelled }) => cancelled);
  const list = words.map(({ word, points, seats: finders }) => ({
    word,
    score: cancels && finders.length > 1 ? 0 : points,
    isMine: finders.includes(you),
    note: isAlone ? '' : finders.map((seat) => seats[seat].name).join(', ') || t('nobody'),
  }));
  const { points, cancelled } = seats[you] ?? { points: 0 };
  const found = list.filter(({ isMine }) => isMine).length;
  const total = words.reduce((sum, word) => sum + word.points, 0);
  const result = t('result', { found, words: words.length, points, total });
  const beaten = target === null ? '' : ` ${t(points > target ? 'beaten' : 'not_beaten', { number: target })}`;
  const shared = cancelled ? ` ${t('cancelled', { number: cancelled })}` : '';
  return { words: list, result: result + shared + beaten };
}

/** The players, best first, with rank and the words that only they found, and the words of several; the longest first. */
export function wordsOfPlayers({ seats, words }) {
  const found = words.filter(({ seats: finders }) => finders.length).sort((a, b) => b.points - a.points || b.word.length - a.word.length);
  const shown = (holds) => found.filter(({ seats: finders }) => holds(finders)).slice(0, MOST_SHOWN).map(({ word }) => word);
  const players = seats.map(({ name, points }, seat) => ({
    name, points, rank: 1 + seats.filter((other) => other.points > points).length, own: shown((finders) => finders.length === 1 && finders[0] === seat),
  }));
  return { players: players.sort((a, b) => a.rank - b.rank), shared: shown((finders) => finders.length > 1) };
}

/** Who wins: a headline, a sentence with all points, and whether it is the viewer. */
export function standingOf({ seats, you }, t) {
  const best = Math.max(...seats.map(({ points }) => points));
  const winners = seats.filter(({ points }) => points === best);
  const names = winners.map(({ name }) => name).join(', ');
  const isMine = winners.length === 1 && winners[0] === seats[you];
  const table = seats.map(({ name, points }) => `${name} ${points}`).join(', ');
  const headline = isMine ? t('you_win') : t('winner', { names, number: winners.length });
  return { headline, standing: `${headline} ${table}.`, isWon: isMine };
}

/** Who wins, and the players, best first, each with the words that nobody else found; then the words of several. */
export function ranksOf(review, t) {
  const { players, shared } = wordsOfPlayers(review);
  const chips = (words, label, name) => words.length ? element('ul', { class: `chips ${name}`, 'aria-label': label }, ...words.map((word) => element('li', {}, element('bdi', {}, word)))) : '';
  const row = ({ name, points, rank, own }) => element('li', { value: rank }, element('bdi', {}, name), element('span', { class: 'points' }, t('points', { number: points })), chips(own, t('own_words', { name }), `hue-${(rank - 1) % 6}`));
  const nodes = [
    element('ol', { class: 'ranks' }, ...players.map(row)),
    ...(shared.length ? [element('h2', {}, t('shared_words')), chips(shared, t('shared_words'), 'shared')] : []),
  ];
  return { ...standingOf(review, t), nodes };
}
