// The service worker: the folder's files as they were at one version, so that the table is there
// without a network. A newer version waits until no tab has the table open, or until somebody asks
// for it: it never cuts a game.

const worker = /** @type {any} */ (self);
worker.importScripts("files.js"); // by host_tools/web.py: another version is another worker
const { VERSION, FILES } = worker;
const CACHE = `leyboard-${VERSION}`;

worker.addEventListener("install", (event) => {
  // What the page has just loaded comes from the browser's own cache, if the server says it still
  // holds.
  const files = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event) => {
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

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(answer(request));
});

// What is not there yet, such as a picture of the rules, stays once it was asked for.
async function answer(request) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(request.url);
  const isFolder = origin + pathname === worker.registration.scope; // a server gives the page then
  const kept = await cache.match(isFolder ? "index.html" : request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

worker.addEventListener("message", ({ data }) => {
  if (data === "use") worker.skipWaiting();
});
