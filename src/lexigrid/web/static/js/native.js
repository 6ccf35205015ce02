// The native core as WebAssembly: its memory, requests in the form of native/wasm, and the words of a search: the page's
// lexicon, or the words of a request, compiled for the grid.

import { Alphabet, checkReadable, inputError, isPunctuation, needsServer, OPEN, repr, wordsError } from './letters.js';
import { checkWords } from './requests.js';

const MOST_LETTERS = 254;
const LONGEST_WORD = 255;
const NO_BANDS = 'the lexicon has no bands, which say how common words are; use one with bands';
const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/** The bytes of an address or a buffer, decompressed if they are gzipped. */
export async function read(source) {
  const found = typeof source === 'string' ? await fetch(source) : new Response(source);
  if (!found.ok) throw new Error(`${source}: ${found.status} ${found.statusText}`);
  const bytes = new Uint8Array(await found.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function startNative(code) {
  let memory = null;
  const known = {
    clock_time_get(clock, precision, at) {
      const now = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory.buffer).setBigUint64(at, now, true);
      return 0;
    },
    proc_exit() {
      throw new Error('the core has ended');
    },
  };
  const system = new Proxy(known, { get: (own, name) => own[name] ?? (() => 0) });
  const imports = { env: system, wasi_snapshot_preview1: system };
  const { instance: { exports } } = await WebAssembly.instantiate(code, imports);
  memory = exports.memory;
  exports._initialize?.();
  return new Native(exports);
}

class Native {
  /** `core` has the functions of native/wasm. */
  constructor(core) {
    this.core = core;
  }

  /** The JSON answer of a search ("paths", "lines" or "trace") to a list of numbers. */
  ask(search, numbers) {
    this.#question(numbers);
    if (!this.core[search]()) throw needsServer(`the search has failed (${this.#text()})`);
    return JSON.parse(this.#text());
  }

  /**
   * Compiles packed words (`PackedWords` in native/wasm/lexicon.hpp) and returns them with the alphabet and codes to read
   * text for them. With `keepsOrder`, "lines" lists the missing words.
   */
  compile({ packed, spellings, ...facts }, keepsOrder) {
    const { core } = this;
    const parts = [packed, ENCODER.encode(facts.faces.join('\n')), facts.bands, spellings];
    const start = core.allocate(parts.reduce((sum, part) => sum + part.length, 1));
    if (!start) throw needsServer('there is no memory for the words');
    const memory = new Uint8Array(core.memory.buffer);
    let end = start;
    const places = parts.flatMap((part) => {
      memory.set(part, end);
      end += part.length;
      return [end - part.length, part.length];
    });
    const at = core.compile(...places, Number(keepsOrder));
    core.release(start);
    if (!at) throw new Error(this.#text());
    const codes = new Map(facts.faces.map((face, code) => [face, code]));
    return { ...facts, at, codes, hasBands: facts.bands.length > 0, maxLength: core.max_length(at) };
  }

  /** The band of a word; -1 if the lexicon lacks it. */
  bandOf({ at, alphabet, codes }, word) {
    const found = alphabet.spell(word).map((letter) => codes.get(letter));
    if (!found.length || found.includes(undefined)) return -1;
    this.#question(found);
    return this.core.band(at);
  }

  #question(numbers) {
    const at = this.core.question(numbers.length);
    new Uint32Array(this.core.memory.buffer, at, numbers.length).set(numbers);
  }

  #text() {
    return DECODER.decode(new Uint8Array(this.core.memory.buffer, this.core.answer(), this.core.answer_size()));
  }
}

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
    const band = this.#native.bandOf(this.#default, word);
    return { band: band < 0 ? null : band, letters: this.#default.alphabet.spell(word).length };
  }
}

export function punctuationOn({ tiles }, alphabet) {
  return new Set(tiles.flatMap(({ spellings }) => (spellings ?? []).flatMap((text) => alphabet.split(text).filter(isPunctuation))));
}

/** Packs words for the core; `isKept` tells which punctuation counts as letters. */
function packWords(words, alphabet, isKept) {
  if (!words.length) throw wordsError('there are no words, expected at least one');
  words.forEach((word, at) => checkReadable(word, `word ${at + 1}`));
  const texts = words.map((word) => word.trim());
  const empty = texts.indexOf('');
  if (empty >= 0) throw wordsError(`word ${empty + 1} is empty, expected letters; leave it out`, { index: empty });
  const broken = texts.findIndex((line) => line.includes('\n'));
  if (broken >= 0) throw wordsError(`word ${broken + 1} is ${repr(texts[broken])}, expected one line`, { index: broken });
  if (texts.some((line) => /[\t\r]/.test(line))) throw needsServer('a word has a control character');
  const split = texts.map((line) => alphabet.spell(line, isKept));
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
