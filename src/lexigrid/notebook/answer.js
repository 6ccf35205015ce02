// The answer of a solver as a widget: its words in a list, each shown on the grid when it is chosen.

import { element } from '../web/static/js/dom.js';
import { Solved } from '../web/static/js/solved.js';
import { translator } from '../web/static/js/text.js';
import { addBox, viewOf } from './shadow.js';
import { fill } from '../web/static/js/views.js';

function render({ model, el }) {
  const { page, kind, answer, rows } = model.get('_data');
  const t = translator(page.texts, page.language);
  const box = addBox(el, model, 'solve');
  const $ = fill(box, viewOf(page), t);
  const status = element('p', { role: 'status', class: 'status' });
  $('.stage').append(status);
  const solved = new Solved(box.getRootNode(), status, t);
  solved.onshow = (word) => {
    model.set('selected', word);
    model.save_changes();
  };
  solved.show(kind, answer, rows);
}

export default { render };
