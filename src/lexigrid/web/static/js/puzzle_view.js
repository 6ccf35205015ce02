// A puzzle to play: the grid, the list, the field "Where?" and the buttons. It is used by the Puzzle page and by the
// page that `lexigrid make --format html` writes.

import { Clock, formatSeconds } from './clock.js';
import { element, storage } from './dom.js';
import { LetterGrid } from './grid.js';
import { cellName, cellsBetween } from './line.js';
import { LineSelection, parseCells, parseLine } from './line_choice.js';
import { PathSelection } from './path.js';
import { PuzzleGame } from './puzzle_game.js';
import { translator } from './text.js';
import { ask, fill, tell } from './views.js';

/** Sets a text that has changed: others of a long list need no layout. */
const write = (node, text) => node.textContent === text || (node.textContent = text);

/**
 * Fills `main` with a puzzle. `view` is the content of `views/puzzle.html`, `t` returns texts. `canReveal` offers the
 * answers. `extras` are additional buttons. `bonus` are the other words of the board, which earn hints. `listed` has what
 * the list shows of words not found; `numbered` entries keep their numbers and their clues, `pictures` shows the words'
 * pictures. `isBlind` shows the lengths of words. `closing(game)` returns what to show when all words are found or shown.
 * `store` keeps the progress, as `storage` does.
 */
export class PuzzleView {
  constructor(main, view, puzzle, t, { canReveal = true, extras = [], bonus = null, listed = null, numbered = false, pictures = false, isBlind = false, closing = () => [], canPrint = true, store = storage } = {}) {
    Object.assign(this, { main, t, canReveal, listed, numbered, isBlind, closing, canPrint, store });
    this.game = new PuzzleGame(puzzle, bonus);
    this.title = puzzle.title || t(this.game.hasPaths ? 'path_puzzle' : 'word_search');
    this.items = this.game.words.map(({ word, image }, at) => {
      const picture = pictures && image ? element('img', { src: image, alt: listed[at] ?? '' }) : '';
      return element('li', { lang: puzzle.language || null }, picture, element('bdi', {}, word), ' ', element('span', { class: 'state' }));
    });
    this.#fill(view, puzzle, extras);
    this.game.restore(this.#stored());
    this.#redraw();
    this.#startClock();
    const { signal } = (this.listening = new AbortController());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.clock.pause(Date.now()) : this.#startClock()), { signal });
    addEventListener('storage', ({ key }) => key === this.game.key && this.update(), { signal });
    if (this.game.found.size) this.#tell(this.#progress());
  }

  /** The view of a puzzle with the facts that `render/html.py` writes about it; `more` are other options. */
  static of(main, view, puzzle, { faces, texts, language, reveal, bonus, ...list }, more = {}) {
    // `faces` replaces tiles that are not shown as they are written.
    const shown = faces ? { ...puzzle, rows: faces } : puzzle;
    return new PuzzleView(main, view, shown, translator(texts, language), { canReveal: reveal, bonus: bonus && new Set(bonus), ...list, ...more });
  }

  /** Shows what another view of the puzzle, such as one in another tab, has found and stored. */
  update() {
    if (this.game.merge(this.#stored())) this.#redraw();
  }

  close = () => this.listening.abort();

  /** The time counts while the page is seen. */
  #startClock() {
    this.clock ??= new Clock(0, this.game.seconds);
    if (!this.game.isOver) this.clock.start(Date.now());
  }

  #fill(view, puzzle, extras) {
    const { t, isBlind, canPrint, canReveal } = this;
    const { hasPaths } = this.game;
    const $ = fill(this.main, view, t, this);
    Object.assign(this, {
      $, status: $('.status'), end: $('section'), secrets: $('[data-t-label]'), actions: $('.actions'), field: $('input'),
    });
    $('h1').textContent = this.title;
    $('#play-help').textContent = t(hasPaths ? 'play_help_paths' : 'play_help');
    $('#where-help').textContent = t(hasPaths ? 'where_help_paths' : 'where_help');
    Object.assign(this.field, { placeholder: hasPaths ? 'C4 D4 D5' : 'C4 F4', maxLength: hasPaths ? 200 : 20 });
    $('form').addEventListener('submit', (event) => this.#onWhere(event));
    this.items.forEach((item, at) => (this.game.words[at].secret ? this.secrets : $('.words')).append(item));
    $('[name=reveal]').before(...extras);
    const offered = { showWords: isBlind, print: canPrint, reveal: canReveal };
    for (const name of Object.keys(offered)) if (!offered[name]) $(`[name=${name}]`).remove();
    const [rows, columns] = [puzzle.rows.length, puzzle.rows[0].length];
    const isHex = puzzle.topology === 'hex';
    this.grid = new LetterGrid($('.board-box'), {
      rows: puzzle.rows, isHex, label: t('grid', { rows, columns }), describedBy: 'play-help', lang: puzzle.language || null,
      selection: hasPaths ? new PathSelection(isHex) : new LineSelection([rows, columns]),
      onselect: (cells) => this.judge(cells), onchange: (cells) => this.#onChange(cells),
    });
  }

  #onChange(cells) {
    if (cells.length === 1) this.#tell(this.t('from_letter', { letter: this.#faces(cells) }));
    else if (cells.length && this.game.hasPaths) this.#tell(this.#faces(cells));
  }

  #onWhere(event) {
    event.preventDefault();
    const typed = this.field.value.trim();
    const commands = { ':hint': () => this.hint(), ':print': () => this.canPrint && this.print(), ':end': () => this.canReveal && this.reveal() };
    const { hasPaths } = this.game;
    const line = hasPaths ? null : parseLine(typed, this.grid.size);
    const cells = hasPaths ? parseCells(typed, this.grid.size) : line && cellsBetween(...line);
    const act = commands[typed] ?? (cells && (() => this.judge(cells)));
    const isBad = Boolean(typed && !act);
    const error = hasPaths ? 'where_error_paths' : 'where_error';
    this.$('.error').textContent = isBad ? this.t(error, { text: typed }) : '';
    this.field.ariaInvalid = isBad || null;
    this.field.setAttribute('aria-describedby', isBad ? 'where-error where-help' : 'where-help');
    if (act) this.field.value = '';
    act?.();
  }

  #faces = (cells) => cells.map(([row, column]) => this.game.puzzle.rows[row][column] ?? ' ').join('');

  #tell = (text, kind) => tell(this.status, text, kind);

  /** What the list shows of a word that is not found. */
  #shownAs(at) {
    if (this.isBlind) return this.t('letters', { number: this.game.lengthOf(at) });
    return this.listed ? (this.listed[at] ?? '…') : this.game.words[at].word;
  }

  #progress = () => this.t('found_of', { number: this.game.count, total: this.game.total });

  /** Judges a selected line, and marks it if it is a word. */
  judge(cells) {
    if (cells.length === 1 && this.game.words.every(({ word }) => [...word].length > 1)) return this.#tell('');
    const { kind, at, word } = this.game.judge(cells);
    if (kind === 'none') return this.#tell(`${this.#faces(cells)}: ${this.t('not_listed')}`, 'bad');
    if (kind === 'already') return this.#tell(this.t('already_found', { word }), 'again');
    if (at >= 0) this.#mark(at, 'found');
    this.#save();
    this.#refresh();
    const left = this.game.total - this.game.count;
    const said = this.t({ found: 'found', secret: 'secret_found', other: 'other_word' }[kind], { word });
    const more = left ? `, ${this.t('left', { number: left })}` : `. ${this.#ending()}`;
    this.#tell(at < 0 ? said : said + more, 'good');
  }

  #ending() {
    const { message } = this.game.puzzle;
    const shown = message && this.canReveal ? ` ${this.t('hidden_message')}: ${message}` : '';
    return (this.game.isRevealed ? `${this.#progress()}.` : this.t('all_found')) + shown;
  }

  #mark(at, kind) {
    this.#unpoint();
    const { word } = this.game.words[at];
    const isSpanning = word === this.game.puzzle.spanning;
    this.grid.markWord(this.game.cellsOf(at), {
      kind: isSpanning ? `${kind} spanning` : kind, number: at + 1, description: word, isPath: this.game.hasPaths,
    });
  }

  #unpoint = () => this.pointer?.forEach((mark) => mark.remove());

  #redraw() {
    this.grid.clearMarks();
    for (const at of this.game.found) this.#mark(at, 'found');
    if (this.game.isRevealed) for (const at of this.game.left) this.#mark(at, 'shown');
    this.#refresh();
  }

  /** Shows a word of the list as it is: found, shown or neither. */
  #showItem(item, at) {
    const { word, secret } = this.game.words[at];
    const state = this.game.found.has(at) ? 'found' : this.game.isRevealed && this.game.cellsOf(at) ? 'shown' : '';
    item.className = state;
    item.hidden = secret && !state;
    if (state || this.numbered) item.dataset.number = at + 1;
    else delete item.dataset.number;
    write(item.querySelector('.state'), state && this.t(`is_${state}`));
    const clue = this.numbered && this.listed[at] && this.listed[at] !== word ? `: ${this.listed[at]}` : '';
    write(item.querySelector('bdi'), state || secret ? word + clue : this.#shownAs(at));
  }

  #refresh() {
    const { game, t } = this;
    this.$('.count').textContent = this.#progress();
    this.items.forEach((item, at) => this.#showItem(item, at));
    const unseen = this.secrets.querySelectorAll('[hidden]').length;
    this.secrets.hidden = unseen === this.secrets.childElementCount;
    const notes = [];
    if (unseen) notes.push(t('secret_hint', { number: unseen }));
    if (game.puzzle.message) notes.push(game.isOver && this.canReveal ? `${t('hidden_message')}: ${game.puzzle.message}` : t('message_hint'));
    this.$('.note').textContent = notes.join(' ');
    this.$('[name=hint]').textContent = game.bonus && !game.isOver ? `${t('hint')} (${game.hintsLeft})` : t('hint');
    this.main.classList.toggle('is-over', game.isOver);
    this.#showEnd();
  }

  #showEnd() {
    const { game } = this;
    if (game.isOver && this.end.hidden) {
      const won = [element('h2', {}, this.t('all_found')), element('p', { class: 'time' }, formatSeconds(game.seconds))];
      this.end.replaceChildren(...(game.isRevealed ? [] : won), ...this.closing(game));
      this.end.classList.toggle('win', !game.isRevealed);
    }
    this.end.hidden = !game.isOver || !this.end.childElementCount;
    // What has the focus may be hidden at the end.
    if (game.isOver && this.field.form.contains(this.main.getRootNode().activeElement)) this.end.focus();
  }

  /** What this device has kept of the puzzle; nothing if it is damaged. */
  #stored() {
    const saved = this.store.get(this.game.key, {});
    const isGood = ['found', 'seen', 'log', 'others'].every((name) => saved[name] === undefined || Array.isArray(saved[name]));
    return isGood ? saved : {};
  }

  #save() {
    const { game, clock } = this;
    if (game.isOver) clock.pause(Date.now());
    game.seconds = Math.max(game.seconds, Math.floor(clock.used(Date.now())));
    if (game.merge(this.#stored())) this.#redraw();
    this.store.set(this.game.key, this.game.toSaved());
    this.onsave?.();
  }

  hint() {
    const { game, t } = this;
    const hint = game.hint();
    if (!hint) return game.isOver || this.#tell(t('hint_earned', { number: game.wordsToHint }));
    this.#save();
    this.#refresh();
    const { at, cells, isAgain } = hint;
    const values = { word: this.#shownAs(at), start: cellName(cells[0]), end: cellName(cells.at(-1)) };
    this.#tell(t(isAgain ? 'hint_line' : 'hint_start', values));
    this.#unpoint();
    this.pointer = this.grid.markWord(isAgain ? cells : [cells[0]], { kind: 'hinted', isPath: game.hasPaths });
  }

  print = () => window.print();

  showWords() {
    this.isBlind = false;
    this.main.querySelector('[name=showWords]').remove();
    this.#refresh();
  }

  async reveal() {
    const { t } = this;
    if (this.game.isOver || !(await ask(this.actions, t('ask_answers'), t('show_answers'), t('keep_looking')))) return;
    this.game.isRevealed = true;
    this.#save();
    this.#redraw();
    this.#tell(this.#ending());
  }

  async restart() {
    const { t } = this;
    if (this.game.found.size && !(await ask(this.actions, t('ask_again'), t('start_again'), t('keep_looking')))) return;
    this.game.restart();
    this.clock = null;
    this.#startClock();
    this.#save();
    this.grid.clear();
    this.#redraw();
    this.#tell('');
  }
}
