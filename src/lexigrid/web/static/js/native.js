// The native core as WebAssembly: its memory, and requests in the form of native/wasm.

import { isPunctuation, needsServer } from './letters.js';

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

/** Starts the core. */
export async function startNative(code) {
  const module = await WebAssembly.compile(code);
  let memory = null;
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const wasi = (imports.wasi_snapshot_preview1 ??= {});
  wasi.clock_time_get = (clock, precision, at) => {
    new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  wasi.proc_exit = () => {
    throw new Error('the core has ended');
  };
  const { exports } = await WebAssembly.instantiate(module, imports);
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
    const found = alphabet.split(word).filter((letter) => !isPunctuation(letter)).map((letter) => codes.get(letter));
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
