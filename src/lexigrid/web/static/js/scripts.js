// The scripts that pages start, both files of this site: a worker, and the service worker, which keeps the site on this
// device and offers new versions.

import { element } from './dom.js';

const ALLOWED = ['js/worker.js', 'sw.js'];

/** The address of a file of the site. */
export const addressOf = (name) => new URL(name, new URL('..', import.meta.url)).href;

const rules = {
  createScriptURL: (name) => {
    if (!ALLOWED.includes(name)) throw new TypeError(`${name} is not a script of the site`);
    return addressOf(name);
  },
};
const policy = globalThis.trustedTypes?.createPolicy('lexigrid', rules) ?? rules;

/** The address of a script, in the form that the security policy of the pages requires. */
export const scriptAddress = (name) => policy.createScriptURL(name);

/** Registers the service worker if the browser allows it; a button for a new version goes into `place`. */
export async function install(place, t) {
  const workers = navigator.serviceWorker;
  const registration = await workers?.register(scriptAddress('sw.js')).catch(() => null);
  if (!registration) return;
  const offer = () => {
    if (!registration.waiting || !workers.controller || place.querySelector('.update')) return;
    const reload = () => {
      workers.addEventListener('controllerchange', () => location.reload());
      registration.waiting.postMessage('activate');
    };
    place.append(element('button', { type: 'button', class: 'quiet update', onclick: reload }, t('new_version')));
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  offer();
}
