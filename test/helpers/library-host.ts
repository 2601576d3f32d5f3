import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PROJECT } from "./docgen.ts";

/** The mocked host; all others except for this machine are unreachable. */
const HOST = "cdn.sheetjs.com";
/** Self-signed key and certificate, for tests only: `openssl req -x509 -newkey ec -nodes -days 36500`. */
const PEM = readFileSync(new URL("./mock-host.pem", import.meta.url));

/**
 * Mocks the library's CDN with the npm package, by redirecting its host name: intercepting requests would disable the
 * browser's cache, so that each page would load and compile all scripts again.
 *
 * @returns `args`: the browser's switches that redirect the host and block all others
 */
export async function mockLibraryHost(): Promise<{ readonly args: readonly string[]; readonly close: () => void }> {
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
