// Days, as daily games count them. This module does not use the DOM.

export const DAY_MS = 86_400_000;

/** The local date, such as 2026-01-31. */
export function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The number of a day, which chooses its puzzles. */
export const numberOf = (day) => Math.floor(Date.parse(day) / DAY_MS);
