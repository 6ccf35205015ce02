// Clocks that count up or down and can be paused. The time is passed in. This module does not use the DOM.

export class Clock {
  /** `limit` in seconds, or 0 for none; `before` are the seconds already used. */
  constructor(limit = 0, before = 0) {
    this.limit = limit;
    this.before = before;
    this.since = null;
  }

  get isRunning() {
    return this.since !== null;
  }

  start(now) {
    this.since ??= now;
  }

  pause(now) {
    this.before = this.used(now);
    this.since = null;
  }

  /** Seconds used until `now`, which is in milliseconds. */
  used(now) {
    const used = this.before + (this.isRunning ? (now - this.since) / 1000 : 0);
    return this.limit ? Math.min(used, this.limit) : used;
  }

  left(now) {
    return this.limit - this.used(now);
  }

  isOver(now) {
    return this.limit > 0 && this.used(now) >= this.limit;
  }

  /** The text of the clock face: the time left if there is a limit, else the time used. */
  face(now) {
    return formatSeconds(this.limit ? Math.ceil(this.left(now)) : Math.floor(this.used(now)));
  }
}

/** 118 is "1:58". */
export function formatSeconds(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
