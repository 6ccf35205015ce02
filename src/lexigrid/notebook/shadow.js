// What all widgets have in common: a shadow root, so that the styles and ids of widgets and notebook do not meet.

import { element } from '../web/static/js/dom.js';

/** Adds a box with the styles of the pages to the element of a widget, in the theme of the notebook. */
export function addBox(el, model, id) {
  const { language: lang, direction: dir } = model.get('_data').page;
  // JupyterLab's shortcuts are single keys; they do not apply inside.
  const host = element('div', { 'data-lm-suppress-shortcuts': 'true', lang, dir });
  const [red, green, blue] = getComputedStyle(document.body).color.match(/[\d.]+/g).map(Number);
  host.style.colorScheme = red + green + blue > 1.5 * 255 ? 'dark' : 'light'; // light letters are on dark paper
  host.addEventListener('keydown', (event) => event.ctrlKey || event.metaKey || event.altKey || event.stopPropagation());
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
