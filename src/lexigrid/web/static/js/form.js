// Helpers for forms: read words, clear old errors, run one request at a time, and save files.

import { element } from './dom.js';

/** The words of a text field, separated by newlines, commas or semicolons. */
export const wordsIn = (text) => text.split(/[\n,;]+/).map((word) => word.trim()).filter(Boolean);

export function clearErrors(form, status) {
  status.classList.remove('error');
  for (const note of form.querySelectorAll('.field .error')) note.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    field.setAttribute('aria-describedby', field.dataset.described);
  }
}

/**
 * Runs `work(signal)` and calls `busy(true)` after 150 ms. A new call or `stop()` aborts the work in progress, which
 * then resolves to undefined.
 */
export function worker(busy) {
  let current = null;
  const run = (work) => {
    current?.abort();
    const control = (current = new AbortController());
    const timer = setTimeout(() => busy(true), 150);
    const ended = (error) => (error.name === 'AbortError' ? undefined : Promise.reject(error));
    return work(control.signal).catch(ended).finally(() => {
      clearTimeout(timer);
      if (current === control) busy(false);
    });
  };
  return { run, stop: () => current?.abort() };
}

/** Is the answer below the form, so that it may be out of sight? */
export const isNarrow = () => matchMedia('(max-width: 50rem)').matches;

export function download(blob, name) {
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
