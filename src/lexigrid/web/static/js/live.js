// A shared game as this device follows it: words are sent until they are answered, also after a reload; events are
// heard as a stream, or the state is asked for where no stream can be had. This module does not use the DOM.

import { Contest, takeEvents } from './contest.js';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const ANSWER_MS = 10_000;
/** The server sends something every 15 seconds; after this silence the connection counts as lost. */
const SILENCE_MS = 25_000;
const POLL_MS = 2_000;
/** After the end, a stream says for so long whether somebody wants to play again. */
const REMATCH_MS = 900_000;
const OUTBOX = 'lexigrid.outbox.';

export const freshTicket = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Runs `work()` until it does not fail for a passing reason; `ontrouble('offline' | 'busy' | '')` says what it waits for. */
export async function persist(work, ontrouble, pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await work();
      ontrouble('');
      return answer;
    } catch (error) {
      if (!error.isPassing) throw error;
      ontrouble(error.kind === 'offline' ? 'offline' : 'busy');
      // Clients that were refused together come back one after another.
      const wait = Math.max(1000 * error.after, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
      await pause(wait * (0.7 + 0.6 * Math.random()));
    }
  }
}

export class Live extends Contest {
  #outbox;
  #outboxKey;
  #troubles = { send: '', listen: '' };
  #wakes = new Set();
  #isClosed = false;
  #isSending = false;

  /**
   * `send(path, body, { ticket, signal, headers })` asks the server. `store` has get(key, fallback) and set(key, value).
   * `onchange()` is called after each event and each change of `trouble`, `onlate(word)` for a word that came too late.
   */
  constructor(state, { ticket, send, store, onchange = () => {}, onlate = () => {} }) {
    super();
    Object.assign(this, { ticket, send, store, onchange, onlate });
    this.set(state);
    this.#outboxKey = OUTBOX + state.id;
    const kept = ticket ? store.get(this.#outboxKey, {}) : {};
    this.#outbox = Object.entries(kept).map(([key, word]) => ({ key, word }));
    this.#sendAll();
  }

  /** Why the game does not go on: 'offline', 'busy' or ''. */
  get trouble() {
    return this.#troubles.send || this.#troubles.listen;
  }

  /** The words that are not answered yet. */
  get sending() {
    return this.#outbox.map(({ word }) => word);
  }

  close() {
    this.#isClosed = true;
    this.wake();
  }

  /** Tries again at once, for example because the network is back. */
  wake() {
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  #pause = (ms) =>
    new Promise((resolve) => {
      this.#wakes.add(resolve);
      setTimeout(() => this.#wakes.delete(resolve) && resolve(), ms);
    });

  #setTrouble(channel, trouble) {
    if (this.#troubles[channel] === trouble) return;
    this.#troubles[channel] = trouble;
    this.onchange();
  }

  #ask = (path, body, more = {}) => this.send(`games/${this.state.id}${path}`, body, { ticket: this.ticket, signal: AbortSignal.timeout(ANSWER_MS), ...more });

  persist(path, body) {
    const work = () => {
      if (this.#isClosed) throw new Error('closed');
      return this.#ask(path, body);
    };
    return persist(work, (trouble) => this.#setTrouble('send', trouble), this.#pause);
  }

  /** Starts, ends or leaves the game; nothing happens if that is already done. */
  act = (path) => this.persist(path).catch((error) => error.status === 409 || Promise.reject(error));

  end = () => this.act('/end');
  review = async () => ({ ...(await this.persist('/review', null)), you: this.state.you });

  /** The beginning of a word and its length; asked for once, because a second hint would cost another one. */
  async hint() {
    const { clue } = (await this.#ask('/hints')) ?? {};
    return clue ? { start: clue.split('·')[0], number: Number(/\d+/.exec(clue)?.[0] ?? 0) } : null;
  }

  say(word) {
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
    return new Promise((resolve, reject) => {
      this.#outbox.push({ key, word, resolve, reject });
      this.#keep(key, word);
      this.#sendAll();
      this.onchange();
    });
  }

  /** Keeps an unanswered word on the device, or forgets it. Another tab may have words of its own. */
  #keep(key, word = undefined) {
    const { [key]: _, ...others } = this.store.get(this.#outboxKey, {});
    const kept = word === undefined ? others : { ...others, [key]: word };
    this.store.set(this.#outboxKey, Object.keys(kept).length ? kept : undefined);
  }

  async #sendAll() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#outbox.length && !this.#isClosed) {
      const { key, word } = this.#outbox[0];
      try {
        this.#settle(key, await this.persist('/moves', { word, key }));
      } catch (error) {
        if (!this.#isClosed) this.#settle(key, null, error);
      }
    }
    this.#isSending = false;
  }

  #settle(key, verdict, error = null) {
    const at = this.#outbox.findIndex((item) => item.key === key);
    if (at < 0) return;
    const [{ word, resolve, reject }] = this.#outbox.splice(at, 1);
    this.#keep(key);
    if (!error) resolve?.(verdict);
    else if (reject) reject(error);
    else this.onlate(word);
    this.onchange();
  }

  /** Follows the game until it is closed; throws if the game or the ticket is no longer known. */
  async listen() {
    let over = null;
    while (!this.#isClosed) {
      try {
        await this.#stream();
      } catch (error) {
        if (error.status === 404 || error.status === 403) throw error;
        const isRefused = error.status === 429 || error.status === 503;
        this.#setTrouble('listen', isRefused ? 'busy' : 'offline');
        if (isRefused) await this.#update().catch(() => {});
      }
      if (this.isOver) over ??= Date.now();
      if (over && Date.now() - over > REMATCH_MS) return;
      if (!this.#isClosed) await this.#pause(this.#troubles.listen ? POLL_MS * (0.5 + Math.random()) : 0);
    }
  }

  async #stream() {
    const control = new AbortController();
    const end = () => control.abort();
    let timer = setTimeout(end, SILENCE_MS);
    this.#wakes.add(end);
    try {
      const headers = { Accept: 'text/event-stream' };
      const stream = await this.#ask(`/events?after=${this.state.number}`, null, { headers, signal: control.signal });
      for await (const events of eventsOf(stream)) {
        clearTimeout(timer);
        timer = setTimeout(end, SILENCE_MS);
        this.#setTrouble('listen', '');
        for (const event of events) await this.#take(event);
      }
      this.#troubles.listen ||= 'offline';
    } finally {
      clearTimeout(timer);
      this.#wakes.delete(end);
      end();
    }
  }

  /** Asks for the whole state. */
  async #update() {
    this.set(await this.#ask('', null));
    this.onchange();
  }

  async #take(event) {
    if (event.kind === 'presence') Object.assign(this.state, { present: event.present, hosts: event.hosts, rematch: event.rematch });
    else if (event.rules) this.set(event); // a snapshot, after a long absence
    else if (!this.take(event)) await this.#update();
    if (event.key) this.#settle(event.key, event);
    this.onchange();
  }
}

/** Yields the events of each part of a stream. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const [events, left] = takeEvents(rest + value);
    rest = left;
    yield events;
  }
}
