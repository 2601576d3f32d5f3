import { connect, createServer } from "node:net";
import { endGroup, start } from "./command.mjs";

const EDITS = 20;
/** Edits before the first that counts: the first ones warm the server up. */
const WARM_UP = 2;
const EDIT_LIMIT_MS = 30_000;
/** After so long no further edit is made: a server that takes seconds needs no twenty of them. */
const EDITS_LIMIT_MS = 90_000;
const BROWSER_READY_MS = 1000;
const PAUSE_MS = { from: 300, to: 700 };
const RETRY_MS = 20;

/**
 * Seconds from the command until its first page is shown, cold and after pages were written with the server, and
 * milliseconds from a saved page until the browser shows it.
 */
export async function measureServers(contenders, { browser, runs, limit, count, record, note }) {
  for (let round = 0; round < runs; round++) {
    for (const { peer, site } of contenders.filter((one) => one.peer.serve !== undefined)) {
      try {
        site.clean();
        const cold = await serve(browser, peer, site, { edits: 0, limit });
        record("server, first page, cold", count, peer, "s", cold.first);
        // Its first page is neither: the one before had no time to keep what it knew.
        const { times, missed } = await serve(browser, peer, site, { edits: EDITS, limit });
        for (const time of times) record("edit to browser", count, peer, "ms", time);
        if (missed > 0) {
          note(`${peer.title}, ${count} pages: ${missed} of ${missed + times.length} edits were not shown`);
        }
        const warm = await serve(browser, peer, site, { edits: 0, limit });
        record("server, first page, warm", count, peer, "s", warm.first);
      } catch (error) {
        note(`${peer.title}, ${count} pages, server: ${error.message}`);
      }
    }
  }
}

async function serve(browser, peer, site, { edits, limit }) {
  const port = await freePort();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const sights = await watchFor(page, site.edited.own);
  // Who writes has a browser open: its own start takes both cores for a while, from whichever server is measured.
  await pause(BROWSER_READY_MS);
  const started = Date.now();
  const child = start(site.command(peer.serve(port)), { cwd: site.cwd, env: site.env });
  child.stderr.resume();
  try {
    const until = started + limit * 1000;
    await listens(port, child, until);
    await open(page, `http://127.0.0.1:${port}${peer.address(site.edited.id)}`, {
      child,
      until,
      sights,
      own: site.edited.own,
    });
    const first = (sights.get(site.edited.own) - started) / 1000;
    const { times, missed } = await edit(page, site, sights, edits);
    return { first, times, missed };
  } finally {
    await page.close();
    await end(child);
  }
}

/** Waits for the server's port: a browser that is refused shows a page about that, which takes longer than a page of the site. */
async function listens(port, child, until) {
  const isOpen = () =>
    new Promise((tell) => {
      const socket = connect(port, "127.0.0.1", () => tell(true));
      socket.once("error", () => tell(false)).once("connect", () => socket.destroy());
    });
  while (child.exitCode === null && Date.now() < until && !(await isOpen())) await pause(RETRY_MS);
}

/** Asks until the page is there: servers answer late, or answer with another page until they are ready. */
async function open(page, address, { child, until, sights, own }) {
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`its server ended with ${child.exitCode}`);
    const answer = await page
      .goto(address, { waitUntil: "commit", timeout: until - Date.now() })
      .catch(() => undefined);
    if (answer?.ok() && (await sights.wait(own, Math.min(60_000, until - Date.now())))) return;
    await pause(RETRY_MS);
  }
  throw new Error("its first page was not shown in time");
}

async function edit(page, site, sights, count) {
  const times = [];
  let missed = 0;
  // The page's connection to its server has no event that all servers share.
  if (count > 0) await pause(2000);
  const until = Date.now() + EDITS_LIMIT_MS;
  for (let at = -WARM_UP; at < count && count > 0 && Date.now() < until; at++) {
    const before = Date.now();
    const mark = site.edit();
    const isShown = await sights.wait(mark, EDIT_LIMIT_MS);
    if (!isShown) await page.reload();
    if (at >= 0 && isShown) times.push(sights.get(mark) - before);
    if (at >= 0 && !isShown) missed += 1;
    await pause(PAUSE_MS.from + Math.random() * (PAUSE_MS.to - PAUSE_MS.from));
  }
  return { times, missed };
}

/** Notes when each mark, and the page's own word, is first painted, by the machine's clock. */
async function watchFor(page, own) {
  const seen = new Map();
  const waiting = new Map();
  await page.exposeBinding("benchSees", (_source, word, at) => {
    if (!seen.has(word)) seen.set(word, at);
    waiting.get(word)?.();
  });
  await page.addInitScript((word) => {
    const reported = new Set();
    const look = () => {
      const text = (document.querySelector("main, article") ?? document.body)?.textContent ?? "";
      for (const found of [...(text.match(/edit-mark-\d+-/g) ?? []), ...(text.includes(word) ? [word] : [])]) {
        if (reported.has(found)) continue;
        reported.add(found);
        // After the frame that shows it.
        requestAnimationFrame(() => setTimeout(() => window.benchSees(found, Date.now())));
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, own);
  return {
    get: (word) => seen.get(word),
    wait: (word, limit) => {
      if (seen.has(word)) return Promise.resolve(true);
      return new Promise((done) => {
        const timer = setTimeout(() => done(false), limit);
        waiting.set(word, () => {
          clearTimeout(timer);
          done(true);
        });
      });
    },
  };
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}

async function end(child) {
  const closed = new Promise((done) => (child.exitCode === null ? child.once("exit", done) : done()));
  endGroup(child, "SIGTERM");
  await Promise.race([closed, pause(2000)]);
  endGroup(child);
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
