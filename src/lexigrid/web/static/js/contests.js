// Shared dice games: opens and joins them, waits for the players, listens to the events.

import { post } from './backend.js';
import { Contest, takeEvents } from './contest.js';
import { announce, element, storage } from './dom.js';
import { GameView } from './game_view.js';
import { shareLink } from './shell.js';

const TICKETS = 'lexigrid.tickets';
const KEPT_TICKETS = 20;
const RETRY_MS = 2000;
/** Hints per player. */
const HINTS = 3;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const bearer = (ticket) => (ticket ? { Authorization: `Bearer ${ticket}` } : {});

function keepTicket(id, ticket) {
  const others = Object.entries(storage.get(TICKETS, {})).filter(([other]) => other !== id);
  storage.set(TICKETS, Object.fromEntries([...others.slice(1 - KEPT_TICKETS), [id, ticket]]));
}

/** Opens a game with an opponent, which begins at once, or for friends. */
export async function open(box, t, { dice, seed, seconds, players, player }, showGame) {
  const level = Number(players) || null;
  const body = { name: player || t(level ? 'you' : 'host'), dice, seed, rules: { seconds: seconds || null, hints: HINTS }, opponents: level ? [level] : [] };
  const { game, ticket } = await post('games', body);
  keepTicket(game.id, ticket);
  history.replaceState(null, '', `#g=${game.id}`);
  if (level) await post(`games/${game.id}/start`, undefined, null, bearer(ticket));
  await enter(box, t, { id: game.id, player }, showGame);
}

/** Enters a game by its link: with a ticket, by taking a seat, or as a spectator. */
export async function enter(box, t, { id, player }, showGame) {
  const ticket = storage.get(TICKETS, {})[id];
  const state = await post(`games/${id}`, null, null, bearer(ticket));
  showGame();
  if (!ticket && state.stage === 'open') askName(box, t, state, player);
  else new Room(box, t, state, ticket);
}

function askName(box, t, state, player) {
  const status = element('p', { role: 'status', class: 'status' });
  const field = element('input', { id: 'join-name', maxlength: '24', autocomplete: 'nickname', value: player });
  const join = async (event) => {
    event.preventDefault();
    try {
      const { game, ticket } = await post(`games/${state.id}/seats`, { name: field.value.trim() || t('guest') });
      keepTicket(state.id, ticket);
      new Room(box, t, game, ticket);
    } catch (error) {
      announce(status, error.message);
    }
  };
  box.replaceChildren(
    element('h1', {}, t('join_title')),
    element('p', {}, t('players_so_far', { names: state.seats.map(({ name }) => name).join(', ') })),
    element(
      'form',
      { class: 'field-form', novalidate: true, onsubmit: join },
      element('label', { for: 'join-name' }, t('your_name')),
      element('div', { class: 'joined' }, field, element('button', { class: 'primary' }, t('join'))),
    ),
    status,
  );
  field.focus();
}

/** One game from the lobby to the end, driven by its events. */
class Room {
  constructor(box, t, state, ticket) {
    Object.assign(this, { box, t, ticket });
    this.contest = new Contest(state, { send: (path, body) => this.#send(path, body), review: () => post(`${this.#address}/review`, null) });
    this.#show();
    this.#listen();
  }

  get #address() {
    return `games/${this.contest.state.id}`;
  }

  /** Sends until there is an answer. A move has a key, so it counts only once. */
  async #send(path, body) {
    for (;;) {
      try {
        return await post(`${this.#address}/${path}`, body, null, bearer(this.ticket));
      } catch (error) {
        if (error.kind !== 'offline') throw error;
        this.view?.tell(this.t('not_sent'));
        await pause(RETRY_MS);
      }
    }
  }

  async #listen() {
    while (this.contest.state.stage !== 'over') {
      try {
        const after = this.contest.state.number;
        const stream = await post(`${this.#address}/events?after=${after}`, null, null, { Accept: 'text/event-stream', ...bearer(this.ticket) });
        let rest = '';
        for await (const part of readText(stream)) {
          const [events, left] = takeEvents(rest + part);
          rest = left;
          for (const event of events) await this.#take(event);
        }
      } catch {
        // The stream broke off or the server does not answer: try again.
      }
      if (this.contest.state.stage !== 'over') await pause(RETRY_MS);
    }
  }

  async #take(event) {
    const before = this.contest.state.stage;
    if (event.rules) this.contest.set(event); // a snapshot, after a long absence
    else if (!this.contest.take(event)) this.contest.set(await post(this.#address, null, null, bearer(this.ticket)));
    if (this.contest.state.stage !== before || before === 'open') this.#show();
    else this.view?.refresh();
  }

  #show() {
    const { stage } = this.contest.state;
    if (stage === 'open') return this.#showLobby();
    const again = [['new_game', () => location.assign('play.html')]];
    this.view ??= new GameView(this.box, this.contest, this.t, { again });
    return this.view.refresh();
  }

  #showLobby() {
    const { t, contest } = this;
    const status = element('p', { role: 'status', class: 'status' });
    const names = contest.state.seats.map(({ name }) => name);
    const begin = async () => {
      try {
        await this.#send('start');
      } catch (error) {
        announce(status, error.message);
      }
    };
    const button = (key, onclick, name) => element('button', { type: 'button', onclick, class: name }, t(key));
    this.box.replaceChildren(
      element('h1', {}, t('waiting_title')),
      element('p', {}, t(contest.isHost ? 'waiting_host' : 'waiting_guest')),
      element('div', { class: 'actions' }, contest.isHost ? button('begin_game', begin, 'primary') : '', button('link', () => shareLink(location.href, t('dice_game'), status, t))),
      element('h2', { id: 'who' }, t('players')),
      element('ul', { 'aria-labelledby': 'who' }, ...names.map((name) => element('li', {}, element('bdi', {}, name)))),
      status,
    );
    announce(status, t('players_so_far', { names: names.join(', ') }));
  }
}

async function* readText(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
