// The messages of the page worker, as JSON: node wasm_worker.mjs CORE WORDS. Run by tests/web/test_wasm.py.

import { readFileSync } from 'node:fs';

const posted = [];
let onmessage = null;
globalThis.self = {
  addEventListener: (name, listener) => (onmessage = (data) => listener({ data })),
  postMessage: (message) => posted.push(message),
};
globalThis.fetch = async (path) => new Response(readFileSync(path));
await import('../../src/lexigrid/web/static/js/worker.js');

const [core, words] = process.argv.slice(2);
const body = { grid: 'tea/ant/oat', words: ['oat'] };
await onmessage({ id: 1, kind: 'paths', body });
onmessage({ core, words });
await Promise.all([onmessage({ id: 2, kind: 'paths', body }), onmessage({ id: 3, kind: 'paths', body: null })]);
onmessage({ core, words: core });
await onmessage({ id: 4, kind: 'paths', body });
process.stdout.write(JSON.stringify(posted));
