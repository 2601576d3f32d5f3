import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { watch } from "chokidar";
import { WebSocketServer } from "ws";
import { WORK_FOLDER } from "../build/build.ts";
import type { SiteOptions } from "../build/site.ts";
import { TOOL_ROOT } from "../build/tool.ts";
import { CONFIG_FILE } from "../config/load.ts";
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
  readonly onUpdate: () => void;
}

/** A server that watches the site and reloads the browser after each change. */
export async function createDevServer(options: SiteOptions, events: DevServerEvents): Promise<DevServer> {
  const token = randomBytes(16).toString("hex");
  const script = `<script type="module" src="${SCRIPT_PATH}"></script>`;
  let current: DevSite = await createDevSite(options, script, new Map(), events.onProblems);

  const server = createHttpServer(async (path): Promise<Answer | undefined> => {
    if (path === SCRIPT_PATH) return { status: 200, type: "text/javascript; charset=utf-8", body: reloadScript(token) };
    const { baseUrl } = current.site.plan.config;
    if (path.startsWith(baseUrl)) return current.answer(path.slice(baseUrl.length));
    return `${path}/` === baseUrl || path === "/"
      ? { ...plainAnswer(302, ""), headers: { Location: baseUrl } }
      : undefined;
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that cuts the line is its own affair.
    socket.on("error", () => socket.destroy());
    if (!mayConnect(request, token)) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (client) => client.on("error", () => client.terminate()));
  });

  const update = async () => {
    try {
      current = await createDevSite(options, script, current.compiled, events.onProblems);
      for (const client of sockets.clients) client.send("reload");
      events.onUpdate();
    } catch (error) {
      events.onFailure(error);
    }
  };
  const stopWatching = await watchSite(options.root, () => current.site.loaded.files, update);
  return {
    server,
    baseUrl: current.site.plan.config.baseUrl,
    close: async () => {
      await stopWatching();
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Watches everything that the site is made of. Events are hints that something changed: they are
 * gathered until quiet, and one update runs at a time.
 *
 * @returns stops watching; resolved when every file is watched
 */
async function watchSite(
  root: string,
  configFiles: () => readonly string[],
  update: () => Promise<void>,
): Promise<() => Promise<void>> {
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const theme = ["src/theme", "src/client", "templates"].map((name) => join(TOOL_ROOT, name));
  const watcher = watch([...new Set([...own, ...configFiles(), ...theme])], {
    ignoreInitial: true,
    ignored: (path) =>
      /~$|\.sw[px]$|\/4913$/.test(path) || path.includes(`/${WORK_FOLDER}/`) || path.includes("/node_modules/"),
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = update();
    await running;
    running = undefined;
    // The configuration may have come to import more files.
    watcher.add([...configFiles()]);
    if (!again) return;
    again = false;
    await run();
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE_MS);
  });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
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
