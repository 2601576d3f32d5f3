import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Staging } from "../output/staging.ts";
import { renderOfflinePage } from "../render/offline-page.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { nameOf } from "../shared/route.ts";
import type { Bundle, PageChunks } from "./bundle.ts";
import { BUILD_FILE, WORKER_FILE } from "./own-files.ts";
import type { Plan } from "./plan.ts";
import { TOOL_ROOT } from "./tool.ts";

/** Names of bundled scripts as they stand in one another. */
const SCRIPT_NAME = /[\w-]+-[A-Z0-9]{8}\.js/g;
/** Live samples bring an editor and a frame: whoever wants them offline has looked at one. */
const FOR_LIVE = /^sample-/;

/**
 * Writes the worker that keeps visited pages, and the file that names the build: it has to come
 * last, for it stands for every other file.
 *
 * @param plan of the default language
 */
export async function stageServiceWorker(
  plan: Plan,
  client: Bundle,
  chunks: PageChunks,
  staging: Staging,
): Promise<void> {
  const { serviceWorker } = plan.config;
  if (serviceWorker === false) return;
  if (serviceWorker === "remove") {
    return stage(staging, WORKER_FILE, await bundleWorker("src/client/offline/remove-worker.ts", {}));
  }
  const id = await buildId(staging);
  const base = plan.assetsUrl;
  const files = [...staging.keys().keys()];
  const siteData = files.filter((file) => /^assets\/site-[0-9a-f]{8}\.json$/.test(file));
  const indexes = plan.site.searchTags.map((tag) => `search-index-${tag}.json`).filter((file) => files.includes(file));
  const needed = [client.stylesheet, ...scriptsOf(client, chunks), ...siteData, ...indexes];
  const value = {
    build: id,
    needed: needed.map((file) => base + file),
    buildFile: base + BUILD_FILE,
    offlinePage: renderOfflinePage(plan.config.title, plan.locale.htmlLang, plan.site.texts),
  };
  const define = { DOCGEN_OFFLINE: JSON.stringify(value) };
  await stage(staging, WORKER_FILE, await bundleWorker("src/client/offline/service-worker.ts", define));
  await stage(staging, BUILD_FILE, `${JSON.stringify({ id })}\n`);
}

/** The same for the same bytes in the same files, on every machine. */
async function buildId(staging: Staging): Promise<string> {
  const whole = createHash("sha256");
  for (const file of [...staging.keys().keys()].sort()) {
    whole.update(`${file}\n`).update(createHash("sha256").update(staging.read(file)).digest());
  }
  return whole.digest("hex").slice(0, 16);
}

/** What the first script loads in time, and what that loads; pages written in React name theirs themselves. */
function scriptsOf({ files, script }: Bundle, chunks: PageChunks): string[] {
  const texts = new Map([...files, ...chunks.files].map(({ file, data }) => [nameOf(file), { file, data }]));
  const found = new Set<string>();
  const visit = (name: string) => {
    const own = texts.get(name);
    if (own === undefined || found.has(own.file) || FOR_LIVE.test(name)) return;
    found.add(own.file);
    for (const [next] of Buffer.from(own.data).toString("utf8").matchAll(SCRIPT_NAME)) visit(next);
  };
  for (const file of [script, ...chunks.byPath.values()]) visit(nameOf(file));
  return [...found];
}

async function bundleWorker(entry: string, define: Record<string, string>): Promise<string> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({
    entryPoints: [join(TOOL_ROOT, entry)],
    absWorkingDir: TOOL_ROOT,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    define,
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

async function stage(staging: Staging, file: string, data: string): Promise<void> {
  const key = createHash("sha256").update(data).digest("hex");
  if (!staging.keep(file, key)) await staging.add({ file, data }, key);
}
