// The service worker: keeps every file of the site on the device, so that the pages work without a network. The files
// of one version stay together: a static site is updated when the user asks for it, pages of a server at once.

const { version, mode, files } = JSON.parse('@SITE@');
const prefix = `lexigrid ${registration.scope} `;
const cacheName = prefix + version;
/** The key of a file includes its digest, so that a new version loads only the files that have changed. */
const keyOf = (name) => new URL(`${name}?${files[name]}`, registration.scope).href;

async function install() {
  const cache = await caches.open(cacheName);
  for (const name of Object.keys(files)) {
    const known = await caches.match(keyOf(name));
    const answer = known ?? (await fetch(new URL(name, registration.scope), { cache: 'no-cache' }));
    if (!answer.ok) throw new TypeError(`${name}: ${answer.status}`);
    await cache.put(keyOf(name), answer);
  }
  if (mode === 'server') await skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The name of the file for an address; pages also have addresses without their ending. */
function nameOf(address) {
  const [path] = address.split(/[?#]/);
  if (!path.startsWith(registration.scope)) return null;
  const name = path.slice(registration.scope.length) || 'index.html';
  return [name, `${name}.html`, name.startsWith('play/') && 'play.html'].find((each) => each in files);
}

async function answer(request, name) {
  const cache = await caches.open(cacheName);
  if (mode === 'static') return (await cache.match(keyOf(name))) ?? fetch(request);
  return fetch(request).catch(async (error) => (await cache.match(keyOf(name))) ?? Promise.reject(error));
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', (event) => event.data === 'activate' && skipWaiting());
addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' ? nameOf(event.request.url) : null;
  if (name) event.respondWith(answer(event.request, name));
});
