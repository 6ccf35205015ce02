// Splits Latin, Greek and Cyrillic text into letters without a server, in the open alphabet or that of the words.
//
// Other scripts have rules (joiners, forms, marks that are not accents) that only Python implements, so they need a
// server. `tests/web/test_wasm.py` compares every character read here with Python.

/** A problem document as an error; see src/lexigrid/web/problems.py. */
export class Problem extends Error {
  constructor(type, detail, facts = {}) {
    super(detail);
    this.document = { type: `/problems/${type}`, title: TITLES[type], status: type === 'json' ? 400 : 422, detail, ...facts };
  }
}

const TITLES = {
  alphabet: 'The text cannot be read as letters',
  grid: 'The grid cannot be read',
  input: 'The request has an unusable value',
  'needs-server': 'Only a server can answer this',
  words: 'The words cannot be used',
};

export const needsServer = (what) => new Problem('needs-server', `${what}; connect to a lexigrid server and ask again`);
export const inputError = (detail, facts) => new Problem('input', detail, facts);
export const gridError = (detail, facts) => new Problem('grid', detail, facts);
export const wordsError = (detail, facts) => new Problem('words', detail, facts);

// All characters except those that Python drops, decomposes or maps to others; but four apostrophes are included.
const READABLE =
  /^[\t\n\r -~\u00a1-\u00ac\u00ae-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u01c3\u01cd-\u01f0\u01f4-\u024f\u02bc\u0300-\u0344\u0346-\u034e\u0350-\u036f\u0370-\u0377\u037b-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u201f]*$/;
/** Extended grapheme clusters of readable text: a character with its marks. */
const GRAPHEMES = /\r\n|[\t\n\r]|[^][\u0300-\u036f]*/g;

/** Refuses text that JavaScript might read differently from Python. */
export function checkReadable(text, what) {
  if (!READABLE.test(text)) throw needsServer(`${what} has characters that are not read in the browser`);
}

export const isPunctuation = (letter) => /^[\p{P}\p{Z}]/u.test(letter);

const casefold = (character) => (character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase());

/** Text without accents; one that has no letter before it stays. */
const withoutAccents = (text) => text.normalize('NFD').replace(/(?<=\S)[\u0300-\u036f]+/g, '');

/** One apostrophe and one hyphen. */
const unify = (text) => text.normalize('NFC').replace(/[\u2018\u2019\u201b\u02bc\u2032\u00b4]/g, "'").replace(/[\u2010\u2011\u2212]/g, '-').normalize('NFC');

/** Decides which letters are the same. A named alphabet comes with the words, in the form of packed_words.py. */
export class Alphabet {
  constructor({ case_sensitive = false, fold_accents = false, name = '', folds = {}, digraphs = [], borders = '' } = {}) {
    Object.assign(this, { caseSensitive: case_sensitive, foldAccents: fold_accents, name });
    this.folds = new Map(Object.entries(folds));
    this.joined = digraphs.length ? new RegExp([...digraphs, '.'].join('|'), 'gsu') : null;
    this.borders = borders ? new RegExp(borders, 'gu') : null;
  }

  #foldNamed(text) {
    const become = (character) => {
      const folded = this.folds.has(character) ? this.folds.get(character) : character;
      if (folded === null || /\p{M}/u.test(character)) throw needsServer(`the letter ${repr(character)} is not read here`);
      return folded;
    };
    return [...unify(text)].map(become).join('');
  }

  fold(text) {
    if (this.name) return this.#foldNamed(text);
    let folded = unify(text);
    if (!this.caseSensitive) folded = [...folded].map(casefold).join('').normalize('NFC');
    return this.foldAccents ? withoutAccents(folded).normalize('NFC') : folded;
  }

  /** The letters of readable text, folded. */
  split(text) {
    const folded = this.fold(text);
    if (!this.joined) return folded.match(GRAPHEMES) ?? [];
    const parts = this.borders ? folded.split(this.borders) : [folded];
    return parts.flatMap((part) => part.match(this.joined) ?? []);
  }

  /** The letters of a word, without punctuation that is not kept, unless it has nothing else. */
  spell(word, isKept = () => false) {
    const letters = this.split(word.trim());
    const some = letters.filter((letter) => !isPunctuation(letter) || isKept(letter));
    return some.length ? some : letters;
  }
}

export const OPEN = new Alphabet();

/** Text as in Python's messages. */
export function repr(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c]);
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
