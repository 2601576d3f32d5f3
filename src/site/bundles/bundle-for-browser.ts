import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, join } from "node:path";
import type { Metafile, OutputFile, PartialMessage, Plugin } from "esbuild";
import { ISLAND, ISLAND_CONTENT } from "../../shared/constants.ts";
import { digestJson } from "../../shared/digest.ts";
import { filesIn, loadEsbuild, lookUp, packageSheets } from "../../shared/esbuild.ts";
import { positionAt } from "../../shared/line-at.ts";
import { nameOf } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import * as theme from "../../theme/public.ts";
import { browserFiles, entryOutput, PRODUCTION, type StoredFiles, storeFiles } from "./bundle-client.ts";

/** Paths of the modules that get a script of their own. */
export interface ScriptEntries {
  readonly pages: readonly string[];
  /** Components used in Markdown pages. */
  readonly islands: readonly string[];
}

/** Scripts of React pages and of components that run in the browser. */
export interface PageScripts {
  readonly files: StoredFiles;
  /** Output file of each module, by path. */
  readonly byPath: Readonly<Record<string, string>>;
}

/**
 * Bundles React pages, and components that run in the browser, with their own imports. React and the theme are imported
 * from the client.
 *
 * @param shell output file of the client's script with React and the theme
 * @returns the scripts, with the absolute paths of their sources
 * @throws BuildFailure with esbuild's messages
 */
export async function bundleForBrowser(
  root: string,
  { pages, islands }: ScriptEntries,
  shell: string,
): Promise<PageScripts & { readonly inputs: readonly string[] }> {
  const { build } = await loadEsbuild();
  const entries = [...pages.map((path) => [PAGE, path] as const), ...islands.map((path) => [ISLAND, path] as const)];
  const result = await build({
    ...PRODUCTION,
    // Names of scripts depend on paths relative to this folder, but not on its location.
    absWorkingDir: root,
    loader: { ".js": "jsx" },
    define: { ...PRODUCTION.define, process: LEFT_PROCESS },
    entryPoints: entries.map(([kind, path]) => ({
      in: `${kind}:${path}`,
      out: `page-${digestJson(path).slice(0, 8)}`,
    })),
    splitting: true,
    plugins: [
      entryScripts(root, PAGE, pageScript),
      entryScripts(root, ISLAND, islandScript),
      nodeModules(root),
      sharedModules(shell),
      packageSheets,
    ],
  });
  const { outputs } = result.metafile;
  return {
    files: storeFiles(browserFiles(result)),
    byPath: Object.fromEntries(entries.map(([kind, path]) => [path, entryOutput(outputs, `${kind}:${path}`)])),
    inputs: filesIn(result.metafile, root),
  };
}

const PAGE = "docgen-page";
/** Name by which generated code imports the client's script with React and the theme. */
const SHELL = "shell";
/** Script of a page: only its component. A missing default export is reported when Node loads the module. */
const pageScript = (module: string) => `import * as page from ${module}; export default page.default;`;

/** Script of an island: hydrates its element with the props and the language that the server gave it. */
const islandScript = (module: string) => `
  import * as island from ${module};
  import { createElement } from "react";
  import { hydrateRoot } from "react-dom/client";
  import { basePath, LanguageContext } from "${SHELL}";
  export function mount(element) {
    const data = (name) => JSON.parse(element.getAttribute(name));
    const content = element.querySelector("${ISLAND_CONTENT}");
    const html = content && { dangerouslySetInnerHTML: { __html: content.innerHTML } };
    const children = html ? [createElement("${ISLAND_CONTENT}", html)] : [];
    const component = createElement(island.default, data("props"), ...children);
    const value = { ...data("language"), baseUrl: basePath() };
    const root = createElement(LanguageContext, { value }, component);
    return hydrateRoot(element, root, { identifierPrefix: element.getAttribute("prefix") });
  }`;

function entryScripts(root: string, kind: string, script: (module: string) => string): Plugin {
  return {
    name: kind,
    setup(api) {
      const filter = new RegExp(`^${kind}:`);
      api.onResolve({ filter }, ({ path }) => ({ path: path.slice(kind.length + 1), namespace: kind }));
      api.onLoad({ filter: /.*/, namespace: kind }, ({ path }) => {
        return { contents: script(JSON.stringify(`./${path}`)), resolveDir: root };
      });
    },
  };
}

const NODE = "docgen-node";

/** Replaces Node modules by empty ones, so that unused imports are dropped. Those that remain are errors. */
function nodeModules(root: string): Plugin {
  return {
    name: NODE,
    setup(api) {
      api.onResolve({ filter: /^[a-z:_/]+$/ }, async (args) => {
        if (!isBuiltin(args.path)) return undefined;
        // A package may have the same name: `buffer`, `events`.
        if (!args.path.startsWith("node:")) {
          const resolved = await lookUp(api, args);
          if (resolved === undefined || resolved.errors.length === 0) return undefined;
        }
        return { path: args.path, namespace: NODE, sideEffects: false };
      });
      api.onLoad({ filter: /.*/, namespace: NODE }, () => ({ contents: "module.exports = {};", loader: "js" }));
      api.onEnd(({ metafile, outputFiles }) => {
        return { errors: metafile === undefined ? [] : usesOfNode(root, metafile, outputFiles ?? []) };
      });
    },
  };
}

/** Replacement for Node's `process` in bundled scripts, to tell its uses from the word in texts. */
const LEFT_PROCESS = "globalThis.process";
const PROCESS = /\bprocess(?!\.env\.NODE_ENV\b)(?:\.\w+)+/g;

/** Errors for Node's modules and `process` in scripts, at their uses in the sources. */
function usesOfNode(root: string, { inputs, outputs }: Metafile, files: readonly OutputFile[]): PartialMessage[] {
  const scripts = new Map<string, string>();
  for (const [output, { inputs: parts }] of Object.entries(outputs)) {
    const text = files.find(({ path }) => basename(path) === basename(output))?.text ?? "";
    for (const [input, { bytesInOutput }] of Object.entries(parts)) if (bytesInOutput > 0) scripts.set(input, text);
  }
  return filesIn({ inputs }).flatMap((file) => {
    const imported = inputs[file]?.imports.filter(({ path }) => path.startsWith(`${NODE}:`) && scripts.has(path)) ?? [];
    const isPackage = file.includes("node_modules/");
    if (isPackage && imported.length === 0) return [];
    const source = readFileSync(join(root, file), "utf8");
    const uses = new Map<string, number>();
    for (const { path } of imported) {
      const name = path.slice(NODE.length + 1);
      uses.set(name, source.search(new RegExp(`["'](?:node:)?${name.replace(/^node:/, "")}["']`)));
    }
    for (const { 0: used, index } of isPackage || /\btypeof process\b/.test(source) ? [] : source.matchAll(PROCESS)) {
      const isLeft = scripts.get(file)?.includes(used.replace("process", LEFT_PROCESS)) === true;
      if (isLeft && !uses.has(used)) uses.set(used, index);
    }
    return [...uses].map(([used, offset]) => {
      const { line, column } = positionAt(source, Math.max(0, offset));
      return { text: `uses ${used} in the browser`, location: { file, line, column: column - 1 } };
    });
  });
}

/** Modules taken from the client: contexts and hooks work only within one copy. */
const SHARED = /^(?:react(?:\/jsx-runtime)?|react-dom(?:\/client)?|docgen\/theme)$/;
const SHARED_NAMESPACE = "docgen-shared";

/** Resolves React and the theme to the client's script, without side effects: unused imports are dropped. */
function sharedModules(shell: string): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: SHARED_NAMESPACE,
    setup(api) {
      api.onResolve({ filter: SHARED }, ({ path }) => ({ path, namespace: SHARED_NAMESPACE, sideEffects: false }));
      const client = { path: `./${nameOf(shell)}`, external: true };
      api.onResolve({ filter: new RegExp(`^${SHELL}$`) }, ({ namespace }) =>
        namespace === "file" ? undefined : client,
      );
      api.onLoad({ filter: /.*/, namespace: SHARED_NAMESPACE }, ({ path }) => {
        const names = Object.keys(path === "docgen/theme" ? theme : (require(path) as object));
        return { contents: sharedModule(path, names) };
      });
      // Other modules of React are bundled, in docgen's version.
      api.onResolve({ filter: /^react(-dom)?\// }, (args) => lookUp(api, args, TOOL_ROOT));
    },
  };
}

function sharedModule(path: string, names: readonly string[]): string {
  const take = (name: string) => `/* @__PURE__ */ take(${JSON.stringify(name)})`;
  return [
    `import { shared } from "${SHELL}";`,
    `const take = (name) => shared[${JSON.stringify(path)}][name];`,
    ...names.map((name) => `export const ${name} = ${take(name)};`),
    `export default ${take("default")};`,
  ].join("\n");
}
