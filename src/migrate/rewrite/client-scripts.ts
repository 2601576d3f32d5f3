import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import type { Mapping } from "../../content/data-file.ts";
import { isFileInside, slashedPath } from "../../shared/disk-path.ts";
import { loadEsbuild, syntaxFaultOf } from "../../shared/esbuild.ts";
import type { Job, Lack } from "../job.ts";
import { putFree, STATIC } from "../plan/new-paths.ts";
import { sitePath, texts } from "../read/config-values.ts";
import { isStyleSheet } from "../read/docusaurus-config.ts";
import { OUTSIDE } from "../read/list-tree.ts";
import { lackOf, localPath, moduleFile, packageOf } from "../read/module-paths.ts";
import { readableFolders } from "../read/run-modules.ts";
import { assetImport } from "./style-sheets.ts";

const ENVIRONMENT = "export default { canUseDOM: true };";

/** Calls what Docusaurus calls when a page is shown; docgen loads each page anew. */
const SHOWN = `const hooks = clientModule?.default ?? clientModule;
const shown = { location: window.location, previousLocation: null };
hooks?.onRouteUpdate?.(shown);
hooks?.onRouteDidUpdate?.(shown);`;

/**
 * Writes the modules that Docusaurus runs on every page as scripts, with what they import.
 *
 * @returns the scripts, as the configuration has them, and the paths of style sheets that they import
 */
export async function clientScripts(job: Job): Promise<{ scripts: Mapping[]; customCss: Set<string> }> {
  const { root, docusaurus, noteFile, hasFile, waiting } = job;
  const scripts: Mapping[] = [];
  const customCss = new Set<string>();
  for (const name of texts(docusaurus.config.clientModules).filter((name) => !isStyleSheet(name))) {
    const path = sitePath(name, root);
    const file = moduleFile(join(root, path));
    const missing = new Map<string, Lack>();
    const script = file !== undefined && hasFile(file) ? await bundled(file, missing, customCss, job) : undefined;
    const reasons = [...missing.values()];
    if (script !== undefined) {
      const target = putFree(`${STATIC}/js/${basename(path).replace(/\.\w+$/, "")}.js`, script, job);
      noteFile(path, "changed", `is now a script on every page: ${target}`);
      scripts.push({ src: target.slice(STATIC.length), defer: true });
    } else if (reasons.length > 0 && reasons.every(({ install }) => install !== undefined)) waiting.set(path, reasons);
    else {
      const why = file === undefined ? "there is no such file" : reasons.map(({ text }) => text).join(" and ");
      noteFile(path, "hand", `is not loaded, because ${why}: rewrite it as a script, and add that to scripts`);
    }
  }
  return { scripts, customCss };
}

/**
 * Bundles a module for browsers.
 *
 * @param missing to which modules that aren't there or can't be read are added, with the reasons
 * @param customCss to which the paths of imported style sheets are added
 * @returns the script; undefined if a module is missing
 */
async function bundled(
  file: string,
  missing: Map<string, Lack>,
  customCss: Set<string>,
  job: Job,
): Promise<string | undefined> {
  const { build } = await loadEsbuild();
  const folders = readableFolders(job.root, job.boundary);
  const plugin: Plugin = {
    name: "docusaurus-client",
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path, kind, importer, resolveDir }) => {
        if (kind === "entry-point" || /[\\/]node_modules[\\/]/.test(importer)) return undefined;
        if (path === "@docusaurus/ExecutionEnvironment") return { path, namespace: "environment" };
        const local = localPath(path, job.root, resolveDir, job.aliases);
        if (local === undefined && packageOf(path, job)?.isInstalled === true) return undefined;
        const imported = local === undefined ? undefined : (moduleFile(local) ?? local);
        if (imported !== undefined && job.hasFile(imported)) return { path: imported };
        const lack = lackOf(path, job);
        missing.set(path, { ...lack, text: `it needs ${lack.text}` });
        return { path, external: true };
      });
      api.onLoad({ filter: /.*/, namespace: "environment" }, () => ({ contents: ENVIRONMENT }));
      // A package may be a link, or its manifest may name any file.
      api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) =>
        folders.some((folder) => isFileInside(path, folder))
          ? undefined
          : { errors: [{ text: `${slashedPath(job.root, path)} ${OUTSIDE}` }] },
      );
      api.onLoad({ filter: /\.(?:css|s[ac]ss)$/ }, ({ path }) => {
        assetImport("", { kind: "asset", path }, customCss, job);
        return { contents: "" };
      });
    },
  };
  try {
    const options = {
      bundle: true,
      write: false,
      format: "iife",
      globalName: "clientModule",
      absWorkingDir: job.root,
    } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [file], logLevel: "silent", plugins: [plugin] });
    return missing.size === 0 ? `{\n${outputFiles[0]?.text}${SHOWN}\n}\n` : undefined;
  } catch (error) {
    const { message, line } = syntaxFaultOf(error);
    missing.set(file, { text: `${message} (line ${line})` });
    return undefined;
  }
}
