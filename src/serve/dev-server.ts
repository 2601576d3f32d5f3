import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { watch } from "chokidar";
import { WebSocketServer } from "ws";
import { WORK_FOLDER } from "../build/build.ts";
import { createHighlightPool } from "../build/highlight-pool.ts";
import type { SiteOptions } from "../build/site.ts";
import { TOOL_ROOT } from "../build/tool.ts";
import { CONFIG_FILE } from "../config/evaluate.ts";
import type { Problem } from "../shared/problem.ts";
import { createDevSite, type DevSite } from "./dev-site.ts";
import { type Answer, createHttpServer, isAllowedHost, plainAnswer } from "./http.ts";

const SETTLE_MS = 50;
const SOCKET_PATH = "/@docgen/socket";
const SCRIPT_PATH = "/@docgen/reload.js";

export interface DevServer {
  readonly server: Server;
  /** Path below which the site is served. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export interface DevServerEvents {
  readonly onProblems: (problems: readonly Problem[]) => void;
  /** Told of an update that could not be taken over; the last good state is still served. */
  readonly onFailure: (error: unknown) => void;
  /** @param seconds how long the update took */
  readonly onUpdate: (seconds: number) => void;
}

/** A server that watches the site and reloads the browser after each change. */
export async function createDevServer(options: SiteOptions, events: DevServerEvents): Promise<DevServer> {
  const token = randomBytes(16).toString("hex");
  const script = `<script type="module" src="${SCRIPT_PATH}"></script>`;
  const sockets = new WebSocketServer({ noServer: true });
  const pool = createHighlightPool(1);
  const first = createDevSite(options, script, new Map(), pool.tokenise, events.onProblems);
  let latest: DevSite | undefined;
  const watching = watchSite(options.root, first, async () => {
    const started = performance.now();
    try {
      latest = await createDevSite(options, script, latest?.compiled ?? new Map(), pool.tokenise, events.onProblems);
      watching.add(latest.site.loaded.files);
      for (const client of sockets.clients) client.send("reload");
      events.onUpdate((performance.now() - started) / 1000);
    } catch (error) {
      events.onFailure(error);
    }
  });
  const initial = await first.catch(async (error: unknown) => {
    await Promise.all([watching.stop(), pool.close()]);
    throw error;
  });
  const current = () => latest ?? initial;
  watching.add(initial.site.loaded.files);
  await watching.ready;

  const server = createHttpServer(async (path): Promise<Answer | undefined> => {
    if (path === SCRIPT_PATH) return { status: 200, type: "text/javascript; charset=utf-8", body: reloadScript(token) };
    const { baseUrl } = current().site.plan.config;
    if (path.startsWith(baseUrl)) return current().answer(path.slice(baseUrl.length));
    return `${path}/` === baseUrl || path === "/"
      ? { ...plainAnswer(302, ""), headers: { Location: baseUrl } }
      : undefined;
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that cuts the line is its own affair.
    socket.on("error", () => socket.destroy());
    if (!mayConnect(request, token)) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (client) => client.on("error", () => client.terminate()));
  });

  return {
    server,
    baseUrl: initial.site.plan.config.baseUrl,
    close: async () => {
      await Promise.all([watching.stop(), pool.close()]);
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Watching {
  readonly ready: Promise<void>;
  readonly add: (files: readonly string[]) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Watches everything that the site is made of. Events are hints that something changed: they are
 * gathered until quiet, and one update runs at a time.
 *
 * @param first the site being read for the first time; updates wait for it
 */
function watchSite(root: string, first: Promise<unknown>, update: () => Promise<void>): Watching {
  const startedMs = Date.now();
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const theme = ["src/theme", "src/client", "templates"].map((name) => join(TOOL_ROOT, name));
  const watcher = watch([...new Set([...own, ...theme])], {
    alwaysStat: true,
    ignored: (path) =>
      /~$|\.sw[px]$|\/4913$/.test(path) || path.includes(`/${WORK_FOLDER}/`) || path.includes("/node_modules/"),
  });
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined = first
    .catch(() => undefined)
    .then(() => {
      running = undefined;
    });
  let again = false;
  const run = async () => {
    if (running !== undefined) {
      again = true;
      await running;
      if (!again) return;
    }
    again = false;
    running = update();
    await running;
    running = undefined;
    if (again) await run();
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE_MS);
  };
  /** Files that are watched because the site has come to import them: seeing them first is no news. */
  const expected = new Set<string>();
  const known = new Set<string>();
  // The first look at the files is news only of what was edited since the site began to be read.
  watcher.on("all", (event, path, stats) => {
    const isFirstLook = !isReady || (event === "add" && expected.delete(path));
    known.add(path);
    if (!isFirstLook || (stats?.mtimeMs ?? 0) > startedMs) schedule();
  });
  const ready = new Promise<void>((resolve) => {
    watcher.once("ready", () => {
      isReady = true;
      resolve();
    });
  });
  return {
    ready,
    add: (files) => {
      const added = files.filter((file) => !known.has(file));
      for (const file of added) expected.add(file);
      if (added.length > 0) watcher.add(added);
    },
    stop: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** A page of another origin knows neither our host nor the token. */
function mayConnect({ url = "", headers }: IncomingMessage, token: string): boolean {
  if (!isAllowedHost(headers.host) || url !== `${SOCKET_PATH}?token=${token}`) return false;
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Reloads when told to, and once more when the server is back after a restart. */
function reloadScript(token: string): string {
  return `let wasOpen = false;
function connect() {
  const socket = new WebSocket(\`\${location.protocol === "https:" ? "wss" : "ws"}://\${location.host}${SOCKET_PATH}?token=${token}\`);
  socket.onopen = () => { if (wasOpen) location.reload(); wasOpen = true; };
  socket.onmessage = () => location.reload();
  socket.onclose = () => setTimeout(() => fetch(location.href).then(() => wasOpen ? location.reload() : connect(), connect), 1000);
}
connect();
`;
}
