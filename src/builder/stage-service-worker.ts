import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Staging } from "../output/staging.ts";
import { renderOfflinePage } from "../render/offline-page.ts";
import { loadEsbuild } from "../shared/esbuild.ts";
import { compareText } from "../shared/problem.ts";
import { nameOf } from "../shared/route.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { type BrowserFiles, type Bundle, loadFiles, PRODUCTION } from "../site/bundles/bundle-client.ts";
import { BUILD_FILE, WORKER_FILE } from "../site/model/reserved-files.ts";
import type { Overview, SiteEngine } from "../site/site-engine.ts";

const SCRIPT_NAME = /[\w-]+-[A-Z0-9]{8}\.js/g;
/** Chunks of live samples: because of their size they are cached only once a reader has opened a sample. */
const FOR_LIVE = /^sample-/;

/** Writes the service worker and the file with the build id, last: the id is a hash of all other files. */
export async function stageServiceWorker(site: SiteEngine, { locales }: Overview, staging: Staging): Promise<void> {
  const { engine, tasks } = site;
  const { plan } = await site.site();
  const id = buildId(staging);
  if (plan.config.serviceWorker === "remove") {
    if (staging.keep(WORKER_FILE, id)) return;
    const data = await bundleWorker("src/client/offline/remove-worker.ts", {});
    return staging.add(WORKER_FILE, data, id);
  }
  const base = plan.assetsUrl;
  const files = [...staging.keys().keys()];
  const siteData = files.filter((file) => /^assets\/site-[0-9a-f]{8}\.json$/.test(file));
  const indexes = plan.site.searchTags.map((tag) => `search-index-${tag}.json`).filter((file) => files.includes(file));
  const { bundle } = await engine.get(tasks.client, plan.locale.name);
  const chunks = await Promise.all(locales.map(({ name }) => engine.get(tasks.bundles.forBrowser, name)));
  // The search's files of languages that the site doesn't have are not among its files.
  const scripts = scriptsOf(
    bundle,
    chunks.flatMap(({ files: scripts }) => loadFiles(scripts)),
  ).filter((file) => files.includes(file));
  // Each language has its own, as its React pages may import style sheets of packages.
  const stylesheets = files.filter((file) => /^assets\/index-[A-Z0-9]{8}\.css$/.test(file));
  const needed = [...stylesheets, ...scripts, ...siteData, ...indexes];
  const languages = (await site.sites()).map(({ plan: { config, locale, site: data } }) => {
    const { folder, htmlLang, direction } = locale;
    const offlinePage = renderOfflinePage(config.title, { lang: htmlLang, dir: direction }, data.texts);
    return { folder: base + folder, offlinePage };
  });
  const value = {
    build: id,
    needed: needed.map((file) => base + file),
    buildFile: base + BUILD_FILE,
    // The default language comes last, as its folder contains those of the others.
    languages: languages.toReversed(),
  };
  const define = { DOCGEN_OFFLINE: JSON.stringify(value) };
  // The texts of the offline page are in no other file, so their hash is part of the key.
  const key = createHash("sha256").update(define.DOCGEN_OFFLINE).digest("hex");
  if (staging.keep(WORKER_FILE, key) && staging.keep(BUILD_FILE, id)) return;
  const data = await bundleWorker("src/client/offline/service-worker.ts", define);
  await staging.add(WORKER_FILE, data, key);
  await staging.add(BUILD_FILE, `${JSON.stringify({ id })}\n`, id);
}

/** Hash of all files: the same on every machine. */
function buildId(staging: Staging): string {
  const whole = createHash("sha256");
  for (const [file, digest] of [...staging.keys()].sort(([a], [b]) => compareText(a, b))) {
    if (file !== WORKER_FILE && file !== BUILD_FILE) whole.update(`${file}\n${digest}\n`);
  }
  return whole.digest("hex").slice(0, 16);
}

/** Scripts reachable from the entry and from the chunks of React pages. */
function scriptsOf({ files, script }: Bundle, chunks: BrowserFiles): string[] {
  const texts = new Map([...files, ...chunks].map((file) => [nameOf(file[0]), file]));
  const scripts = new Set<string>();
  const visit = (name: string) => {
    const [file, data] = texts.get(name) ?? [];
    if (file === undefined || data === undefined || scripts.has(file) || FOR_LIVE.test(name)) return;
    scripts.add(file);
    for (const [next] of Buffer.from(data).toString("utf8").matchAll(SCRIPT_NAME)) visit(next);
  };
  for (const file of [script, ...chunks.map(([chunk]) => chunk)]) visit(nameOf(file));
  return [...scripts];
}

async function bundleWorker(entry: string, define: Record<string, string>): Promise<string> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...PRODUCTION, entryPoints: [join(TOOL_ROOT, entry)], format: "iife", define });
  return outputFiles[0]?.text ?? "";
}
