// Shared dice games: opens and joins them, shows who is there, and follows each from the lobby to the next game.

import { API, send } from './backend.js';
import { announce, element, storage, templateOf } from './dom.js';
import { clearErrors } from './form.js';
import { GameView } from './game_view.js';
import { Live, freshTicket, persist } from './live.js';
import { meaningsOf } from './meanings.js';
import { shareLink } from './links.js';
import { explain, showError } from './shell.js';
import { fill } from './views.js';

const TICKETS = 'lexigrid.tickets';
const KEPT_TICKETS = 20;
const HINTS = 3;

const goHome = () => location.assign('play.html');

/** Keeps a ticket on the device, and with the address of this page, which outlives a reload even without storage. */
function keepTicket(id, ticket) {
  const others = Object.entries(storage.get(TICKETS, {})).filter(([other]) => other !== id);
  storage.set(TICKETS, Object.fromEntries([...others.slice(1 - KEPT_TICKETS), ...(ticket ? [[id, ticket]] : [])]));
  history.replaceState(ticket ? { ticket } : null, '', `#g=${id}`);
}

const ticketOf = (id) => (location.hash === `#g=${id}` && history.state?.ticket) || storage.get(TICKETS, {})[id];

/** Opens a game with an opponent, which begins at once, or for friends. */
export async function open(box, t, { dice, seed, seconds, players, player }, showGame) {
  const level = Number(players) || null;
  const body = { name: player || t(level ? 'you' : 'host'), dice, seed, rules: { seconds: seconds || null, hints: HINTS }, opponents: level ? [level] : [] };
  const { game, ticket } = await send('games', body);
  keepTicket(game.id, ticket);
  showGame();
  const room = new Room(box, t, game, ticket);
  if (level) await room.live.act('/start');
}

/** Enters a game by its link: with a ticket, by taking a seat, or as a spectator. */
export async function enter(box, t, { id, player }, showGame) {
  const status = document.getElementById('setup-status');
  const wait = (trouble) => announce(status, trouble ? t(`trouble_${trouble}`) : '');
  let ticket = ticketOf(id);
  const look = () => persist(() => send(`games/${id}`, null, { ticket }), wait);
  const state = await look().catch((error) => {
    if (error.status !== 403) throw error;
    ticket = null; // of a game that this server does not know
    return look();
  });
  showGame();
  if (!ticket && state.stage === 'open') askName(box, t, state, player);
  else new Room(box, t, state, ticket);
}

function askName(box, t, state, player) {
  const $ = fill(box, templateOf('joining'), t);
  const [form, field, status] = [$('form'), $('input'), $('[role=status]')];
  const ticket = freshTicket(); // the seat is the same if the answer is lost and the request is sent again
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearErrors(form, status);
    const take = () => send(`games/${state.id}/seats`, { name: field.value.trim() || t('guest'), ticket });
    try {
      const { game } = await persist(take, (trouble) => trouble && announce(status, t(`trouble_${trouble}`)));
      keepTicket(state.id, ticket);
      new Room(box, t, game, ticket);
    } catch (error) {
      const now = error.status === 409 && (await send(`games/${state.id}`, null).catch(() => null));
      if (now && now.stage !== 'open') new Room(box, t, now, null);
      else showError(form, status, Object.assign(error, { field: error.status ? 'name' : null }), t);
    }
  });
  const names = state.seats.filter(({ left }) => !left).map(({ name }) => name);
  $('.who').textContent = t('players_so_far', { names: names.join(', ') });
  field.value = player;
  field.focus();
}

/** A game from the lobby to the end and the next game. */
class Room {
  constructor(box, t, state, ticket) {
    Object.assign(this, { box, t, ticket });
    const late = (word) => this.view?.tell(t('too_late', { word }));
    this.live = new Live(state, { ticket, send, store: storage, onchange: () => this.#show(), onlate: late });
    addEventListener('online', () => this.live.wake());
    this.notice = element('p', { class: 'notice' });
    this.#show();
    this.live.listen().catch((error) => showError(document.forms[0], this.status, error, t));
  }

  get status() {
    return this.box.querySelector('[role=status]');
  }

  #show() {
    const { t, live } = this;
    const { stage, rematch, you, seats } = live.state;
    if (seats[you]?.left) return;
    this.notice.textContent = live.trouble ? t(`trouble_${live.trouble}`) : you === null ? t('watching') : '';
    this.notice.classList.toggle('is-waiting', Boolean(live.trouble));
    if (stage === 'open') return this.#showLobby();
    const again = [...(you === null ? [] : [['play_again', () => this.#playAgain()]]), ['new_game', goHome]];
    this.view ??= new GameView(this.box, templateOf('game-view'), live, t, { again, notice: this.notice, explain, meaningsOf });
    this.view.refresh();
    if (rematch && !this.invited) {
      this.invited = true;
      this.view.tell(t('rematch_waits'));
    }
  }

  /** Goes on to the game that follows, which the first player to ask opens. */
  async #playAgain() {
    try {
      const state = await this.live.persist('/rematch');
      this.live.close();
      keepTicket(state.id, this.ticket);
      new Room(this.box, this.t, state, this.ticket);
    } catch (error) {
      this.view.tell(error.status === 409 ? this.t('no_rematch') : explain(error, this.t));
    }
  }

  async #leave() {
    await this.live.act('/leave').catch(() => {});
    this.live.close();
    keepTicket(this.live.state.id, null);
    goHome();
  }

  #openLobby() {
    const { box, t, live, notice } = this;
    const $ = fill(box, templateOf('lobby'), t, {
      begin: () => live.act('/start').catch((error) => announce(this.status, explain(error, t))),
      link: () => shareLink(location.href, t('dice_game'), this.status, t),
      leave: () => this.#leave(),
    });
    $('h1').after(notice);
    const code = $('.code');
    Object.assign(code, { alt: t('qr_code'), onerror: () => code.remove(), src: new URL(`qr?text=${encodeURIComponent(location.href)}`, API) });
    $('.address').textContent = location.href.replace(/^https?:\/\/|\.html/g, '');
    $('[name=leave]').hidden = live.state.you === null;
    return $;
  }

  #showLobby() {
    const { t, live } = this;
    const { seats, present, you } = live.state;
    const $ = (this.lobby ??= this.#openLobby());
    $('.what').textContent = t(live.isHost ? 'waiting_host' : 'waiting_guest');
    $('[name=begin]').hidden = !live.isHost;
    const people = seats.map((seat, at) => ({ ...seat, at })).filter(({ left }) => !left);
    const isAway = ({ level, at }) => level === null && at !== you && present && !present.includes(at);
    const entry = (seat, note) => element('li', { class: note ? 'away' : null }, element('bdi', {}, seat.name), note);
    $('.people').replaceChildren(...people.map((seat) => entry(seat, isAway(seat) ? ` ${t('is_away')}` : '')));
    const text = t('players_so_far', { names: people.map(({ name }) => name).join(', ') });
    if (this.said && this.said !== text) announce(this.status, text);
    this.said = text;
  }
}
