/**
 * The service worker: built files, whose names change with their content, come from its store, and
 * without a network it shows a page that says so. Pages and calls are never kept: no old figure may
 * pass for a new one.
 */
const STORE = 'sextant';
const BUILT = '/_astro/';
const MOST_FILES = 120;
const LANGUAGES = ['en', 'zh', 'ko'];
const offlinePath = (language) => `/${language}/offline`;

let stored = null;

/** Stores the offline pages and the files that they are made of. */
async function storeOffline() {
  const store = await caches.open(STORE);
  for (const language of LANGUAGES) {
    const path = offlinePath(language);
    const page = await fetch(path, { cache: 'no-cache' });
    if (!page.ok) throw new Error(`${path}: ${page.status}`);
    const html = await page.clone().text();
    const files = html.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g);
    await Promise.all([...files].map(([, file]) => storedFile(store, file)));
    await store.put(path, page);
  }
}

/** A built file, from the store once it is there. */
async function storedFile(store, request) {
  const known = await store.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

/** A built file. One that is new tells of a new build: its offline pages are stored, the oldest files go. */
async function builtFile(event) {
  const store = await caches.open(STORE);
  const known = await store.match(event.request);
  if (known !== undefined) return known;
  stored ??= storeOffline().then(() => prune(store));
  event.waitUntil(stored.catch(() => undefined));
  return storedFile(store, event.request);
}

async function prune(store) {
  const files = (await store.keys()).filter(({ url }) => new URL(url).pathname.startsWith(BUILT));
  const old = files.slice(0, Math.max(0, files.length - MOST_FILES));
  await Promise.all(old.map((file) => store.delete(file)));
}

async function page(event, url) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const first = url.pathname.split('/')[1];
    const language = LANGUAGES.includes(first) ? first : LANGUAGES[0];
    const offline = await caches.match(offlinePath(language));
    if (offline === undefined) throw error;
    return new Response(offline.body, { status: 503, headers: offline.headers });
  }
}

addEventListener('install', (event) => {
  stored = storeOffline();
  event.waitUntil(stored.then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  // The page is asked for while the worker is still being started.
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), clients.claim()]));
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event, url));
  else if (url.pathname.startsWith(BUILT)) event.respondWith(builtFile(event));
});
