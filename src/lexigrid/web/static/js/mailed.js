// The entry of the page that `lexigrid make --format html` writes: puzzle and texts are in the page itself.

import { PuzzleView } from './puzzle_view.js';
import { translator } from './text.js';

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const puzzle = read('puzzle');
const { faces, texts, reveal } = read('page');
const t = translator(texts, document.documentElement.lang);
// Tiles that are shown in another way than they are written have their own faces.
const shown = faces ? { ...puzzle, rows: faces } : puzzle;
new PuzzleView(document.querySelector('main'), shown, t, { canReveal: reveal });
