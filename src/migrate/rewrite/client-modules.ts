import { basename, join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { loadEsbuild } from "../../shared/esbuild.ts";
import type { Job } from "../job.ts";
import { STATIC } from "../plan/new-paths.ts";
import { sitePath, texts } from "../read/config-values.ts";
import { isStyleSheet } from "../read/docusaurus-config.ts";
import { readFileText } from "../read/read-data.ts";
import { moduleFile } from "../read/run-modules.ts";

const ENVIRONMENT = /^import\s+(\w+)\s+from\s*["']@docusaurus\/ExecutionEnvironment["'];?/m;

/** Calls what Docusaurus calls when a page is shown; docgen loads each page anew. */
const SHOWN = `const hooks = clientModule.default ?? clientModule;
const shown = { location: window.location, previousLocation: null };
hooks.onRouteUpdate?.(shown);
hooks.onRouteDidUpdate?.(shown);`;

/**
 * Writes the modules that Docusaurus runs on every page as scripts; those that import others are reported.
 *
 * @returns the scripts, as the configuration has them
 */
export async function clientScripts(job: Job): Promise<Mapping[]> {
  const { root, docusaurus, put, noteFile, hasFile } = job;
  const paths = texts(docusaurus.config.clientModules).filter((path) => !isStyleSheet(path));
  const scripts: Mapping[] = [];
  for (const path of paths.map((name) => sitePath(name, root))) {
    const file = moduleFile(join(root, path));
    const code = file !== undefined && hasFile(file) ? readFileText(file) : "import";
    const free = code.replace(ENVIRONMENT, "const $1 = { canUseDOM: true };");
    if (/^\s*import\b|\brequire\(|\bimport\(/m.test(free)) {
      noteFile(path, "hand", "is not loaded: write it as a script without imports, and name that in scripts");
      continue;
    }
    const { transform } = await loadEsbuild();
    const name = `js/${basename(path).replace(/\.\w+$/, "")}.js`;
    const { code: script } = await transform(free, { loader: "tsx", format: "iife", globalName: "clientModule" });
    put(`${STATIC}/${name}`, { text: `{\n${script}${SHOWN}\n}\n` });
    noteFile(path, "changed", `is a script of every page: ${STATIC}/${name}`);
    scripts.push({ src: `/${name}`, defer: true });
  }
  return scripts;
}
