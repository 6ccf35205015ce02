// How the pages split text into letters, as JSON; null for text that needs a server. Run by tests/web/test_wasm.py, with a
// file that describes alphabets.

import { readFileSync } from 'node:fs';
import { Alphabet, checkReadable, isPunctuation, Problem } from '../../src/lexigrid/web/static/js/letters.js';

const alphabets = JSON.parse(readFileSync(process.argv[2])).map((options) => new Alphabet(options));

function answerOf(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
const isReadable = (text) => answerOf(() => checkReadable(text, 'it')) !== null;

const found = [];
for (let code = 0; code <= 0xffff; code++) {
  const character = String.fromCharCode(code);
  if (!isReadable(character)) continue;
  for (const text of [character, `${character}\u0301`, `a${character}e\u0327${character}`, `${character}ς${character}\u0308\u0345`, `${character}h${character}zs${character}j`]) {
    if (isReadable(text)) found.push([text, isPunctuation(character), ...alphabets.map((alphabet) => answerOf(() => alphabet.split(text)))]);
  }
}
for (const text of ['bijoux minijob', 'viachlas chlieb', 'nadživjeti džep', 'házszám asszony', 'llangan', 'KIZ İzmir'])
  found.push([text, false, ...alphabets.map((alphabet) => answerOf(() => alphabet.split(text)))]);
process.stdout.write(JSON.stringify(found));
