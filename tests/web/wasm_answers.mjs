// Answers of the WebAssembly core: node wasm_answers.mjs CORE WORDS QUESTIONS. Run by tests/web/test_wasm.py.

import { readFileSync } from 'node:fs';

import { loadCore } from '../../src/lexigrid/web/static/js/core.js';
import { LIMITS } from '../../src/lexigrid/web/static/js/requests.js';

const [coreFile, wordsFile, questionsFile] = process.argv.slice(2);
const core = await loadCore({ core: readFileSync(coreFile), words: readFileSync(wordsFile) });
Object.assign(LIMITS, { deadline: 30, most_deadline: 30 }); // a busy machine may need longer
const questions = JSON.parse(readFileSync(questionsFile, 'utf8'));
process.stdout.write(JSON.stringify(questions.map(([kind, body]) => core.answer(kind, body))));
