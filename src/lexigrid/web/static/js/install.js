// Keeps the site on this device with a service worker, and offers new versions.

import { element } from './dom.js';
import { scriptAddress } from './scripts.js';

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
