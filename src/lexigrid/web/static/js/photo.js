// Reads the letters of a photo on the server, and shows the doubtful ones over it: a tap chooses the next reading.

import { post } from './backend.js';
import { announce, element } from './dom.js';

/** A photo is made smaller until its Base64 has at most this many letters, as requests are limited. */
const MOST_LETTERS = 240_000;
/** The longer sides, in pixels, and the qualities to try. */
const TRIES = [[1800, 0.8], [1600, 0.7], [1600, 0.55], [1400, 0.5], [1200, 0.4], [1000, 0.4]];

/** A picture as a canvas, and as a JPEG file in Base64: the first of some tries that is small enough. */
function shrink(image, [[side, quality], ...others]) {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = element('canvas', { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const [, data] = canvas.toDataURL('image/jpeg', quality).split(',');
  return data.length > MOST_LETTERS && others.length ? shrink(image, others) : { canvas, data };
}

/** The text of a grid whose doubtful tiles are choices such as [OQ]. */
function gridText(tiles) {
  const rows = tiles.map((row) => row.map(format));
  const blank = rows.flat().some((tile) => tile.length > 1 && !tile.startsWith('[')) ? ' ' : '';
  return rows.map((row) => row.join(blank)).join('\n');
}

function format(choices) {
  if (choices.length === 1) return choices[0];
  const letters = choices.filter((tile) => tile !== '.');
  return letters.length > 1 ? `[${letters.join(letters.some((tile) => tile.length > 1) ? ',' : '')}]` : letters[0];
}

/** The possible tiles of each cell of an answer, likeliest first; certain cells have one. */
function tilesOf({ rows, doubtful }) {
  const tiles = rows.map((row) => (typeof row === 'string' ? [...row] : row).map((tile) => [tile ?? '.']));
  for (const { row, column, tile, others } of doubtful) tiles[row][column] = [tile, ...Object.keys(others)];
  return tiles;
}

/**
 * Reads the photo that was chosen in a file input, and shows it in the page. `known` is what is known about it.
 * `onread(tiles, text)` is called with the possible tiles of each cell, and after each choice again.
 */
export async function readPhoto({ files: [file] }, { status, t, onread, known = {} }) {
  const stage = document.getElementById('seen');
  stage.hidden = true;
  // Upright, and without its metadata.
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { canvas, data } = shrink(image, TRIES);
  const answer = await post('photos', { image: data, ...known });
  const tiles = tilesOf(answer);
  const marks = answer.doubtful.map((doubt) => makeMark(answer, doubt, tiles, t, onread));
  stage.replaceChildren(canvas, ...marks);
  stage.hidden = false;
  const size = { rows: tiles.length, columns: tiles[0].length, number: marks.length };
  onread(tiles, gridText(tiles));
  announce(status, [t('photo_read', size), ...answer.warnings].join(' '));
}

/** A button over a doubtful cell. */
function makeMark({ cells, width, height }, { row, column }, tiles, t, onread) {
  const choices = tiles[row][column];
  const [x, y] = cells[row][column];
  const mark = element('button', { type: 'button' });
  Object.assign(mark.style, { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
  const show = (tile) => {
    mark.textContent = tile;
    mark.ariaLabel = t('photo_choice', { row: row + 1, column: column + 1, tile });
  };
  show(choices[0]);
  let clicks = 0;
  mark.onclick = () => {
    tiles[row][column] = [choices[clicks++ % choices.length]];
    show(...tiles[row][column]);
    mark.classList.add('is-chosen');
    onread(tiles, gridText(tiles));
  };
  return mark;
}
