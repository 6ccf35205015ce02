// Converts puzzles to and from the values of links. This module does not use the DOM.

const MAX_SIDE = 100;
const MAX_WORDS = 1000;

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

const fail = () => {
  throw new TypeError('the link holds no puzzle');
};
const text = (value) => (typeof value === 'string' && value.length <= 1000 ? value : fail());

/** The puzzle of a link; throws if the value is anything else. */
export function growPuzzle(value) {
  if (!Array.isArray(value) || value[0] !== 1) fail();
  const [, title, grid, words, secret, message, language, isRightToLeft, spanning = '', topology = ''] = value;
  const rows = typeof grid === 'string' ? grid.split('\n').map((row) => [...row]) : grid;
  if (!Array.isArray(rows) || !rows.length || rows.length > MAX_SIDE || !Array.isArray(rows[0])) fail();
  const columns = rows[0].length;
  const isFace = (face) => face === null || (typeof face === 'string' && face.length <= 20);
  const isRow = (row) => Array.isArray(row) && row.length === columns && row.every(isFace);
  if (!columns || columns > MAX_SIDE || !rows.every(isRow)) fail();
  const cell = (at) =>
    Number.isInteger(at) && at >= 0 && at < rows.length * columns ? [Math.floor(at / columns), at % columns] : fail();
  const placed = ([word, ...places]) => {
    const facts = Object(places.at(-1)) === places.at(-1) && !Array.isArray(places.at(-1)) ? { clue: text(places.pop().clue) } : {};
    const [start, end] = places;
    if (start === undefined) return { word: text(word), start: null, end: null, ...facts };
    if (Array.isArray(start)) return { word: text(word), cells: start.length ? start.map(cell) : fail(), ...facts };
    return { word: text(word), start: cell(start), end: cell(end), ...facts };
  };
  const list = (items) => (Array.isArray(items) && items.length <= MAX_WORDS ? items.map(placed) : fail());
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
