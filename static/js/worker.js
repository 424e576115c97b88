// The service worker: keeps the pages that the server marks (`kept_offline`: rules, and the
// reader's own matches) for reading offline. Answers of the network always have priority. Only
// without one does a kept page appear, with its age.

// Set by the server (lobby/site_files): the version of all static files, and the portal's path.
const VERSION = "";
const ROOT = "";

const MOST = 40; // pages
const FORBIDDEN = 403;
const OURS = `hearth${ROOT} `;
const NOW = `${OURS}${VERSION} `;
const FILES = `${NOW}files`; // files that aren't personal
const OFFLINE = `${ROOT}/offline/`;
const FILE = new RegExp(`="(${ROOT}/static/[^"#]+)`, "g");
const WAITING = /^\(\d+\+?\)\s*/; // as templates/base.html begins a title
const LIVE = /<!--live-->[\s\S]*<!--\/live-->/;
const ALL = { ignoreSearch: true, ignoreVary: true };

const cut = new Set(); // ids of pages that were made from kept ones
let logOuts = 0; // since the worker started

const pagesOf = (reader) => `${NOW}of ${reader}`;
const isOwn = (name) => name.startsWith(OURS);
const withoutQuery = (address) => new URL(address).origin + new URL(address).pathname;

/** Delete the caches of this portal whose names are `unwanted`. */
async function forget(unwanted) {
  const names = (await caches.keys()).filter((name) => isOwn(name) && unwanted(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Forget the pages of everybody but this reader; without a reader, of all. */
function leaveOnly(reader) {
  if (!reader) logOuts += 1;
  return forget((name) => name !== FILES && (!reader || name !== pagesOf(reader)));
}

/** Keep a page and the files that it names; the newest page is last. */
async function keep(name, address, html, answer) {
  const headers = new Headers(answer.headers);
  const cache = await caches.open(name);
  const [, title] = /<title>([^<]*)/.exec(html) ?? [];
  headers.set("kept-at", new Date().toISOString());
  headers.set("kept-title", encodeURIComponent(title.trim().replace(WAITING, "")));
  headers.set("kept-as", address);
  await cache.delete(address, ALL);
  await cache.put(address, new Response(html, { headers }));
  const pages = name === FILES ? [] : await cache.keys();
  await Promise.all(pages.slice(0, -MOST).map((old) => cache.delete(old)));
  const files = await caches.open(FILES);
  const named = new Set(Array.from(html.matchAll(FILE), ([, file]) => file));
  const missing = async (file) => (await files.match(file, ALL)) ?? files.add(file);
  await Promise.allSettled([...named].map(missing));
}

/** Forget what `keeping` stores if there were log-outs since the request. */
async function untilLogOut(before, keeping) {
  await keeping;
  if (logOuts !== before) await forget((name) => name !== FILES);
}

async function keepPage(address, answer) {
  const reader = answer.headers.get("kept-for");
  await leaveOnly(reader);
  await keep(pagesOf(reader), withoutQuery(address), await answer.text(), answer);
}

/** Update the kept page of an open match that has moved on. */
async function keepLive(address, live) {
  const page = await caches.match(withoutQuery(address), ALL);
  const reader = page?.headers.get("kept-for");
  if (!reader) return;
  const html = (await page.text()).replace(LIVE, () => `<!--live-->${live}<!--/live-->`);
  await keep(pagesOf(reader), withoutQuery(address), html, page);
}

/** The answer in place of a page that the network doesn't return. */
async function kept(address) {
  const page = await caches.match(withoutQuery(address), ALL);
  if (!page) return offline();
  const at = page.headers.get("kept-at");
  const words = new Date(at).toLocaleString();
  const html = (await page.text())
    .replace('id="offline" hidden', 'id="offline"')
    .replace('id="as-of">', (place) => `${place}<time datetime="${at}">${words}</time>`);
  return new Response(html, { headers: page.headers });
}

/** The page that says that there is no connection, with links to all kept pages. */
async function offline() {
  const page = await caches.match(OFFLINE, ALL);
  if (!page) return Response.error();
  const names = (await caches.keys()).filter((name) => name.startsWith(`${NOW}of `));
  const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()));
  const links = caught.flat().map(({ headers }) => {
    const title = decodeURIComponent(headers.get("kept-title"));
    return `<li><a href="${headers.get("kept-as")}">${title}</a></li>`;
  });
  const html = (await page.text()).replace('<ul id="kept">', (list) => list + links.join(""));
  return new Response(html, { headers: page.headers });
}

async function answerTo(event) {
  const { request, resultingClientId } = event;
  const { pathname } = new URL(request.url);
  const before = logOuts;
  const isLogOut = request.method === "POST" && pathname === `${ROOT}/accounts/logout/`;
  try {
    const answer = await fetch(request);
    const isMarked = answer.ok && answer.headers.has("kept-for");
    if (isMarked) event.waitUntil(untilLogOut(before, keepPage(request.url, answer.clone())));
    // The server refuses log-outs from other sites. If storage fails, the log-out still works.
    if (isLogOut && answer.status !== FORBIDDEN) await leaveOnly().catch(() => {});
    return answer;
  } catch (error) {
    if (isLogOut) await leaveOnly().catch(() => {});
    if (request.method !== "GET") throw error;
    cut.add(resultingClientId);
    return kept(request.url);
  }
}

async function install() {
  const answer = await fetch(OFFLINE, { credentials: "omit", cache: "no-store" });
  await keep(FILES, OFFLINE, await answer.text(), answer);
  await skipWaiting();
}

async function activate() {
  await forget((name) => !name.startsWith(NOW));
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  const { reader, live } = event.data;
  if (reader) event.waitUntil(leaveOnly(reader));
  if (live) event.waitUntil(untilLogOut(logOuts, keepLive(event.source.url, live)));
});
addEventListener("fetch", (event) => {
  const { clientId, request } = event;
  if (request.mode === "navigate") event.respondWith(answerTo(event));
  else if (cut.has(clientId) && new URL(request.url).pathname.startsWith(`${ROOT}/static/`))
    event.respondWith(caches.match(request, ALL).then((file) => file ?? fetch(request)));
});
