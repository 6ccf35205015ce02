// The puzzles of the day, which a static site has ready and a server makes.

import { describe, isStatic, offline, post } from './backend.js';
import { DAILY, numberOf } from './days.js';

/** The puzzle of `day`, or without one a random puzzle of the site, with its theme. */
export async function puzzleOf(kind, day = null) {
  const { count, seed, options } = DAILY[kind];
  const number = (day ? numberOf(day) : Math.floor(Math.random() * count)) % count;
  if (isStatic) {
    const [{ loadPuzzles }, { growPuzzle }] = await Promise.all([import('./local.js'), import('./links.js')]).catch(offline);
    const [theme, packed] = (await loadPuzzles(kind === 'paths' ? 'paths' : 'puzzles'))[number];
    return { theme, puzzle: growPuzzle(packed) };
  }
  const { themes } = await describe();
  const theme = themes[number % themes.length];
  return { theme, puzzle: await post('puzzles', { theme, seed: `${seed}/${number}`, ...options }) };
}
