import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { foldersUp, isFileInside } from "../../shared/disk-path.ts";
import { FOR_NODE, loadEsbuild, syntaxFaultOf } from "../../shared/esbuild.ts";
import type { Job } from "../job.ts";
import { OUTSIDE } from "./list-tree.ts";
import { CODE, installedPackage, localPath, moduleFile } from "./module-paths.ts";
import { readFileText } from "./read-data.ts";

/** A site with modules. */
export interface ModuleTree {
  readonly root: string;
  /** Folders that modules may read. */
  readonly folders: readonly string[];
  readonly aliases: Job["aliases"];
}

/** Packages that are stubbed even if they are installed, because docgen does their work itself. */
const STUBBED =
  /^(?:@docusaurus|@theme|@theme-original|@generated|@mdx-js|react|react-dom|prism-react-renderer|docusaurus-|remark-|rehype-|@easyops-cn|@getcanary|clsx)/;

/** Bundles a module of the site. @returns its code with the imports of modules that are not there, or its fault */
export async function bundleModule(
  tree: ModuleTree,
  path: string,
): Promise<{ readonly code: string; readonly missing: readonly string[] } | { readonly fault: string }> {
  const { build } = await loadEsbuild();
  const missing = new Set<string>();
  const options = { ...FOR_NODE, entryPoints: [path], absWorkingDir: dirname(path) };
  const bundle = async (format: "cjs" | "esm") =>
    (await build({ ...options, format, plugins: [stubs(tree, path, missing)] })).outputFiles[0]?.text ?? "";
  try {
    const code = await bundle("cjs").catch((error: unknown) => {
      // Only ES modules have it.
      if (!syntaxFaultOf(error).message.startsWith("Top-level await")) throw error;
      return bundle("esm").then(withoutExports);
    });
    return { code, missing: [...missing] };
  } catch (error) {
    const { line, message } = syntaxFaultOf(error);
    return { fault: `${message} (line ${line})` };
  }
}

/** A bundle as an ES module, with its exports as those of CommonJS: it has no imports. */
function withoutExports(code: string): string {
  const renamed = (names: string) => names.replace(/([\w$]+) as ([\w$]+)/g, "$2: $1");
  return code
    .replace(/\nexport default (.*)\n$/, "\nmodule.exports = $1\n")
    .replace(/\nexport \{([^}]*)\};\n$/, (_, names: string) => `\nmodule.exports = {${renamed(names)}};\n`);
}

/** Matches statements that only ES modules have. */
const ES_STATEMENT = /^(?:import|export)\b(?!\s*\()/m;

/**
 * Replaces packages by stubs; the site's own modules are bundled and keep their paths.
 *
 * @param missing to which imports of modules that aren't there are added
 */
function stubs({ root, folders, aliases }: ModuleTree, entry: string, missing: Set<string>): Plugin {
  const isReadable = (path: string) => folders.some((folder) => isFileInside(path, folder));
  return {
    name: "docusaurus-stubs",
    setup(api) {
      api.onResolve({ filter: /.*/ }, ({ path, importer, namespace, resolveDir, kind }) => {
        if (kind === "entry-point") return { path };
        const local = localPath(path, root, resolveDir, aliases);
        const file = local === undefined ? undefined : moduleFile(local);
        // The code that runs is one file, in another folder.
        if (kind === "require-resolve") return { path: file ?? path, external: true };
        const contents = `module.exports = ${isBuiltin(path) ? "require" : "docgenStub"}(${JSON.stringify(path)});`;
        const stub = { path: unnamed(path), namespace: "stub", pluginData: contents };
        // A function can require it, but has no `import` statements.
        if (isBuiltin(path)) return kind === "require-call" ? { path, external: true } : stub;
        const isThere = local === undefined ? installedPackage(path, resolveDir) !== undefined : file !== undefined;
        // Data has no functions, and no names to hand on; stubs know theirs.
        const hasNames =
          isThere && kind !== "dynamic-import" && !STUBBED.test(path) && file?.endsWith(".json") !== true;
        if (importer === entry && namespace === "file" && hasNames)
          return { path: unnamed(path), namespace: "named", pluginData: { path, resolveDir } };
        if (local !== undefined && file === undefined) missing.add(path);
        if (local !== undefined) return file !== undefined && isReadable(file) ? { path: file } : stub;
        return STUBBED.test(path) || !isThere ? stub : undefined;
      });
      // Remembers where functions come from, as bundled ones have other names.
      api.onLoad({ filter: /.*/, namespace: "named" }, ({ pluginData: { path, resolveDir } }) => {
        const name = JSON.stringify(path);
        const contents = isModule(entry)
          ? `import * as all from ${name};\ndocgenNamed(all, ${name});\nexport * from ${name};\nexport default all.default;`
          : `module.exports = docgenNamed(require(${name}), ${name});`;
        return { contents, resolveDir, loader: "js" };
      });
      api.onLoad({ filter: /.*/, namespace: "stub" }, ({ pluginData: contents }) => ({ contents, loader: "js" }));
      api.onLoad({ filter: /.*/, namespace: "file" }, async ({ path }) => {
        // The manifest of a package may name any file.
        if (!isReadable(path)) return { errors: [{ text: `${path} ${OUTSIDE}` }] };
        if (!CODE.test(path)) return { contents: `module.exports = ${JSON.stringify(path)};`, loader: "js" };
        const text = readFileText(path);
        if (path.endsWith(".json")) return { contents: text, loader: "json" };
        const code = text
          .replace(/^#!.*/, "")
          .replaceAll("import.meta.url", JSON.stringify(`file://${path}`))
          .replaceAll("import.meta.dirname", "__dirname")
          .replaceAll("import.meta.filename", "__filename");
        const needsNames =
          /\b__(?:dirname|filename)\b/.test(code) && !/(?:const|let|var)\s+__(?:dirname|filename)/.test(code);
        const names = `var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`;
        const loader: Loader = /\.[cm]?ts$/.test(path) ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx";
        const contents = needsNames ? names + code : code;
        // In a bundle, `module` of an ES module is the entry's.
        if (path === entry || !/\bmodule\.exports\b/.test(code) || !ES_STATEMENT.test(code))
          return { contents, loader };
        const { transform } = await loadEsbuild();
        const transformed = await transform(contents, { loader, format: "cjs", jsx: "preserve" });
        return { contents: transformed.code, loader: "jsx" };
      });
    },
  };
}

/** A path that doesn't end with `.mjs`: esbuild would take what stands for the module for an ES module. */
function unnamed(path: string): string {
  return `${path}?`;
}

/** Whether Node reads a file as an ES module: its default imports of CommonJS are whole modules. */
function isModule(path: string): boolean {
  if (/\.m[jt]s$/.test(path)) return true;
  const manifest = foldersUp(dirname(path))
    .map((folder) => join(folder, "package.json"))
    .find((file) => existsSync(file));
  return manifest !== undefined && /"type":\s*"module"/.test(readFileText(manifest));
}
