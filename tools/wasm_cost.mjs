// Prints the cost of the WebAssembly core in Node as JSON: node tools/wasm_cost.mjs [CORE] [WORDS].
//
// Times are processor times, which depend less on other processes than wall-clock times. WORDS are packed by
//   python -c "import sys, lexigrid as lg; from lexigrid.lexicon.packed_words import pack_words; \
//     sys.stdout.buffer.write(pack_words(lg.Lexicon.default()))" > build/wasm/english.words

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { loadCore } from '../src/lexigrid/web/static/js/core.js';

const [core = 'build/wasm/core.wasm', words = 'build/wasm/english.words'] = process.argv.slice(2);
const code = readFileSync(core);
const packed = readFileSync(words);
const milliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

let began = milliseconds();
const since = () => Number((milliseconds() - began).toFixed(2));
const loaded = await loadCore({ core: code, words: packed });
const found = { core_bytes: code.length, core_packed: gzipSync(code, { level: 9 }).length, words_packed: packed.length, load_ms: since() };

const body = { grid: 'vewf/nodr/ihoi/saoe' };
began = milliseconds();
loaded.answer('paths', body);
found.first_board_ms = since();

function usual(question, rounds = 5, times = 2_000) {
  const each = Array.from({ length: rounds }, () => {
    began = milliseconds();
    for (let i = 0; i < times; i++) loaded.answer('paths', question);
    return since() / times;
  });
  return Number(each.sort((a, b) => a - b)[rounds >> 1].toFixed(4));
}
found.board_ms = usual(body);
found.board_without_paths_ms = usual({ ...body, paths: 'none' });
found.count_ms = usual({ ...body, count_only: true });
began = milliseconds();
loaded.answer('lines', { grid: 'tea/ant/oat', lexicon: 'english' });
found.first_lines_ms = since();
found.memory_mb = Number((loaded.memory / 1e6).toFixed(1));
console.log(JSON.stringify(found));
