// What words mean, shown after a game if the server has definitions of its language; without a server, nothing is.

import { post } from './backend.js';
import { element } from './dom.js';

/** The most words of one question: `judged_words` of src/lexigrid/web/limits.py. */
const MOST = 1_000;

/** What words mean: the language, and the texts by word. */
export async function meaningsOf(words) {
  const question = { words: words.slice(0, MOST), definitions: true };
  const { language, answers } = await post('judge', question).catch(() => ({ answers: [] }));
  const known = answers.filter(({ gloss }) => gloss);
  return { language, texts: new Map(known.map(({ word, base, part, gloss }) => [word, `${base === word ? '' : `${base}, `}${part}: ${gloss}`])) };
}

/** A list that unfolds, of what the words of a puzzle mean; it is hidden until a meaning is known. */
export function foldMeanings(puzzle, t) {
  const list = element('dl', {});
  const fold = element('details', { class: 'more meanings', hidden: true }, element('summary', {}, t('meanings')), list);
  meaningsOf(puzzle.words.map(({ word }) => word)).then(({ language, texts }) => {
    list.lang = language ?? '';
    list.append(...[...texts].flatMap(([word, text]) => [element('dt', {}, word), element('dd', {}, text)]));
    fold.hidden = !texts.size || (puzzle.language ?? language) !== language;
  });
  return fold;
}
