// What all widgets have in common: a shadow root, so that the styles and ids of widgets and notebook do not meet.

import { element } from '../web/static/js/dom.js';

/** VS Code shows widgets on white in each theme. A widget that is alone in its output needs no such paper. */
const NO_PAPER = '.cell-output-ipywidget-background:has(.lexigrid):not(:has(.widget-box)){background:none!important}';

/** Shows a host light or dark like its notebook, whose theme may change. */
function followTheme(host) {
  const kept = new WeakRef(host);
  const observer = new MutationObserver(() => adapt(kept.deref()));
  const adapt = (shown) => {
    if (!shown) return observer.disconnect();
    const [red, green, blue] = getComputedStyle(document.body).color.match(/[\d.]+/g).map(Number);
    // Light letters are on dark paper.
    shown.style.colorScheme = red + green + blue > 1.5 * 255 ? 'dark' : 'light';
  };
  for (const node of [document.documentElement, document.body]) observer.observe(node, { attributes: true });
  adapt(host);
}

/** Adds a box with the styles of the pages to the element of a widget, in the theme of the notebook. */
export function addBox(el, model, id) {
  const { language: lang, direction: dir } = model.get('_data').page;
  const host = element('div', { lang, dir, class: 'lexigrid' });
  followTheme(host);
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
  el.replaceChildren(element('style', {}, NO_PAPER), host);
  return box;
}

/** The content of the view that a widget shows. */
export const viewOf = ({ view }) => document.createRange().createContextualFragment(view);

/** Sends the progress and the words found to Python, and to other views of the widget. */
export function send(model, progress, found) {
  model.set('progress', progress);
  model.set('found', found);
  model.save_changes();
}

/** Calls `update()` when another view changes a value; returns what ends the widget. */
export function follow(model, name, update, end) {
  model.on(`change:${name}`, update);
  return () => {
    model.off(`change:${name}`, update);
    end();
  };
}
