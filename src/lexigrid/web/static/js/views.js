// Views: elements of a page that are filled when they are needed, and questions in their place.

import { element, translate } from './dom.js';

/**
 * Fills `box` with a copy of a template's content, whose buttons call the function of `actions` with
 * their name. Returns the function that finds its elements.
 */
export function fill(box, content, t, actions = {}) {
  box.replaceChildren(content.cloneNode(true));
  translate(box, t);
  for (const button of box.querySelectorAll('button[name]')) {
    button.onclick = () => actions[button.name]();
  }
  return (selector) => box.querySelector(selector);
}

/**
 * Asks for confirmation in place of `actions`; resolves to true for `yes`.
 * The question is part of the page, so it covers nothing.
 */
export function ask(actions, question, yes, no) {
  const asker = actions.getRootNode().activeElement;
  const { promise, resolve } = Promise.withResolvers();
  const button = (text, name, isYes) =>
    element('button', { type: 'button', class: name, onclick: () => resolve(isYes) }, text);
  const keep = button(no, null, false);
  const box = element(
    'div',
    {
      class: 'question', role: 'alertdialog', 'aria-labelledby': 'question',
      onkeydown: ({ key }) => key === 'Escape' && resolve(false),
    },
    element('p', { id: 'question' }, question),
    element('div', { class: 'actions' }, button(yes, 'primary', true), keep),
  );
  actions.before(box);
  actions.hidden = true;
  keep.focus();
  return promise.finally(() => {
    box.remove();
    actions.hidden = false;
    asker?.focus();
  });
}
