// The entry point of the page written by `lexigrid make --format html`, which contains the puzzle and the texts.

import { PuzzleView } from './puzzle_view.js';
import { findApi, startReport } from './scorm.js';
import { translator } from './text.js';

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const puzzle = read('puzzle');
const { faces, texts, reveal, bonus, ...list } = read('page');
const t = translator(texts, document.documentElement.lang);
// `faces` replaces tiles that are not shown as they are written.
const shown = faces ? { ...puzzle, rows: faces } : puzzle;
const view = new PuzzleView(document.querySelector('main'), shown, t, { canReveal: reveal, bonus: bonus && new Set(bonus), ...list });
const api = findApi(window);
if (api) {
  const session = startReport(api, () => performance.now());
  session.report(view.game);
  view.onsave = () => session.report(view.game);
  addEventListener('pagehide', () => session.finish());
}
