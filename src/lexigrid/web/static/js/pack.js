// Encodes values as text for the fragment of a link: deflated JSON in base64url. This module does not use the DOM.

const MAX_TEXT = 1 << 20;

async function pipe(bytes, transform, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new RangeError('the link holds too much');
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
