// Links: values as text for their fragment, which is deflated JSON in base64url, and how links are shared.

import { announce, element } from './dom.js';

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

/** Shares a link: with the system's dialog on phones, else with the clipboard, else in a field to copy from. */
export async function shareLink(address, title, status, t, text = '') {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ title, text, url: address }).catch(() => {});
    return;
  }
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
