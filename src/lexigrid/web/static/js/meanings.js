// What words mean, shown after a game if the server has definitions of its language. This module does not use the DOM.

import { post } from './backend.js';

/** The most words of one question: `judged_words` of src/lexigrid/web/limits.py. */
const MOST = 1_000;

/** What words mean: the language, and the texts by word. */
export async function meaningsOf(words) {
  const question = { words: words.slice(0, MOST), definitions: true };
  const { language, answers } = await post('judge', question).catch(() => ({ answers: [] }));
  const known = answers.filter(({ gloss }) => gloss);
  return { language, texts: new Map(known.map(({ word, base, part, gloss }) => [word, `${base === word ? '' : `${base}, `}${part}: ${gloss}`])) };
}
