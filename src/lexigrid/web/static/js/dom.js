// Elements are made here and filled by textContent only: text of users is never markup.

/** element('button', { type: 'button', onclick }, 'Hint'); false and null leave an attribute out. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/** Sets the text of a status region; a repeated text gets a trailing blank, else it is not read again. */
export function announce(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Asks, in the place of `actions`, before something that cannot be undone; resolves to true for `yes`.
 * The question is part of the page, so that nothing is covered and nothing is behind it.
 */
export function ask(actions, question, yes, no) {
  const asker = document.activeElement;
  return new Promise((resolve) => {
    const answer = (isYes) => () => {
      box.remove();
      actions.hidden = false;
      asker?.focus();
      resolve(isYes);
    };
    const keep = element('button', { type: 'button', onclick: answer(false) }, no);
    const box = element(
      'div',
      { class: 'question', role: 'alertdialog', 'aria-labelledby': 'question', onkeydown: (event) => event.key === 'Escape' && answer(false)() },
      element('p', { id: 'question' }, question),
      element('div', { class: 'actions' }, element('button', { type: 'button', class: 'primary', onclick: answer(true) }, yes), keep),
    );
    actions.before(box);
    actions.hidden = true;
    keep.focus();
  });
}

/** localStorage, or nothing where the browser forbids it. */
export const storage = {
  get(key, fallback = null) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Private windows and full stores: the page works without.
    }
  },
};
