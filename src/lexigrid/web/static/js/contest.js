// A dice game as one viewer sees it: the fold of its events, which come from the server (`live.js`)
// or from the referee on this device (`dice_game.js`). This module does not use the DOM.

import { Clock } from './clock.js';

const STAGES = { began: 'playing', resumed: 'playing', paused: 'paused', over: 'over' };

/** The state of a viewer after an event (`play/match_view.py`). */
export function fold(state, { number, kind, left, rows, seats, seat, counts, reason, ...found }) {
  const { word, points, path, at } = found;
  const isMine = kind === 'verdict' && reason === 'accepted';
  return {
    ...state, number, left, stage: STAGES[kind] ?? state.stage,
    seats: seats ?? Object.assign([...state.seats], seat !== undefined && { [seat]: counts }),
    ...(kind === 'began' && { rows }),
    ...(isMine && { words: [...state.words, { word, points, path, at }] }),
  };
}

/** Splits the complete events off a text stream; returns [events, the rest of the text]. */
export function takeEvents(text) {
  const blocks = text.split('\n\n');
  const rest = blocks.pop();
  const data = blocks.join('\n').matchAll(/^data: (.*)$/gm);
  return [Array.from(data, ([, json]) => JSON.parse(json)), rest];
}

/**
 * The game of a GameView. Its subclasses answer say(word), hint(), end() and review(). The one on this
 * device can also pause() and advance(now), the other lists the words that it is `sending`.
 */
export class Contest {
  set(state, now = Date.now()) {
    const used = state.seconds ? state.seconds - state.left / 1000 : (this.clock?.used(now) ?? state.used);
    this.state = state;
    this.clock = new Clock(state.seconds ?? 0, used);
    if (state.stage === 'playing') this.clock.start(now);
  }

  /** Applies an event; returns false after a gap, when the whole state must be requested. */
  take(event, now = Date.now()) {
    if (event.number <= this.state.number) return true;
    if (event.number !== this.state.number + 1) return false;
    this.set(fold(this.state, event), now);
    return true;
  }

  get isOver() {
    return this.state.stage === 'over';
  }

  get mine() {
    return this.state.words.map(({ word, points }) => ({ word, score: points }));
  }

  get points() {
    return this.state.seats[this.state.you]?.points ?? 0;
  }

  get others() {
    return this.state.seats.filter((_, seat) => seat !== this.state.you);
  }

  /** The first person to join is the host, who starts and ends the game; if that one is away, the next. */
  get isHost() {
    const { hosts, seats, you } = this.state;
    return hosts ? hosts.includes(you) : you !== null && seats.findIndex(({ level }) => level === null) === you;
  }

  spell(faces) {
    return faces.join('');
  }
}
