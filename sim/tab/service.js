// The service worker: it keeps the folder's files of one version, so that the table works without a
// network. A newer version waits until no tab has the table open, or until somebody asks for it, so
// it never interrupts a game.

const worker = /** @type {any} */ (self);
worker.importScripts("files.js"); // made by host_tools/web.py; a new version makes a new worker
const { VERSION, FILES } = worker;
const CACHE = `leyboard-${VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Files that the page has just loaded come from the browser's cache, if the server says that they
  // are unchanged.
  const files = FILES.map((/** @type {string} */ name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("leyboard-") && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(answer(request));
});

// Other files, such as pictures of the rules, are kept once a page has asked for them.
/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(request.url);
  const isFolder = origin + pathname === worker.registration.scope; // then a server sends the page
  const kept = await cache.match(isFolder ? "index.html" : request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "use") worker.skipWaiting();
});
