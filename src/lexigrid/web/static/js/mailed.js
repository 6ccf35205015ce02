// The entry of the page that `lexigrid make --format html` writes: puzzle and texts are in the page itself.

import { PuzzleView } from './puzzle_view.js';
import { translator } from './text.js';

const { puzzle, texts, reveal } = JSON.parse(document.getElementById('puzzle').textContent);
const t = translator(texts, document.documentElement.lang);
new PuzzleView(document.querySelector('main'), puzzle, t, { canReveal: reveal });
