import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PROJECT } from "./docgen.ts";

/** The name that is played; others than it and this machine's own are not found. */
const HOST = "cdn.sheetjs.com";
/** Key and certificate of nobody, for tests alone: `openssl req -x509 -newkey ec -nodes -days 36500`. */
const PEM = readFileSync(new URL("./played-host.pem", import.meta.url));

/**
 * Plays the library's CDN from the npm package. By its address, as browsers that have their requests
 * looked at by a test keep no cache, and would load and compile all scripts anew for every page.
 *
 * @returns the browser's switches that send it here and nowhere else
 */
export async function playLibraryHost(): Promise<{ readonly args: readonly string[]; readonly close: () => void }> {
  const server = createServer({ key: PEM, cert: PEM }, ({ url = "" }, response) => {
    const name = new URL(url, `https://${HOST}`).pathname.split("/").at(-1) ?? "";
    const file = join(PROJECT, "node_modules/xlsx/dist", name);
    if (!existsSync(file)) return response.writeHead(404).end();
    const headers = {
      "content-type": "text/javascript",
      "access-control-allow-origin": "*",
      "cache-control": "max-age=600",
    };
    return response.writeHead(200, headers).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const rules = [`MAP ${HOST}:443 127.0.0.1:${port}`, "MAP * ~NOTFOUND", "EXCLUDE localhost", "EXCLUDE 127.0.0.1"];
  return {
    args: [`--host-resolver-rules=${rules.join(",")}`, "--ignore-certificate-errors"],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
