// The words of a search: the page's lexicon, or the words of a request, compiled for the grid.

import { Alphabet, checkReadable, inputError, isPunctuation, needsServer, OPEN, repr, wordsError } from './letters.js';
import { checkWords } from './requests.js';

const MOST_LETTERS = 254;
const LONGEST_WORD = 255;
const NO_BANDS = 'the lexicon has no bands, which say how common words are; use one with bands';
const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

export class Lexicons {
  #native;
  #default;
  #own = [];
  /** The common words of the lexicon, by their highest band. */
  #common = new Map();

  /** `packed` are the bytes of a file written by src/lexigrid/lexicon/packed_words.py. */
  constructor(native, packed) {
    this.#native = native;
    this.#default = this.#unpack(packed);
  }

  /** The words of a request, or null for the lexicon. */
  choose({ words, lexicon }) {
    if (words !== null && lexicon !== null) throw inputError('words and lexicon cannot be combined; give one of them');
    if (words !== null) checkWords(words);
    if (lexicon !== null && !this.#default.names.includes(lexicon)) throw needsServer(`the lexicon ${repr(lexicon.slice(0, 60))} is not here`);
    return words;
  }

  /** The words for a grid: in its alphabet, with its punctuation and that to `keep`. */
  for(grid, words, keep, band = null) {
    const alphabet = grid.alphabet ?? (words ? OPEN : this.#default.alphabet);
    const found = punctuationOn(grid, alphabet);
    const isKept = (letter) => found.has(letter) || keep.includes(letter);
    if (words) {
      const lexicon = this.#native.compile(packWords(words, alphabet, isKept), true);
      this.#own.push(lexicon.at);
      if (band !== null) throw wordsError(NO_BANDS);
      return lexicon;
    }
    const lexicon = band === null ? this.#default : this.#upTo(band);
    if (grid.alphabet && !lexicon.plain) throw needsServer('the words have to be read in another alphabet');
    if (lexicon.punctuation.some(isKept)) throw needsServer('the words have to be read with the punctuation of the grid');
    return lexicon;
  }

  /** Frees the memory of words that came with a request. */
  freeOwn() {
    for (const at of this.#own.splice(0)) this.#native.core.free_lexicon(at);
  }

  #upTo(band) {
    const lexicon = this.#default;
    if (!lexicon.hasBands) throw wordsError(NO_BANDS);
    const at = this.#common.get(band) ?? this.#native.core.common(lexicon.at, Math.min(band, 255));
    if (!at) throw wordsError(`the lexicon has no word in the bands up to ${band}`);
    this.#common.set(band, at);
    return { ...lexicon, at };
  }

  #unpack(bytes) {
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const header = JSON.parse(DECODER.decode(bytes.subarray(4, 4 + size)));
    if (header.format !== 'lexigrid/words' || header.version !== 1) throw new Error('the words are in an unknown format');
    const spellingsAt = bytes.length - header.spellings_size;
    const words = { packed: bytes.subarray(4 + size, spellingsAt), bands: Uint8Array.from(header.bands), spellings: bytes.subarray(spellingsAt) };
    return this.#native.compile({ ...header, ...words, alphabet: new Alphabet(header.alphabet) }, false);
  }

  /** The band of a word, from 0 for the most common (null if the lexicon lacks it), and the number of its letters. */
  describe(word) {
    const letters = this.#default.alphabet.split(word.trim()).filter((letter) => !isPunctuation(letter));
    const band = this.#native.bandOf(this.#default, word.trim());
    return { band: band < 0 ? null : band, letters: letters.length };
  }
}

/** The punctuation characters on the tiles of a grid. */
export function punctuationOn({ tiles }, alphabet) {
  return new Set(tiles.flatMap(({ spellings }) => (spellings ?? []).flatMap((text) => alphabet.split(text).filter(isPunctuation))));
}

/** Packs words for the core; `isKept` tells which punctuation counts as letters. */
function packWords(words, alphabet, isKept) {
  if (!words.length) throw wordsError('there are no words, expected at least one');
  const texts = words.map((word, at) => {
    checkReadable(word, `word ${at + 1}`);
    const line = word.trim();
    if (!line) throw wordsError(`word ${at + 1} is empty, expected letters; leave it out`, { index: at });
    return line;
  });
  for (const [at, line] of texts.entries()) {
    if (line.includes('\n')) throw wordsError(`word ${at + 1} is ${repr(line)}, expected one line`, { index: at });
    if (/[\t\r]/.test(line)) throw needsServer(`word ${at + 1} has a control character`);
  }
  const split = texts.map((line) => {
    const letters = alphabet.split(line);
    const some = letters.filter((letter) => !isPunctuation(letter) || isKept(letter));
    return some.length ? some : letters;
  });
  const faces = [...new Set(split.flat())].sort();
  if (faces.length > MOST_LETTERS || split.some((letters) => letters.length > LONGEST_WORD)) throw needsServer('the words have too many letters');
  const codes = new Map(faces.map((face, code) => [face, code]));
  return {
    // Each word drops all letters of the previous one.
    packed: Uint8Array.from(split.flatMap((letters, at) => [at ? split[at - 1].length : 0, ...letters.map((letter) => codes.get(letter)), faces.length])),
    bands: new Uint8Array(),
    spellings: ENCODER.encode(texts.join('\n')),
    faces,
    alphabet,
  };
}
