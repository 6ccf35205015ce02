// A running dice game: the board, the word field, the clock, the words found, and the review at the end.

import { AnswerList } from './answers.js';
import { element } from './dom.js';
import { LetterGrid } from './grid.js';
import { PathSelection, findPath, turned } from './path.js';
import { describeEnd, ranksOf } from './review.js';
import { ask, fill, tell } from './views.js';

/** The seconds left that are announced. */
const SPOKEN = [60, 30, 10];
/** A word that is not answered after this time is shown as being sent. */
const SLOW_MS = 400;
const LATE_SECONDS = 10;
/** More words than these are listed by length. */
const LONG_LIST = 12;
const LOOKS = { accepted: 'good', bonus: 'good', 'already found': 'again' };

export class GameView {
  /**
   * `view` is the content of `views/game.html`, `game` a Contest. `again` lists the buttons shown at
   * the end as [key, action]. `notice` is an element that says what is unusual about the game.
   * `onsave()` is called after each change, `closing(review)` returns what else to say at the end,
   * `explain(error, t)` the text of an error, `meaningsOf(words)` what words mean.
   */
  constructor(box, view, game, t, { again, notice = '', onsave = () => {}, closing = () => [], explain = ({ message }) => message, meaningsOf = null }) {
    Object.assign(this, { box, game, t, again, notice, onsave, closing, explain, meaningsOf, turns: 0 });
    this.#fill(view);
    this.#showBoard();
    this.timer = setInterval(() => this.#tick(), 250);
    this.keys = new AbortController();
    box.getRootNode().addEventListener('keydown', (event) => this.#onKey(event), { signal: this.keys.signal });
    this.refresh();
    if (this.isOver) return;
    const { target, rules } = game.state;
    this.tell(target ? t('beat', { number: target }) : t('begin', { number: rules.min_length }));
    // On touch screens, the focus would open a keyboard over the board.
    if (this.#mayFocus() && !matchMedia('(pointer: coarse)').matches) this.field.focus();
  }

  get isPaused() {
    return this.game.state.stage === 'paused';
  }

  /** Values of cells by rows, as the board is turned. */
  #turned = (values) => Array.from({ length: this.turns }).reduce(turned, values);

  /** A game that is part of a page, in a shadow root, takes the focus only if it has it already. */
  #mayFocus() {
    const root = this.box.getRootNode();
    return root === document || root.activeElement !== null;
  }

  close() {
    clearInterval(this.timer);
    this.keys?.abort();
  }

  #fill(view) {
    const { t, box, game } = this;
    const $ = fill(box, view, t, this);
    Object.assign(this, {
      $, score: $('.score strong'), steps: $('.steps'), board: $('.board-box'), status: $('.status'),
      side: $('.side'), field: $('input'), listTitle: $('h2'), actions: $('.actions'),
    });
    box.classList.remove('is-result');
    box.prepend(this.notice);
    $('form').addEventListener('submit', (event) => this.#onWord(event));
    this.field.addEventListener('input', () => this.#showWord(this.field.value.trim()));
    const onselect = ({ word }) => this.#showWord(word);
    this.list = new AnswerList($('.found'), { label: t('your_words'), t, onselect });
    if (!game.pause) $('[name=pause]').remove();
    if (!game.isHost) $('[name=askEnd]').remove();
    if (game.state.you === null) this.side.replaceChildren();
  }

  #showBoard(isOver = false) {
    this.rows = this.#turned(this.game.state.rows);
    const label = this.t('board', { rows: this.rows.length, columns: this.rows[0].length });
    const spell = (cells) => this.game.spell(cells.map(([row, column]) => this.rows[row][column])).toLowerCase();
    const choosing = {
      selection: new PathSelection(),
      describedBy: 'dice-help',
      onselect: (cells) => this.say(spell(cells)),
      onchange: (cells) => (this.field.value = spell(cells)),
    };
    this.grid = new LetterGrid(this.board, { rows: this.rows, label, ...(isOver || this.game.state.you === null ? {} : choosing) });
    if (!isOver) this.#showTiles();
  }

  /** Shows how many of the required words left begin on each tile and use it. */
  #showTiles() {
    const { tiles } = this.game;
    if (tiles) this.grid.showCounts(this.#turned(tiles.begin), this.#turned(tiles.use), (begin, use) => this.t('tile_counts', { begin, use }));
  }

  tell = (text, kind) => tell(this.status, text, kind);

  /** A typed letter goes to the field wherever the focus is, except in another field. */
  #onKey(event) {
    const isLetter = /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isLetter && this.field.isConnected && !event.target.matches('input, select, textarea')) this.field.focus();
  }

  #onWord(event) {
    event.preventDefault();
    const { t } = this;
    const typed = this.field.value.trim();
    this.grid.clear();
    this.field.value = '';
    const commands = {
      ':hint': () => this.hint(), ':end': () => this.game.end(), ':turn': () => this.turn(), ':pause': () => this.pause(),
      ':score': () => this.tell(this.#scores()), ':time': () => this.tell(this.$('.clock').textContent), ':help': () => this.tell(t('dice_help')),
    };
    if (commands[typed]) commands[typed]();
    else if (typed) this.say(typed);
  }

  async say(word) {
    if (this.isOver || this.isPaused) return;
    this.field.value = '';
    const { stars: before } = this;
    const slow = setTimeout(() => this.tell(this.t('say_sending', { word })), SLOW_MS);
    try {
      const { reason, points, word: said } = await this.game.say(word);
      if (this.isOver) return;
      this.refresh();
      const number = reason === 'too short' ? this.game.state.rules.min_length : points;
      const text = this.t(`say_${reason}`, { word: said, number });
      this.tell(this.stars > before ? `${text} ${this.#signs()}` : text, LOOKS[reason] ?? 'bad');
    } catch (error) {
      this.tell(error.status === 409 ? this.t('too_late', { word }) : this.explain(error, this.t));
    } finally {
      clearTimeout(slow);
    }
  }

  #scores() {
    const { t, game } = this;
    const mine = `${t('words_number', { number: game.mine.length })}, ${t('points', { number: game.points })}`;
    return [mine, ...game.others.map(({ name, points }) => `${name}: ${t('points', { number: points ?? 0 })}`)].join('; ');
  }

  /** Updates words and points, or shows the result. */
  refresh() {
    if (this.game.isOver) return this.finish();
    const { t, game } = this;
    this.#showPoints(game.points, game.others);
    this.#showSteps();
    const { progress, lengths = null, required } = game;
    this.listTitle.textContent = progress ? t('required_found', progress) : t('your_words_number', { number: game.mine.length });
    this.#showTiles();
    const sending = (game.sending ?? []).map((word) => ({ word, score: '…', look: 'sending' }));
    const mine = game.mine.map((each) => ({ ...each, look: lengths && !required.has(each.word.toLowerCase()) ? 'bonus' : null }));
    const order = lengths || mine.length > LONG_LIST ? 'length' : 'score';
    this.list.set([...sending, ...mine], { order: sending.length ? 'sending' : order, lengths });
    this.onsave();
  }

  #showPoints(number, others) {
    const text = this.t('points', { number });
    if (text !== this.score.textContent) {
      const fresh = element('strong', { class: 'pop' }, text); // a new element, so that it moves again
      this.score.replaceWith(fresh);
      this.score = fresh;
    }
    this.$('.score :last-child').textContent = others.map(({ name, points }) => `${name} ${points ?? '?'}`).join(' · ');
  }

  /** A sign for each star, earned or not. */
  #signs() {
    const { stars = 0, marks = [] } = this.game.steps ?? {};
    return '★'.repeat(stars) + '☆'.repeat(marks.length - stars);
  }

  /** Shows how far the player has come on the way to each star. */
  #showSteps() {
    const { value, marks, stars } = this.game.steps ?? {};
    this.steps.hidden = !marks;
    this.stars = stars;
    if (!marks) return;
    const most = marks.at(-1);
    const text = this.t('stars_of', { number: stars, total: marks.length, value, next: marks[stars] ?? most });
    Object.assign(this.steps, { ariaValueNow: Math.min(value, most), ariaValueMax: most, ariaValueText: text });
    this.steps.replaceChildren(...marks.map((mark, at) => {
      const before = marks[at - 1] ?? 0;
      const step = element('span', { 'data-mark': `${mark <= value ? '★' : '☆'} ${mark}` });
      step.style.setProperty('--part', Math.min(1, Math.max(0, (value - before) / (mark - before))));
      return step;
    }));
  }

  #showWord(word) {
    const path = findPath(this.rows, word) ?? [];
    if (this.isOver && path.length) this.grid.markPath(path);
    else this.grid.show(path);
  }

  async hint() {
    if (this.isPaused) return;
    try {
      const hint = await this.game.hint();
      if (!hint) return this.tell(this.t('no_more'));
      if (hint.word) this.grid.show(findPath(this.rows, hint.word)?.slice(0, 1) ?? []);
      this.tell(this.t('hint_word', hint));
    } catch (error) {
      this.tell(error.status === 409 ? this.t('no_hints') : this.explain(error, this.t));
    }
  }

  turn() {
    this.turns = (this.turns + 1) % 4;
    this.#showBoard(this.isOver);
    this.tell(this.t('was_turned'));
  }

  pause() {
    if (!this.game.pause) return;
    this.game.pause();
    this.board.classList.toggle('is-paused', this.isPaused);
    this.$('[name=pause]').textContent = this.t(this.isPaused ? 'resume' : 'pause');
    this.field.disabled = this.isPaused;
    this.tell(this.isPaused ? this.t('is_paused') : '');
    this.onsave();
  }

  #tick() {
    const { clock } = this.game;
    const now = Date.now();
    this.$('.clock').textContent = clock.face(now);
    this.game.advance?.(now);
    if (!clock.limit || !clock.isRunning) return;
    const left = Math.ceil(clock.left(now));
    if (left !== this.left && SPOKEN.includes(left)) this.tell(this.t('seconds_left', { number: left }));
    this.left = left;
    this.$('.clock').classList.toggle('is-late', left <= LATE_SECONDS);
  }

  async askEnd() {
    if (await ask(this.actions, this.t('ask_end'), this.t('end'), this.t('go_on'))) this.game.end();
  }

  async finish() {
    if (this.isOver) return;
    this.isOver = true;
    this.close();
    const mayFocus = this.#mayFocus();
    const { t, game } = this;
    this.tell(t('is_over'));
    const review = await game.review();
    const { words, result } = describeEnd(review, t);
    const ranks = game.others.length ? ranksOf(review, t) : {};
    const { headline = t('is_over'), standing = headline, isWon = true, nodes = [] } = ranks;
    this.#showPoints(review.seats[review.you]?.points ?? 0, review.seats.filter((_, seat) => seat !== review.you));
    this.board.classList.remove('is-paused');
    this.box.classList.add('is-result');
    this.onsave();
    const $ = fill(this.side, this.$('template').content, t);
    const section = $('.win');
    section.classList.toggle('is-lost', !isWon);
    section.after(...nodes);
    const [title, stars, actions, meaning] = [$('h2'), $('.stars'), $('.actions'), $('.meaning')];
    title.textContent = headline;
    $('.time').textContent = this.score.textContent;
    $('.result').textContent = result;
    stars.hidden = this.steps.hidden;
    stars.ariaLabel = this.steps.ariaValueText;
    stars.dataset.stars = this.#signs();
    const notes = this.closing(review).filter(Boolean);
    actions.before(...notes.map((text) => element('p', { class: 'note' }, text)));
    actions.append(...this.again.map(([key, onclick]) => element('button', { type: 'button', onclick }, t(key))));
    actions.firstElementChild.classList.add('primary');
    this.#showBoard(true);
    let meanings = null;
    this.list = new AnswerList($('.found'), { label: t('all_words'), t, onselect: ({ word, note }) => {
      this.#showWord(word);
      if (note) this.tell(`${word}: ${note}`);
      const text = meanings?.texts.get(word);
      meaning.textContent = text ? `${word} – ${text}` : '';
    } });
    this.list.set(words, { order: 'mine' });
    this.tell(standing, 'over');
    if (mayFocus) title.focus();
    meanings = await this.meaningsOf?.(this.list.items.map(({ word }) => word));
    if (meanings?.texts.size) Object.assign(meaning, { lang: meanings.language, hidden: false });
  }
}
