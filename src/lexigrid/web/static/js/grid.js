// The letter grid of every page: an ARIA grid with one tab stop, for keys, taps and drags.

import { element } from './dom.js';
import { columnName, sameCell } from './line.js';
import { shiftOf } from './path.js';

/** How many cells outside the grid a drag may go and still select the nearest cell. */
const OUTSIDE = 1;
const HUES = 6;
/** The directions in which keys move the focus: arrows by one cell, the others to the edge. */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const MOVES = { ...ARROWS, PageUp: [-1, 0], PageDown: [1, 0], Home: [0, -1], End: [0, 1] };
const HEARD = ['keydown', 'focusin', 'pointerdown', 'pointermove', 'pointerup', 'pointercancel'];
/** What other keys do with a selection. */
const ACTS = { Enter: 'choose', ' ': 'choose', Backspace: 'back', Escape: 'clear' };

export class LetterGrid {
  /**
   * `box` is an empty element. `rows` has the faces of tiles, null for a hole. `selection` is a LineSelection or a
   * PathSelection. `onselect(cells)` is called when a selection is complete, `onchange(cells)` while it changes. With
   * `isHex`, odd rows are shifted by half a cell.
   */
  constructor(box, { rows, selection, label, describedBy, lang, onselect, onchange, isHex = false }) {
    Object.assign(this, { box, rows, selection, onselect, onchange, isHex });
    this.size = [rows.length, rows[0].length];
    this.isReadOnly = !onselect;
    const [height, width] = this.size;
    this.wide = width + shiftOf(1, isHex);
    // Marks are boxes with shadows, because contrast checkers cannot tell what is behind a letter on SVG.
    this.now = element('div');
    this.marks = element('div', { class: 'marks', 'aria-hidden': 'true' }, this.now);
    this.cells = rows.map((row, y) => row.map((face, x) => this.#makeCell(face, [y, x])));
    /** The places of all cells that are not holes. */
    this.places = this.cells.flat().flatMap(({ place }) => (place ? [place] : []));
    const facts = { role: 'grid', class: 'cells', 'aria-label': label, 'aria-describedby': describedBy, lang };
    const states = { 'aria-multiselectable': this.isReadOnly ? null : 'true', 'aria-readonly': 'true' };
    const lines = this.cells.map((line) => element('div', { role: 'row' }, ...line));
    this.element = element('div', { ...facts, ...states }, ...lines);
    const ruler = (name, count, label) =>
      element('div', { class: name, 'aria-hidden': 'true' }, ...Array.from({ length: count }, (_, i) => element('span', {}, label(i))));
    const rulers = [ruler('across', width, columnName), ruler('down', height, (row) => String(row + 1))];
    // As on paper, in every script: the generator makes words start at the right.
    const board = element('div', { class: isHex ? 'board hexes' : 'board', dir: 'ltr' }, ...rulers, this.marks, this.element);
    board.style.cssText = `--columns: ${width}; --wide: ${this.wide}; --rows: ${height}`;
    box.replaceChildren(board);
    // A drag scrolls a grid that is larger than the screen; its words are selected by taps.
    new ResizeObserver(() => {
      const isLarge = box.scrollWidth > box.clientWidth + 1 || board.offsetHeight > window.innerHeight;
      this.element.classList.toggle('is-large', isLarge);
    }).observe(box);
    this.#setHere(this.places[0]);
    const heard = this.isReadOnly ? HEARD.slice(0, 2) : HEARD;
    for (const kind of heard) this.element.addEventListener(kind, this);
  }

  #makeCell(face, place) {
    if (face === null) return element('div', { role: 'gridcell', class: 'hole' });
    const facts = { role: 'gridcell', class: [...face].length > 1 ? 'cell long' : 'cell', tabindex: '-1' };
    const cell = element('div', { ...facts, 'aria-selected': this.isReadOnly ? null : 'false' }, face);
    return Object.assign(cell, { place });
  }

  /** Events go to the method of their name. */
  handleEvent(event) {
    this[event.type](event);
  }

  at = ([row, column]) => this.cells[row]?.[column];

  #isCell = (cell) => Boolean(cell && this.at(cell)?.place);

  #setHere(cell) {
    if (this.here) this.at(this.here).tabIndex = -1;
    this.here = cell;
    this.at(cell).tabIndex = 0;
  }

  focus(cell = this.here) {
    this.#setHere(cell);
    this.at(cell).focus();
  }

  focusin({ target: { place } }) {
    if (place) this.#setHere(place);
  }

  /** The cell that a key moves to; undefined at the edge. */
  #target({ key, ctrlKey, metaKey }) {
    const [[down, right], [row, column]] = [MOVES[key], this.here];
    const isCorner = (ctrlKey || metaKey) && (key === 'Home' || key === 'End');
    const isAhead = ([y, x]) => Math.sign(y - row) === down && Math.sign(x - column) === right;
    const ahead = isCorner ? this.places : this.places.filter(isAhead);
    const isFirst = key in ARROWS ? down + right > 0 : down + right < 0; // places go down
    return ahead.at(isFirst ? 0 : -1);
  }

  keydown(event) {
    const { key, altKey, shiftKey } = event;
    const isMove = key in MOVES;
    if (altKey || !(isMove || (key in ACTS && !this.isReadOnly))) return;
    event.preventDefault();
    const target = isMove ? this.#target(event) : this.here;
    if (!isMove) this.#act(ACTS[key], target);
    else if (target) {
      if (shiftKey && this.selection?.cells.length === 0) this.selection.choose(this.here);
      this.focus(target);
      this.#act('moveTo', target);
    }
  }

  /** Calls a method of the selection, if it has that, and shows what came of it. */
  #act(name, ...values) {
    if (this.isReadOnly) return;
    const isComplete = this.selection[name]?.(...values);
    this.show();
    this.onchange?.(this.selection.cells);
    if (isComplete) this.#complete();
  }

  #complete() {
    const { cells } = this.selection;
    if (cells.length) this.onselect(cells);
    this.selection.clear();
    this.show();
  }

  clear = () => this.#act('clear');

  /** Shows cells as selected: the selection, or the path of a typed word. */
  show(cells = this.selection.cells) {
    if (this.isReadOnly) return;
    const drawn = new Set(cells.map((cell) => this.at(cell)));
    for (const cell of this.drawn ?? []) {
      if (drawn.has(cell)) continue;
      cell.ariaSelected = 'false';
      delete cell.dataset.step;
    }
    [...drawn].forEach((cell, i) => {
      cell.ariaSelected = 'true';
      cell.dataset.step = i + 1;
    });
    this.drawn = drawn;
    this.now.replaceChildren(...wayThrough(this.#placed(cells)));
  }

  /** The point of an event as [row, column] with fractions. */
  #pointOf(event) {
    const box = this.element.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    return [((event.clientY - box.top) / box.height) * this.size[0], across * this.wide];
  }

  /** The cell at a point, or the nearest one if the point is just outside, else null. */
  #cellAt(point) {
    const inside = (value, axis) => Math.min(this.size[axis] - 1, Math.max(0, Math.floor(value)));
    const row = inside(point[0], 0);
    const cell = [row, inside(point[1] - shiftOf(row, this.isHex), 1)];
    const isNear = point.every((value, axis) => value > -OUTSIDE && value < this.size[axis] + OUTSIDE);
    return isNear ? cell : null;
  }

  pointerdown(event) {
    const point = this.#pointOf(event);
    const cell = this.#cellAt(point);
    if (!event.isPrimary || event.button || !this.#isCell(cell)) return;
    this.element.setPointerCapture(event.pointerId);
    this.pressed = { cell, point, isDrag: false };
    this.at(cell).classList.add('pressed');
  }

  pointermove(event) {
    if (!this.pressed) return;
    const { selection, pressed } = this;
    const events = event.getCoalescedEvents?.() ?? [];
    const points = (events.length ? events : [event]).map((sample) => this.#pointOf(sample));
    for (const point of points) {
      const cell = this.#cellAt(point);
      if (!pressed.isDrag && (!cell || sameCell(cell, pressed.cell))) continue;
      if (!pressed.isDrag) selection.beginDrag(pressed.cell);
      pressed.isDrag = true;
      selection.dragAlong?.(pressed.point, point, (passed) => this.#isCell(passed));
      this.#act('moveTo', cell ?? pressed.cell);
      pressed.point = point;
    }
  }

  pointerup(event) {
    if (!this.pressed) return;
    const { cell, isDrag } = this.pressed;
    this.#endPress();
    if (!isDrag) {
      this.focus(cell);
      this.#act('choose', cell);
    } else if (this.#cellAt(this.#pointOf(event)) && this.selection.cells.length > 1) this.#complete();
    else this.clear();
  }

  #endPress() {
    this.element.querySelector('.pressed')?.classList.remove('pressed');
    this.pressed = null;
  }

  /** The browser has taken over the pointer to scroll or zoom; a first tap is kept. */
  pointercancel() {
    if (this.pressed?.isDrag) this.clear();
    this.#endPress();
  }

  /** Where cells are drawn, in units of cells. */
  #placed = (cells) => cells.map(([row, column]) => [row, column + shiftOf(row, this.isHex)]);

  /**
   * Draws a permanent mark around the cells of a word, with `number` at its start: a capsule along a straight line, or
   * with `isPath` a disc per cell and bands between them. Returns its elements.
   */
  markWord(cells, { number, description, isPath = false, kind = 'found' } = {}) {
    const name = `${kind} hue-${((number ?? 1) - 1) % HUES}`;
    const placed = this.#placed(cells);
    const marks = isPath
      ? [...wayThrough(placed, `band ${name}`), ...placed.map((cell) => box(cell, cell, `capsule disc ${name}`))]
      : runsOf(cells).map((run) => box(run[0], run.at(-1), `capsule ${name}`));
    this.now.before(...marks);
    if (number && kind !== 'shown' && kind !== 'hinted') this.at(cells[0]).dataset.number = number;
    for (const cell of description ? cells.map((each) => this.at(each)) : []) {
      cell.setAttribute('aria-description', [cell.getAttribute('aria-description'), description].filter(Boolean).join(', '));
    }
    return marks;
  }

  /** Shows two numbers on each tile, and what `describe(first, second)` says of them; a tile without a second one fades. */
  showCounts(first, second, describe) {
    for (const [row, column] of this.places) {
      const [cell, begin, use] = [this.cells[row][column], first[row][column], second[row][column]];
      for (const [name, number] of Object.entries({ begin, use })) {
        if (number) cell.dataset[name] = number;
        else delete cell.dataset[name];
      }
      cell.classList.toggle('is-done', !use);
      cell.setAttribute('aria-description', describe(begin, use));
    }
  }

  /** Draws a permanent path of numbered cells. */
  markPath(cells) {
    this.clearMarks();
    this.now.before(...wayThrough(cells));
    cells.forEach((cell, i) => (this.at(cell).dataset.number = i + 1));
    for (const cell of cells) this.at(cell).classList.add('on-path');
  }

  clearMarks() {
    this.marks.replaceChildren(this.now);
    for (const cell of this.cells.flat()) {
      delete cell.dataset.number;
      cell.classList.remove('on-path');
      cell.removeAttribute('aria-description');
    }
  }
}

/** A box along the straight line between the centres of two cells. */
function box([row, column], end, name) {
  const [down, right] = [end[0] - row, end[1] - column];
  const node = element('div', { class: name });
  const [length, angle] = [Math.hypot(down, right), Math.atan2(down, right)];
  node.style.cssText = `--row:${row};--column:${column};--length:${length};--angle:${angle}rad`;
  return node;
}

/** The boxes between the cells of a path; a step to the opposite edge has none. */
const wayThrough = (cells, name = 'way') => runsOf(cells).flatMap((run) => run.slice(1).map((cell, i) => box(run[i], cell, name)));

/** Splits cells where one does not touch the next: lines and paths may go on at the opposite edge. */
function runsOf(cells) {
  const runs = [];
  cells.forEach((cell, i) => {
    if (!i || cell.some((at, axis) => Math.abs(at - cells[i - 1][axis]) > 1)) runs.push([]);
    runs.at(-1).push(cell);
  });
  return runs;
}
