// A puzzle as a widget.

import { PuzzleView } from '../web/static/js/puzzle_view.js';
import { addBox, follow, send, viewOf } from './shadow.js';

function render({ model, el }) {
  const { puzzle, page } = model.get('_data');
  let saved = model.get('progress');
  const store = { get: () => saved, set: (_, progress) => (saved = progress) };
  const view = PuzzleView.of(addBox(el, model, 'puzzle'), viewOf(page), puzzle, page, { store, canPrint: false });
  view.onsave = () => send(model, saved, view.game.log.filter((at) => at >= 0).map((at) => view.game.words[at].word));
  const update = () => {
    saved = model.get('progress');
    view.update();
  };
  return follow(model, 'progress', update, () => view.close());
}

export default { render };
