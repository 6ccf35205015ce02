// Describes the end of a dice game: who found which words. This module does not use the DOM.

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
