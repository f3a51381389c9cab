// Loads pages offline. It caches the empty page, which has nobody's data, and that page's files, all of one build:
// `version` changes with each build. Data come from the app, never from this cache.

const shell = '/shell';
const prefix = 'build ';
const cacheName = prefix + new URL(location.href).searchParams.get('version');

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    if (request.method === 'GET') event.respondWith(fetch(request).catch(() => fromCache(shell)));
  } else if (request.destination === 'script' || request.destination === 'style') {
    event.respondWith(fromCache(request).then((response) => response ?? fetch(request)));
  }
});

async function keep() {
  const page = await fetch(shell, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) throw new Error(`The empty page returned status ${page.status}`);
  const cache = await caches.open(cacheName);
  await cache.addAll(filesOf(await page.clone().text()));
  await cache.put(shell, page);
}

/** Scripts and stylesheets, whose names contain hashes. */
function filesOf(html) {
  return [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
}

async function forget() {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function fromCache(request) {
  return (await caches.open(cacheName)).match(request);
}
