// Random numbers from a seed, the same as in `_util/rng.py`, and boards of letter dice, as in `boards/dice_roll.py`. This
// module does not use the DOM.

const MASK = (1n << 64n) - 1n;

const isPrime = (number) => number > 1 && Array.from({ length: number - 2 }, (_, i) => number % (i + 2)).every(Boolean);
const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter(isPrime);
/** The fractional bits of the roots of the first primes: the constants of SHA-256. */
const bitsOf = (root) => PRIMES.map((number) => ((root(number) % 1) * 2 ** 32) | 0);
const [sqrt, cbrt] = [bitsOf(Math.sqrt), bitsOf(Math.cbrt)];

/**
 * The SHA-256 of a text as 32 bytes. Browsers offer it only to pages from HTTPS or localhost, and a school's server may
 * be neither.
 */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Int32Array.from(sqrt.slice(0, 8));
  const words = new Int32Array(64);
  const turn = (value, by) => (value >>> by) | (value << (32 - by));
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15], words[i - 2]];
      words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + cbrt[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] += value));
  }
  const digest = new Uint8Array(32);
  state.forEach((value, i) => new DataView(digest.buffer).setInt32(4 * i, value));
  return digest;
}

/** A stream of random numbers for one seed and one purpose. */
export class SeededRng {
  constructor(seed, purpose) {
    this.state = new DataView(sha256(`lexigrid/chance/1\0${purpose}\0${String(seed).trim()}`).buffer).getBigUint64(0);
  }

  /** The next number below 2^64. */
  next() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }

  /** A number from 0 to `bound` - 1, each equally likely. */
  below(bound) {
    const wide = BigInt(bound);
    const most = MASK + 1n - ((MASK + 1n) % wide);
    let number = this.next();
    while (number >= most) number = this.next();
    return Number(number % wide);
  }

  shuffled(members) {
    const order = [...members];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}

/** A random seed, for a board without a given one. */
export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** The faces of a roll, row by row; null is a solid face. */
export function roll({ size: [rows, columns], faces }, seed) {
  const rng = new SeededRng(seed, 'roll');
  const shown = rng.shuffled(faces).map((die) => die[rng.below(die.length)]);
  const tiles = shown.map((face) => (face === '#' ? null : face));
  return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns));
}
