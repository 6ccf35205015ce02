// A worker that searches. It first receives { words, core } as addresses, then requests { id, kind, body }, and answers
// each with { id, answer } or { id, problem }. To stop a search at once, end the worker and start a new one.

import { loadCore } from './core.js';

let loaded = null;

self.addEventListener('message', async ({ data }) => {
  if (data.core) {
    loaded = loadCore(data);
    loaded.catch(() => {}); // every request is answered with the reason
    return;
  }
  const { id, kind, body } = data;
  try {
    if (!loaded) throw new Error('a question came before the words');
    self.postMessage({ id, ...(await loaded).answer(kind, body) });
  } catch (error) {
    const problem = { type: '/problems/internal', title: 'Internal error', status: 500, detail: String(error.message ?? error) };
    self.postMessage({ id, problem });
  }
});
