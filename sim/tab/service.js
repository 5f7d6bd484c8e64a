// The service worker keeps the folder's files of one version, so that the table works without a
// network. A newer version waits until no tab has the table open, or until somebody asks for it,
// so it never interrupts a game.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
worker.importScripts("files.js"); // made by host_tools/web.py; a new version makes a new worker
const { VERSION, FILES, PICTURES } = worker;
const CACHE = `leyboard-${VERSION}`;

// Each file must be that of this version: while a folder is copied to its server, it has files of
// two. If one is of another version, or does not come, the browser does not install this worker;
// the worker tells the pages, and the next visit tries again.
worker.addEventListener("install", (/** @type {ServiceEvent} */ event) => {
  const all = keep(FILES).catch((error) => tell().then(() => Promise.reject(error)));
  event.waitUntil(all.then(() => keep(PICTURES).catch(() => {}))); // the rules do without as well
});

// Files that the page has just loaded come from the browser's cache, if the server says that they are
// unchanged.
/** @param {Record<string, string>} sums */
async function keep(sums) {
  const files = Object.entries(sums).map(
    ([name, sum]) => new Request(name, { cache: "no-cache", integrity: `sha256-${sum}` }),
  );
  await (await caches.open(CACHE)).addAll(files);
}

async function tell() {
  const unkept = worker.registration.active ? "older" : "changed";
  const pages = await worker.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) page.postMessage({ unkept });
}

worker.addEventListener("activate", (/** @type {ServiceEvent} */ event) => {
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

worker.addEventListener("fetch", (/** @type {ServiceEvent} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  event.respondWith(answer(request));
});

// Other files, such as pictures of pieces, are kept once a page has asked for them.
/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const { origin, pathname } = new URL(request.url);
  const isFolder = origin + pathname === worker.registration.scope; // then a server sends the page
  const kept =
    request.cache !== "reload" &&
    (await cache.match(isFolder ? "index.html" : request, { ignoreSearch: true }));
  // A server may have sent index.html from elsewhere; browsers open no page from such an answer.
  if (kept) return kept.redirected ? new Response(kept.body, kept) : kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(() => {}); // without room
  return response;
}

worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "use") worker.skipWaiting();
});
