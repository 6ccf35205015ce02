// What all widgets have in common: a shadow root, so that the styles and ids of widgets and notebook do not meet.

import { element } from '../web/static/js/dom.js';

/** Adds a box with the styles of the pages to the element of a widget, in the theme of the notebook. */
export function addBox(el, model, id) {
  const { language: lang, direction: dir } = model.get('_data').page;
  const host = element('div', { lang, dir });
  const [red, green, blue] = getComputedStyle(document.body).color.match(/[\d.]+/g).map(Number);
  host.style.colorScheme = red + green + blue > 1.5 * 255 ? 'dark' : 'light'; // light letters are on dark paper
  // Single keys, which are shortcuts of notebooks, do not leave the widget. The attribute asks a JupyterLab that sees keys first.
  const keep = (event) => {
    const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey;
    host.toggleAttribute('data-lm-suppress-shortcuts', isSingle);
    if (isSingle) event.stopPropagation();
  };
  for (const kind of ['focusin', 'keydown', 'keyup']) host.addEventListener(kind, keep);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(model.get('_style'));
  root.adoptedStyleSheets = [sheet];
  const box = element('div', { id });
  root.append(box);
  el.replaceChildren(host);
  return box;
}

/** Sends the progress and the words found to Python, and to other views of the widget. */
export function send(model, progress, found) {
  model.set('progress', progress);
  model.set('found', found);
  model.save_changes();
}
