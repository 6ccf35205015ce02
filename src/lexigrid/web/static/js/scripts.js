// The scripts that pages start, both files of this site: a worker, and the service worker, which keeps the site on this
// device and offers new versions.

export const addressOf = (name) => new URL(name, new URL('..', import.meta.url)).href;

const SCRIPTS = { worker: 'js/worker.js', service: 'sw.js' };
const rules = { createScriptURL: (name) => addressOf(SCRIPTS[name]) };
const policy = globalThis.trustedTypes?.createPolicy('lexigrid', rules) ?? rules;

/** The address of a script, in the form that the security policy of the pages requires. */
export const scriptAddress = (name) => policy.createScriptURL(name);

/** Registers the service worker if the browser allows it; `button` is shown when there is a new version. */
export async function install(button) {
  const workers = navigator.serviceWorker;
  const registration = await workers?.register(scriptAddress('service')).catch(() => null);
  if (!registration) return;
  const offer = () => (button.hidden = !registration.waiting || !workers.controller);
  button.onclick = () => {
    workers.addEventListener('controllerchange', () => location.reload());
    registration.waiting.postMessage('activate');
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  offer();
}
