import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { DrawingResult } from "../shared/drawing.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { Failure } from "../shared/failure.ts";
import { listen, typeOf } from "../shared/http.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { mermaidFiles } from "../site/bundles/mermaid-files.ts";
import { MAX_BROWSER_MS, requireBrowser, startBrowser } from "./chromium.ts";

/** Content security policy: blocks all other servers, as the sources come from pages. */
const POLICY = "default-src 'self'; style-src 'unsafe-inline'; img-src data:; object-src 'none'";

/**
 * Draws diagrams in a Chromium of this machine.
 *
 * @returns an SVG or a fault for each source
 * @throws Failure (exit code 1) without a browser or the diagram library, or if the browser fails
 */
export async function drawInBrowser(
  root: string,
  sources: readonly string[],
  signal: AbortSignal,
): Promise<DrawingResult[]> {
  const browser = requireBrowser(root);
  const files = await pageFiles(root, sources);
  // A secret path, so that other programs on this machine can't send results.
  const base = `/${randomUUID()}/`;
  const server = createServer();
  const port = await listen(server, 0, "127.0.0.1");
  const profile = mkdtempSync(join(tmpdir(), "docgen-draw-"));
  // The browser ends when the pipe closes. A signal may reach only a script that started it, or nothing if docgen is
  // killed.
  const child = startBrowser(browser, profile, ["--remote-debugging-pipe", `http://127.0.0.1:${port}${base}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let late: NodeJS.Timeout | undefined;
  try {
    const sent = await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Failure(1, `${browser}: ${reason}`));
      server.on("request", (request, response) => {
        const name = request.url?.startsWith(base) ? request.url.slice(base.length) : undefined;
        const data = name === undefined ? undefined : files.get(name)?.();
        if (name === "drawn") receive(request).then(resolve, reject);
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Content-Type", typeOf(name === "" ? "index.html" : (name ?? "")));
        response.writeHead(data === undefined && name !== "drawn" ? 404 : 200).end(data);
      });
      child.once("error", ({ message }) => fail(message));
      child.once("close", () => fail("ended before the diagrams were drawn"));
      late = setTimeout(fail, MAX_BROWSER_MS, "did not draw the diagrams within five minutes");
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    const results = JSON.parse(sent) as DrawingResult[] | { readonly fault: string };
    if (!Array.isArray(results)) throw new Failure(1, `the diagram library can't be used: ${results.fault}`);
    return results;
  } finally {
    clearTimeout(late);
    for (const pipe of child.stdio) pipe?.destroy();
    server.close();
    server.closeAllConnections();
    if (child.pid !== undefined) await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function receive(request: IncomingMessage): Promise<string> {
  if (request.method !== "POST") throw new Failure(1, "the browser sent no drawings");
  return text(request);
}

/** The files that the browser may request, by name. */
async function pageFiles(root: string, sources: readonly string[]): Promise<Map<string, () => string | Buffer>> {
  const { build } = await loadEsbuild();
  const entryPoints = [join(TOOL_ROOT, "src/client/draw-diagram.ts")];
  const library = await mermaidFiles(root);
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false, tsconfigRaw: "{}" });
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  const styles = readFileSync(join(TOOL_ROOT, "src/theme/styles/tokens.css"), "utf8");
  const face = '@font-face{font-family:Inter;src:url("inter.woff2")}';
  const html = `<!doctype html><meta charset="utf-8"><style>${styles}${face}</style><body><script type="module" src="draw.js"></script>`;
  return new Map<string, () => string | Buffer>([
    ...library.files.map(([file, copyOf]) => [file, () => readFileSync(copyOf)] as const),
    ["", () => html],
    ["draw.js", () => outputFiles[0]?.text ?? ""],
    ["inter.woff2", () => readFileSync(require.resolve("@fontsource/inter/files/inter-latin-400-normal.woff2"))],
    ["sources.json", () => JSON.stringify({ library: `./${library.entry}`, sources })],
  ]);
}
