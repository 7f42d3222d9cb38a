// Keeps what the playground is made of: a second visit is fast, and needs no network.
// The build puts the version in; each version has a store of its own, so that files never mix.

const VERSION = "dev";
const FOLDER = new URL("./", self.location.href).pathname;
const MINE = `collusion-rules ${FOLDER} `;
const STORE = MINE + VERSION;

// The playground and its page come from the store; what the whole site shares, from the network if there is one.
const isOwn = (/** @type {string} */ path) => /^(ja\/)?playground(\.html$|\/)/.test(path);
const isShared = (/** @type {string} */ path) => /^(assets|stylesheets|javascripts|images|search)\//.test(path);

self.addEventListener("install", (event) => event.waitUntil(self.registration.active ? undefined : self.skipWaiting()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== STORE) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("message", (event) => event.waitUntil((async () => {
  const store = await caches.open(STORE);
  for (const url of event.data.keep ?? []) {
    if (await store.match(url)) continue;
    const response = await fetch(url).catch(() => null);
    if (response?.ok) await store.put(url, response);
  }
})()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(FOLDER)) return;
  const path = url.pathname.slice(FOLDER.length);
  if (isOwn(path)) event.respondWith(kept(event));
  else if (isShared(path)) event.respondWith(fetch(event.request).catch(async () => (await stored(event.request)) ?? Response.error()));
});

const stored = async (/** @type {Request} */ request) => (await caches.open(STORE)).match(request, { ignoreSearch: true });

async function kept(/** @type {FetchEvent} */ event) {
  const found = await stored(event.request);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) {
    const copy = response.clone();
    event.waitUntil(caches.open(STORE).then((store) => store.put(event.request, copy)).catch(() => undefined));
  }
  return response;
}
