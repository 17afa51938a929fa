// Keeps the frame and the pages a worker needs without a network. The two names below are filled in by the build; answers of the API are never kept here.
const files = '__FILES__';
const cacheName = 'shell-__VERSION__';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
  // Where the browser can be told, neither calls nor kept files wait for this worker to start; what no rule names comes to it as before.
  const kept = files.filter((name) => name.startsWith('/assets/')).map((pathname) => ({ urlPattern: { pathname } }));
  event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
      { condition: { or: kept }, source: { cacheName } },
    ])
    .catch(() => {});
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name))))
      // The page is asked for while this worker starts.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin || address.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    if (address.pathname !== '/') return;
    event.respondWith(entry(event).catch(() => caches.match('/', { ignoreSearch: true })));
    return;
  }
  if (address.pathname.startsWith('/assets/')) event.respondWith(hashed(request));
  else if (files.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

const entry = async ({ request, preloadResponse }) => (await preloadResponse) ?? fetch(request);

/** A hashed name never changes its content: what was loaded once is there for good. */
async function hashed(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone());
  }
  return answer;
}
