// How the pages split readable text into letters, as JSON. Run by tests/test_wasm.py.

import { Alphabet, checkReadable, isPunctuation, Problem } from '../src/lexigrid/web/static/js/letters.js';

const alphabets = [{}, { fold_accents: true }, { case_sensitive: true }, { case_sensitive: true, fold_accents: true }].map((options) => new Alphabet(options));

function isReadable(text) {
  try {
    checkReadable(text, 'it');
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const found = [];
for (let code = 0; code <= 0xffff; code++) {
  const character = String.fromCharCode(code);
  if (!isReadable(character)) continue;
  for (const text of [character, `${character}\u0301`, `a${character}e\u0327${character}`, `${character}ς${character}\u0308\u0345`]) {
    if (isReadable(text)) found.push([text, isPunctuation(character), ...alphabets.map((alphabet) => alphabet.split(text))]);
  }
}
process.stdout.write(JSON.stringify(found));
