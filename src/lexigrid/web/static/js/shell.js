// Common to all pages: texts in the user's language, the settings, and errors at their fields.

import { isLocal, offline } from './backend.js';
import { announce, element, storage, translate } from './dom.js';
import { translator } from './text.js';

const LANGUAGES = ['en', 'de'];
const SETTINGS = 'lexigrid.settings';
const settings = { theme: '', language: '', size: '1', clock: 'shown', sound: 'off', ...storage.get(SETTINGS, {}) };

const language = [settings.language, ...navigator.languages, 'en'].map((code) => code.split('-')[0]).find((code) => LANGUAGES.includes(code));

function apply() {
  Object.assign(document.documentElement.dataset, settings);
  document.documentElement.style.setProperty('--scale', settings.size);
}

const catalogue = {};

export async function loadTexts(...names) {
  const load = async (name) => (await fetch(new URL(`../text/${language}/${name}.json`, import.meta.url))).json();
  Object.assign(catalogue, ...(await Promise.all(names.map(load))));
}

/** Lets the panel of settings, which every page has, show and change them. */
function openSettings(panel) {
  for (const select of panel.querySelectorAll('select')) select.value = settings[select.name];
  panel.addEventListener('change', ({ target }) => {
    settings[target.name] = target.value;
    storage.set(SETTINGS, settings);
    if (target.name === 'language') location.reload();
    else apply();
  });
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && (panel.open = false));
}

/** Translates the page and applies the settings; returns the function that returns texts. */
export async function openPage(...pages) {
  apply();
  await loadTexts('common', ...pages);
  const t = translator(catalogue, language);
  document.documentElement.lang = language;
  document.documentElement.dir = catalogue.direction;
  translate(document, t);
  document.title = `${document.querySelector('h1').textContent} – lexigrid`;
  openSettings(document.querySelector('.settings'));
  document.body.classList.add('is-ready');
  if (isLocal) import('./scripts.js').then(({ install }) => install(document.querySelector('.update')));
  return t;
}

/** An error in the words and the language of the page: by its facts or its kind, or in English as the server says it. */
export function explain(error, t) {
  const { kind, facts = {} } = error;
  if (kind === 'offline') return t('offline');
  if (error.field && facts.most !== undefined) return t(facts.least === undefined ? 'error_most' : 'error_between', facts);
  if (error.field && facts.least !== undefined) return t('error_least', facts);
  if (facts.expected !== undefined && facts.row !== undefined) return t('error_ragged', { ...facts, row: facts.row + 1 });
  if (facts.unplaced) return t('error_unplaced', { words: facts.unplaced.map(([word]) => word).join(', ') });
  if (facts.nearest !== undefined) return t('error_message', facts);
  if (!kind || (language === 'en' && kind !== 'too-many' && kind !== 'busy')) return error.message || t('offline');
  return t(`error_${kind}` in catalogue ? `error_${kind}` : 'error_other');
}

/** The field of an error that has only a kind, in any form. */
function fieldOf({ kind, facts = {}, message }) {
  if (facts.nearest !== undefined) return ['message'];
  if (kind === 'input' || kind === 'puzzle') return /word/.test(message) ? ['words'] : [];
  return { grid: ['grid'], words: ['words'], alphabet: ['grid', 'words'] }[kind] ?? [];
}

/** Shows an error at its field and moves the focus there, or shows it in the status region. */
export function showError(form, status, error, t) {
  error.field ??= fieldOf(error).find((name) => form.elements[name]);
  const text = explain(error, t);
  const field = form.elements[error.field];
  field?.closest('details')?.setAttribute('open', '');
  announce(status, '');
  if (!field?.id || !field.checkVisibility()) return announce(status, text, true);
  const note = element('p', { class: 'error', id: `${field.id}-error` }, text);
  (field.closest('.joined') ?? field).after(note);
  field.setAttribute('aria-invalid', 'true');
  field.dataset.described ??= field.getAttribute('aria-describedby') ?? '';
  field.setAttribute('aria-describedby', `${note.id} ${field.dataset.described}`.trim());
  field.focus();
}

/** Reads the photo chosen in a file field, as `readPhoto`. */
export async function onPhoto(input, form, options) {
  const { status, t } = options;
  if (!input.files.length) return;
  announce(status, t('photo_reading'));
  try {
    const { readPhoto } = await import('./photo.js').catch(offline); // the page opens without it
    await readPhoto(input, options);
  } catch (error) {
    showError(form, status, error, t);
  }
}
