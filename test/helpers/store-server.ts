import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./docgen.ts";

/** A server with the protocol of Bazel's HTTP cache, with its entries in memory. */
export interface StoreServer {
  readonly url: string;
  /** Entries by path: `/ac/…` and `/cas/…`. */
  readonly entries: Map<string, Buffer>;
  /** Method and path of each request. */
  readonly requests: string[];
}

/** @param misbehave may answer a request instead of the store; returns whether it does so, even if it never answers */
export async function startStore(
  misbehave: (request: IncomingMessage, response: ServerResponse, entries: StoreServer["entries"]) => boolean = () =>
    false,
): Promise<StoreServer> {
  const entries = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (misbehave(request, response, entries)) return;
    if (method === "PUT") entries.set(url, Buffer.concat(chunks));
    const found = entries.get(url);
    response.writeHead(found === undefined ? 404 : 200).end(method === "GET" ? found : undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docgen`, entries, requests };
}

/**
 * Starts nginx with a configuration such as the one in `src/engine/README.md`, on a free port and in a temporary
 * folder.
 *
 * @returns its address; undefined if nginx isn't available
 */
export async function startNginx(config: string): Promise<string | undefined> {
  const nginx = findNginx();
  if (nginx === undefined) return undefined;
  const folder = temporaryFolder();
  const port = await freePort();
  for (const name of ["store", "logs"]) mkdirSync(join(folder, name));
  const own = config
    .replace(/listen \d+;/, `listen 127.0.0.1:${port};`)
    .replaceAll("/var/cache/docgen", join(folder, "store"))
    .replaceAll("/tmp/nginx", folder);
  writeFileSync(join(folder, "nginx.conf"), own);
  const args = [
    "-p",
    folder,
    "-c",
    join(folder, "nginx.conf"),
    "-g",
    `daemon off;${process.getuid?.() === 0 ? " user root;" : ""}`,
    "-e",
    join(folder, "error.log"),
  ];
  const child = spawn(nginx, args, { stdio: "inherit" });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await closed;
  });
  while (child.exitCode === null && !(await isOpen(port)));
  return `http://127.0.0.1:${port}`;
}

/** Path of the system's nginx, or of Debian's package, unpacked into a temporary folder. */
function findNginx(): string | undefined {
  const paths = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"];
  const unpacked = join(tmpdir(), "docgen-test-nginx");
  const found = [...paths, join(unpacked, "usr/sbin/nginx")].find((path) => existsSync(path));
  if (found !== undefined || process.platform !== "linux") return found;
  const folder = mkdtempSync(join(tmpdir(), "docgen-nginx-"));
  const run = (command: string) => spawnSync("sh", ["-c", command], { cwd: folder, stdio: "ignore" }).status === 0;
  const isThere = run(`apt-get -qq download nginx && dpkg-deb -x nginx_*.deb "${unpacked}"`);
  rmSync(folder, { recursive: true });
  return isThere ? join(unpacked, "usr/sbin/nginx") : undefined;
}

/** A port that no program listens on. */
export async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isReached = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isReached;
}
