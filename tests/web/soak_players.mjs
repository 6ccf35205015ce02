// Players of shared games who use the modules of the pages. Standard input has one JSON object: the address of the
// server, the numbers of players of the games, the board, words on it and others, and a seed; the results go to the output.

import { readFileSync } from 'node:fs';

const { address, games, grid, found, others, seconds, atOnce, seed } = JSON.parse(readFileSync(0, 'utf8'));
const near = globalThis.fetch;
globalThis.fetch = (url, options) => near(String(url).replace(/^file:.*\/api\/v1\//, `${address}api/v1/`), options);
globalThis.document = { documentElement: { dataset: {} } };
const pages = '../../src/lexigrid/web/static/js';
const { send } = await import(`${pages}/backend.js`);
const { Live, freshTicket, persist } = await import(`${pages}/live.js`);

const words = [...found, ...others];
const PATIENCE_MS = 60_000;
let state = seed;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const totals = { games: 0, players: 0, said: 0, acknowledged: 0, late: 0, reloads: 0, lost: [], stuck: [] };

const patiently = (work) => persist(work, () => {});

async function until(holds, what) {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) {
      totals.stuck.push(what);
      return false;
    }
    await pause(50);
  }
  return true;
}

/** The storage of one browser. */
function freshStore() {
  const kept = new Map();
  return {
    get: (key, fallback) => (kept.has(key) ? JSON.parse(kept.get(key)) : fallback),
    set: (key, value) => (value === undefined ? kept.delete(key) : kept.set(key, JSON.stringify(value))),
    kept,
  };
}

class Player {
  constructor(name, state, ticket) {
    Object.assign(this, { name, id: state.id, ticket, store: freshStore(), accepted: new Set(), typed: new Set(), late: new Set() });
    this.open(state);
  }

  open(state) {
    this.live = new Live(state, { ticket: this.ticket, send, store: this.store, onlate: (word) => this.#isLate(word) });
    this.live.listen().catch((error) => totals.stuck.push(`${this.name}: ${error.message}`));
  }

  async reload() {
    this.live.close();
    totals.reloads += 1;
    this.open(await patiently(() => send(`games/${this.id}`, null, { ticket: this.ticket })));
  }

  #isLate(word) {
    totals.late += 1;
    this.late.add(word);
  }

  say(word) {
    totals.said += 1;
    if (found.includes(word)) this.typed.add(word);
    this.live.say(word).then(
      ({ reason, word: said }) => {
        totals.acknowledged += 1;
        if (reason === 'accepted' || reason === 'already found') this.accepted.add(said);
      },
      (error) => error.status === 409 ? this.#isLate(word) : totals.stuck.push(`${this.name}: ${error.message}`),
    );
  }

  async play() {
    if (!(await until(() => this.live.state.stage !== 'open', `${this.name} never begins`))) return;
    while (!this.live.isOver && this.live.clock.left(Date.now()) > 0.2) {
      await pause(random() * 1200);
      if (random() < 0.1) await this.reload();
      else this.say(pick(words));
    }
    await until(() => this.live.isOver, `${this.name} never ends`);
    await until(() => !this.live.sending.length, `${this.name} is still sending`);
    const { words: all } = await this.live.review();
    const own = new Set(all.filter(({ seats }) => seats.includes(this.live.state.you)).map(({ word }) => word));
    for (const word of this.accepted) if (!own.has(word)) totals.lost.push(`${this.name}: ${word}`);
    for (const word of this.typed) if (!own.has(word) && !this.late.has(word)) totals.lost.push(`${this.name} typed ${word}`);
    if (this.store.kept.size) totals.stuck.push(`${this.name} keeps ${[...this.store.kept.keys()]}`);
    this.live.close();
  }
}

async function playGame(number, count) {
  const body = { name: 'host', grid, rules: { seconds } };
  const { game, ticket } = await patiently(() => send('games', body));
  const players = [new Player(`${number}/host`, game, ticket)];
  const join = async (seat) => {
    const own = freshTicket();
    const { game: joined } = await patiently(() => send(`games/${game.id}/seats`, { name: `p${seat}`, ticket: own }));
    players.push(new Player(`${number}/${seat}`, joined, own));
  };
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => join(i + 1)));
  await players[0].live.act('/start');
  await Promise.all(players.map((player) => player.play()));
  totals.games += 1;
  totals.players += count;
}

const waiting = games.map((count, number) => () => playGame(number, count));
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await next();
};
await Promise.all(Array.from({ length: atOnce }, work));
process.stdout.write(JSON.stringify(totals), () => process.exit(0));
