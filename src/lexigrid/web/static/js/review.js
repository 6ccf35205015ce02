// The end of a dice game in words: what was found by whom, and who wins. This module knows no page.

/**
 * What a page shows of `review`: { you, seats: [{ name, points }], words: [{ word, points, seats }], target }, where
 * the seats of a word are those who found it. `you` is null for those who only watched.
 */
export function describeEnd({ you, seats, words, target = null }, t) {
  const isAlone = seats.length === 1;
  const list = words.map(({ word, points, seats: finders }) => ({
    word,
    score: points,
    isMine: finders.includes(you),
    note: isAlone ? '' : finders.map((seat) => seats[seat].name).join(', ') || t('nobody'),
  }));
  const { points } = seats[you] ?? { points: 0 };
  const found = list.filter(({ isMine }) => isMine).length;
  const total = words.reduce((sum, word) => sum + word.points, 0);
  const result = t('result', { found, words: words.length, points, total });
  const beaten = target === null ? '' : ` ${t(points > target ? 'beaten' : 'not_beaten', { number: target })}`;
  return { words: list, result: result + beaten, standing: isAlone ? t('is_over') : standingOf(seats, t) };
}

function standingOf(seats, t) {
  const best = Math.max(...seats.map(({ points }) => points));
  const winners = seats.filter(({ points }) => points === best).map(({ name }) => name);
  const table = seats.map(({ name, points }) => `${name} ${points}`).join(', ');
  return `${t('winner', { names: winners.join(', '), number: winners.length })} ${table}.`;
}
