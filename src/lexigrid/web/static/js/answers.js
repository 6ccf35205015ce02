// A list of words with points: a list box with one tab stop, sorted, grouped by length and filtered on the page.

import { element } from './dom.js';

const ORDERS = {
  score: (a, b) => b.score - a.score || b.word.length - a.word.length,
  length: (a, b) => b.word.length - a.word.length,
  alpha: () => 0,
  sending: (a, b) => (b.look === 'sending') - (a.look === 'sending') || (a.look === 'sending' ? 0 : b.score - a.score),
  mine: (a, b) => Boolean(b.isMine) - Boolean(a.isMine) || b.score - a.score,
};
/** How many words are shown at first, and added by each "more". */
const PORTION = 200;

export class AnswerList {
  /** `onselect(item)` is called when a word gets the focus or is tapped. */
  constructor(box, { label, t, onselect }) {
    Object.assign(this, { t, onselect });
    this.list = element('div', { class: 'answers', role: 'listbox', 'aria-label': label, onkeydown: (event) => this.#onKey(event) });
    this.list.onclick = ({ target }) => this.#select(target.closest('[role=option]'));
    this.more = element('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#show(this.limit + PORTION) });
    box.replaceChildren(this.list, this.more);
  }

  /**
   * Shows `items`, each { word, score, paths }; `isMine`: the player found it; `look`: it is 'sending' and not yet
   * answered, or a 'bonus' that was not wanted. In the order of length, each length is a group; `lengths` says how many words of each
   * are found and wanted.
   */
  set(items, { order = 'score', filter = '', lengths = null } = {}) {
    Object.assign(this, { order, lengths });
    const wanted = filter.toLowerCase();
    this.items = items
      .filter(({ word }) => word.toLowerCase().includes(wanted))
      .sort((a, b) => ORDERS[order](a, b) || a.word.localeCompare(b.word));
    this.#show(PORTION);
  }

  #show(limit) {
    this.limit = limit;
    const shown = this.items.slice(0, limit);
    const options = shown.map((item, i) => this.#option(item, i ? '-1' : '0'));
    this.list.replaceChildren(...(this.order === 'length' ? this.#groups(options) : options));
    this.list.hidden = !shown.length;
    this.more.hidden = this.items.length <= limit;
    this.more.textContent = this.t('more_words', { number: this.items.length - limit });
  }

  #option(item, tabindex) {
    const points = item.score === undefined ? '' : element('span', { class: 'points' }, this.t('points_short', { number: item.score }));
    return Object.assign(element('div', { role: 'option', tabindex, 'aria-selected': 'false', class: item.isMine ? 'mine' : item.look }, element('bdi', {}, item.word), points), { item });
  }

  #groups(options) {
    const groups = Map.groupBy(options, ({ item: { word } }) => [...word].length);
    return [...groups].map(([number, own]) => {
      const count = this.lengths ? this.lengths.get(number)?.join('/') ?? '' : own.length;
      const name = `${this.t('letters', { number })} · ${count}`;
      return element('div', { role: 'group', 'aria-label': name }, element('span', { class: 'length', 'aria-hidden': 'true' }, name), ...own);
    });
  }

  #select(node) {
    if (!node) return;
    const before = this.list.querySelector('[tabindex="0"]');
    Object.assign(before, { ariaSelected: 'false', tabIndex: -1 });
    Object.assign(node, { ariaSelected: 'true', tabIndex: 0 });
    node.focus();
    this.onselect(node.item);
  }

  #onKey(event) {
    const nodes = [...this.list.querySelectorAll('[role=option]')];
    const at = nodes.indexOf(event.target);
    const targets = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: nodes.length - 1, ' ': at, Enter: at };
    if (!(event.key in targets)) return;
    event.preventDefault();
    this.#select(nodes[targets[event.key]]);
  }
}
