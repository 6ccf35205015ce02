// Links: values as text for their fragment, which is deflated JSON in base64url; puzzles as such
// values; and how links are shared.

import { announce, element } from './dom.js';

const MAX_TEXT = 1 << 20;
const MAX_SIDE = 100;
const MAX_WORDS = 1000;

/** What a transform makes of bytes; throws if that are more than `most`. */
async function pipe(bytes, transform, most = Infinity) {
  let size = 0;
  const count = (part, output) => {
    size += part.length;
    if (size > most) throw new RangeError('the link holds too much');
    output.enqueue(part);
  };
  const counter = new TransformStream({ transform: count });
  const stream = new Blob([bytes]).stream().pipeThrough(transform).pipeThrough(counter);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns a JSON value as text for the fragment of an address. */
export async function packValue(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await pipe(bytes, new CompressionStream('deflate-raw'));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpackValue(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const bytes = await pipe(packed, new DecompressionStream('deflate-raw'), MAX_TEXT);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Shares a link: with the system's dialog on phones, else with the clipboard, else in a field to copy from. */
export async function shareLink(address, title, status, t, text = '') {
  const isPhone = navigator.share && matchMedia('(pointer: coarse)').matches;
  if (isPhone) return navigator.share({ title, text, url: address }).catch(() => {});
  try {
    await navigator.clipboard.writeText(text ? `${text}\n${address}` : address);
    announce(status, t('link_copied'));
  } catch {
    const field = element('input', { readonly: true, 'aria-label': t('link'), value: address });
    announce(status, t('copy_link'));
    status.after(field);
    field.select();
  }
}

/** The parts of a `lexigrid/puzzle` that the puzzle page needs, in the order of the link. */
export function shrinkPuzzle(puzzle) {
  const columns = puzzle.rows[0].length;
  const topology = puzzle.topology === 'king' ? '' : puzzle.topology;
  const index = ([row, column]) => row * columns + column;
  const ends = ({ word, start, end, cells, clue }) => [
    word,
    ...(cells ? [cells.map(index)] : start && end ? [index(start), index(end)] : []),
    ...(clue ? [{ clue }] : []),
  ];
  const isPlain = puzzle.rows.flat().every((face) => face !== null && /^[^\s.]$/u.test(face));
  return [
    1,
    puzzle.title ?? '',
    isPlain ? puzzle.rows.map((row) => row.join('')).join('\n') : puzzle.rows,
    puzzle.words.map(ends),
    (puzzle.secret ?? []).map(ends),
    puzzle.message ?? '',
    puzzle.language ?? '',
    puzzle.right_to_left ? 1 : 0,
    ...(puzzle.spanning || topology ? [puzzle.spanning ?? ''] : []),
    ...(topology ? [topology] : []),
  ];
}

function check(isGood, value) {
  if (!isGood) throw new TypeError('the link holds no puzzle');
  return value;
}
const text = (value) => check(typeof value === 'string' && value.length <= 1000, value);
const listOf = (value, most) => check(Array.isArray(value) && value.length <= most, value);

/** The puzzle of a link; throws if the value is anything else. */
export function growPuzzle(value) {
  const [version, title, grid, words, secret, message, language, isRightToLeft, spanning = '', topology = ''] = listOf(value, 10);
  const rows = listOf(typeof grid === 'string' ? grid.split('\n').map((row) => [...row]) : grid, MAX_SIDE);
  const columns = listOf(rows[0], MAX_SIDE).length;
  const isFace = (face) => face === null || (typeof face === 'string' && face.length <= 20);
  const isRow = (row) => listOf(row, columns).length === columns && row.every(isFace);
  check(version === 1 && columns && rows.every(isRow));
  const isCell = (at) => Number.isInteger(at) && at >= 0 && at < rows.length * columns;
  const cell = (at) => check(isCell(at), [Math.floor(at / columns), at % columns]);
  const placed = ([word, ...places]) => {
    const more = Object(places.at(-1)) === places.at(-1) && !Array.isArray(places.at(-1)) ? places.pop() : null;
    const facts = { word: text(word), ...(more && { clue: text(more.clue) }) };
    const [start, end] = places;
    if (start === undefined) return { ...facts, start: null, end: null };
    if (Array.isArray(start)) return { ...facts, cells: check(start.length, start).map(cell) };
    return { ...facts, start: cell(start), end: cell(end) };
  };
  const list = (items) => listOf(items, MAX_WORDS).map(placed);
  return {
    title: text(title),
    rows,
    words: list(words),
    secret: list(secret),
    message: text(message),
    language: text(language),
    right_to_left: Boolean(isRightToLeft),
    ...(spanning ? { spanning: text(spanning) } : {}),
    ...(topology ? { topology: text(topology) } : {}),
  };
}
