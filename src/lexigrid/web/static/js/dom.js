// Elements are created here and filled only by textContent, so that user text is never markup.

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

/**
 * Gives the elements with data-t their texts, and those with data-t-label their labels; without one,
 * they keep what they have.
 */
export function translate(root, t) {
  for (const node of root.querySelectorAll('[data-t]')) {
    node.textContent = t(node.dataset.t, {}, node.textContent);
  }
  for (const node of root.querySelectorAll('[data-t-label]')) {
    const name = node.hasAttribute('placeholder') ? 'placeholder' : 'aria-label';
    node.setAttribute(name, t(node.dataset.tLabel, {}, node.getAttribute(name)));
  }
}

/** An element of the page, and the content of one of its templates. */
export const $ = (id) => document.getElementById(id);
export const templateOf = (id) => $(id).content;

/** Sets the text of a status region; a repeated text gets a trailing space, so that it is read again. */
export function announce(region, text, isError = false) {
  region.classList.toggle('error', isError);
  region.dataset.kind = '';
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** What localStorage cannot keep, in private windows or because it is full. */
const memory = new Map();

/** localStorage, or the memory of this page if the browser forbids it. */
export const storage = {
  get(key, fallback = null) {
    try {
      return JSON.parse(memory.get(key) ?? localStorage.getItem(key)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  /** Keeps a value; undefined removes it. */
  set(key, value) {
    memory.delete(key);
    try {
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      if (value !== undefined) memory.set(key, JSON.stringify(value));
    }
  },
};
