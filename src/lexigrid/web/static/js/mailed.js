// The entry point of the page written by `lexigrid make --format html`, which contains the puzzle and the texts.

import { templateOf } from './dom.js';
import { PuzzleView } from './puzzle_view.js';
import { findApi, startReport } from './scorm.js';

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const view = PuzzleView.of(document.querySelector('main'), templateOf('puzzle-view'), read('puzzle'), read('page'));
const api = findApi(window);
if (api) {
  const session = startReport(api, () => performance.now());
  session.report(view.game);
  view.onsave = () => session.report(view.game);
  addEventListener('pagehide', () => session.finish());
}
