// A running dice game: the board, the word field, the clock, the words found, and the review at the end.

import { AnswerList } from './answers.js';
import { ask, element } from './dom.js';
import { LetterGrid } from './grid.js';
import { PathSelection, findPath, turned } from './path.js';
import { describeEnd } from './review.js';
import { tell } from './sound.js';

/** The seconds left that are announced. */
const SPOKEN = [60, 30, 10];
/** A word that is not answered after this time is shown as being sent. */
const SLOW_MS = 400;
const LATE_SECONDS = 10;
/** More words than these are listed by length. */
const LONG_LIST = 12;
const LOOKS = { accepted: 'good', bonus: 'good', already: 'again' };

export class GameView {
  /**
   * `game` is a Contest. `again` lists the buttons shown at the end as [key, action]. `notice` is an element that says
   * what is unusual about the game. `onsave()` is called after each change, `closing(review)` returns what else to say at
   * the end, `explain(error, t)` the text of an error, `meaningsOf(words)` what words mean,
   * `ranksOf(review, t)` who wins among several players.
   */
  constructor(box, game, t, { again, notice = '', onsave = () => {}, closing = () => [], explain = ({ message }) => message, meaningsOf = null, ranksOf = null }) {
    Object.assign(this, { box, game, t, again, notice, onsave, closing, explain, meaningsOf, ranksOf, turns: 0 });
    this.#fill();
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

  /** Values of cells by rows, as the board is turned. */
  #turned = (values) => Array.from({ length: this.turns }).reduce(turned, values);

  get rows() {
    return this.#turned(this.game.state.rows);
  }

  /** A game that is part of a page, in a shadow root, takes the focus only if it has it already. */
  #mayFocus() {
    const root = this.box.getRootNode();
    return root === document || root.activeElement !== null;
  }

  /** Stops what goes on by itself. */
  close() {
    clearInterval(this.timer);
    this.keys?.abort();
  }

  #fill() {
    const { t, box, game } = this;
    const button = (key, onclick) => element('button', { type: 'button', onclick }, t(key));
    this.status = element('p', { role: 'status', class: 'status' });
    this.board = element('div', { class: 'board-box tiles' });
    this.field = element('input', {
      id: 'word', autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', maxlength: '64',
      enterkeyhint: 'done', oninput: () => this.#showWord(this.field.value.trim()),
    });
    this.face = element('span', { class: 'clock', role: 'timer' });
    this.score = element('strong', {});
    this.others = element('span', {});
    this.steps = element('div', { class: 'steps', role: 'meter', 'aria-label': t('stars'), 'aria-valuemin': '0', hidden: true });
    this.pauseButton = game.canPause ? button('pause', () => this.pause()) : '';
    this.actions = element('div', { class: 'actions' }, button('hint', () => this.hint()), button('turn', () => this.turn()), this.pauseButton, game.isHost ? button('end', () => this.#askEnd()) : '');
    this.form = element(
      'form',
      { class: 'field-form', novalidate: true, onsubmit: (event) => this.#onWord(event) },
      element('label', { for: 'word' }, t('word')),
      element('div', { class: 'joined' }, this.field, element('button', { class: 'primary' }, t('say'))),
    );
    this.listTitle = element('h2', {});
    const list = element('div', {});
    this.list = new AnswerList(list, { label: t('your_words'), t, onselect: ({ word }) => this.#showWord(word) });
    const help = element('p', { class: 'help', id: 'dice-help' }, t('dice_help'));
    const controls = game.state.you === null ? [] : [this.form, this.listTitle, list, this.actions, help];
    this.side = element('div', { class: 'side' }, ...controls);
    box.classList.remove('is-result');
    box.replaceChildren(
      this.notice,
      element('div', { class: 'head' }, element('h1', {}, t('dice_game')), element('p', { class: 'score' }, this.face, this.score, this.others)),
      this.steps,
      element('div', { class: 'puzzle' }, element('div', { class: 'stage' }, this.board, this.status), this.side),
    );
  }

  #showBoard(isOver = false) {
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
    const { tiles } = this.game.referee;
    if (tiles) this.grid.showCounts(this.#turned(tiles.begin), this.#turned(tiles.use), (begin, use) => this.t('tile_counts', { begin, use }));
  }

  tell(text, kind) {
    tell(this.status, text, kind);
  }

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
      ':score': () => this.tell(this.#scores()), ':time': () => this.tell(this.face.textContent), ':help': () => this.tell(t('dice_help')),
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
      const verdict = await this.game.say(word);
      if (this.isOver) return;
      const number = verdict.kind === 'short' ? this.game.state.rules.min_length : verdict.points;
      this.refresh();
      const text = this.t(`say_${verdict.kind}`, { word: verdict.word, number });
      this.tell(this.stars > before ? `${text} ${this.#signs()}` : text, LOOKS[verdict.kind] ?? 'bad');
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
    const { progress, lengths = null, required } = game.referee;
    this.listTitle.textContent = progress ? t('required_found', progress) : t('your_words_number', { number: game.mine.length });
    this.#showTiles();
    const sending = game.sending().map((word) => ({ word, score: '…', look: 'sending' }));
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
    this.others.textContent = others.map(({ name, points }) => `${name} ${points ?? '?'}`).join(' · ');
  }

  /** A sign for each star, earned or not. */
  #signs() {
    const { stars, marks } = this.game.referee.steps;
    return '★'.repeat(stars) + '☆'.repeat(marks.length - stars);
  }

  /** Shows how far the player has come on the way to each star. */
  #showSteps() {
    const { value, marks, stars } = this.game.referee.steps ?? {};
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
    if (!this.game.canPause) return;
    this.isPaused = !this.isPaused;
    this.game.pause(this.isPaused);
    this.board.classList.toggle('is-paused', this.isPaused);
    this.pauseButton.textContent = this.t(this.isPaused ? 'resume' : 'pause');
    this.field.disabled = this.isPaused;
    this.tell(this.isPaused ? this.t('is_paused') : '');
    this.onsave();
  }

  #tick() {
    const { clock } = this.game;
    const now = Date.now();
    this.face.textContent = clock.face(now);
    this.game.referee.advance?.(now);
    if (!clock.limit || !clock.isRunning) return;
    const left = Math.ceil(clock.left(now));
    if (left !== this.left && SPOKEN.includes(left)) this.tell(this.t('seconds_left', { number: left }));
    this.left = left;
    this.face.classList.toggle('is-late', left <= LATE_SECONDS);
  }

  async #askEnd() {
    if (await ask(this.actions, this.t('ask_end'), this.t('end'), this.t('go_on'))) this.game.end();
  }

  /** Shows the result and all words. */
  async finish() {
    if (this.isOver) return;
    this.isOver = true;
    this.close();
    const mayFocus = this.#mayFocus();
    const { t, game } = this;
    this.tell(t('is_over'));
    const review = await game.review();
    const { words, result } = describeEnd(review, t);
    const alone = { headline: t('is_over'), standing: t('is_over'), isWon: true, nodes: [] };
    const { headline, standing, isWon, nodes } = game.others.length ? this.ranksOf(review, t) : alone;
    this.#showPoints(review.seats[review.you]?.points ?? 0, review.seats.filter((_, seat) => seat !== review.you));
    this.board.classList.remove('is-paused');
    this.box.classList.add('is-result');
    this.onsave();
    const title = element('h2', { tabindex: '-1' }, headline);
    const list = element('div', {});
    const meaning = element('p', { class: 'meaning', role: 'status', hidden: true });
    this.side.replaceChildren(
      element(
        'section',
        { class: isWon ? 'win' : 'win is-lost' },
        title,
        element('p', { class: 'time' }, this.score.textContent),
        this.steps.hidden ? '' : element('p', { class: 'stars', role: 'img', 'aria-label': this.steps.ariaValueText, 'data-stars': this.#signs() }),
        element('p', {}, result),
        ...this.closing(review).filter(Boolean).map((text) => element('p', { class: 'note' }, text)),
        element('div', { class: 'actions' }, ...this.again.map(([key, onclick], i) => element('button', { type: 'button', onclick, class: i ? null : 'primary' }, t(key)))),
      ),
      ...nodes,
      element('h2', {}, t('all_words')),
      element('p', { class: 'help' }, t('review_help')),
      meaning,
      list,
    );
    this.#showBoard(true);
    let meanings = null;
    this.list = new AnswerList(list, { label: t('all_words'), t, onselect: ({ word, note }) => {
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
