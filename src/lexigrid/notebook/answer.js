// The answer of a solver as a widget: its words in a list, each shown on the grid when it is chosen.

import { element } from '../web/static/js/dom.js';
import { Solved } from '../web/static/js/solved.js';
import { translator } from '../web/static/js/text.js';
import { addBox } from './shadow.js';

const ORDER_TEXTS = { score: 'by_points', length: 'by_length', alpha: 'by_letters' };

function render({ model, el }) {
  const { page: { texts, language }, kind, answer, rows } = model.get('_data');
  const t = translator(texts, language);
  const box = addBox(el, model, 'solve');
  const status = element('p', { role: 'status', class: 'status' });
  const orders = Object.entries(ORDER_TEXTS).map(([value, key]) => element('option', { value }, t(key)));
  const field = (id, control) => element('div', { class: 'field' }, element('label', { for: id }, t(id)), control);
  const tools = element('div', { class: 'joined' }, field('sort', element('select', { id: 'sort' }, ...orders)), field('filter', element('input', { id: 'filter', autocomplete: 'off', spellcheck: 'false' })));
  box.append(element('section', { id: 'answer', class: 'puzzle', 'aria-labelledby': 'answer-title' },
    element('div', { class: 'stage' }, element('div', { class: 'board-box', id: 'board' }), status),
    element('div', { class: 'side' }, element('h2', { id: 'answer-title' }), tools, element('div', { id: 'found' })),
  ));
  const solved = new Solved(box.getRootNode(), status, t);
  solved.onshow = (word) => {
    model.set('selected', word);
    model.save_changes();
  };
  solved.show(kind, answer, rows);
}

export default { render };
