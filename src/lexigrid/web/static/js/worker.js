// A worker that searches: first { words, core } as addresses, then questions { id, kind, body }, each of which is
// answered by { id, answer } or { id, problem }. To stop a search at once, end the worker and begin it anew.

import { loadCore } from './core.js';

let loaded = null;

self.addEventListener('message', async ({ data }) => {
  if (data.core) {
    loaded = loadCore(data);
    loaded.catch(() => {}); // every question is answered with the reason
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
