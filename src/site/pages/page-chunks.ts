import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, sep } from "node:path";
import type { Metafile, OutputFile, Plugin } from "esbuild";
import type { SourcePage } from "../../content/content-types.ts";
import { ISLAND, ISLAND_CONTENT } from "../../shared/constants.ts";
import { digestJson } from "../../shared/digest.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { loadEsbuild, lookUp } from "../../shared/esbuild.ts";
import { positionAt } from "../../shared/line-at.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { nameOf } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import * as theme from "../../theme/public.ts";
import { browserFiles, entryOutput, PRODUCTION } from "../outputs/assets.ts";
import { storeFiles } from "../outputs/prebuilt.ts";
import { bundleProblems, SITE } from "./bundle-problems.ts";

/** Modules taken from the client: contexts and hooks work only within one copy. */
const SHARED = /^(?:react(?:\/jsx-runtime)?|react-dom(?:\/client)?|docgen\/theme)$/;
const NODE = "docgen-node";
const SHARED_NAMESPACE = "docgen-shared";

/** Name of a page's chunk without extension, unique among pages and the client's files. */
function chunkName({ path }: Pick<SourcePage, "path">): string {
  return `page-${digestJson(path).slice(0, 8)}`;
}

/** Source paths of the entries. */
export interface ChunkSources {
  readonly pages: readonly string[];
  /** Components used in Markdown pages. */
  readonly islands: readonly string[];
}

/**
 * Bundles React pages, and components that run in the browser, with their own imports. React and the theme are imported
 * from the client.
 *
 * @param shell output file of the client's script with React and the theme
 */
export async function chunkPages(root: string, { pages, islands }: ChunkSources, shell: string) {
  const { build } = await loadEsbuild();
  const entries = [
    ...pages.map((path) => ({ path, entry: `${PAGE}:${path}` })),
    ...islands.map((path) => ({ path, entry: `${ISLAND}:${path}` })),
  ];
  try {
    const result = await build({
      ...PRODUCTION,
      loader: { ".js": "jsx" },
      define: { ...PRODUCTION.define, process: LEFT_PROCESS },
      entryPoints: entries.map(({ path, entry }) => ({ in: entry, out: chunkName({ path }) })),
      splitting: true,
      plugins: [
        virtual(PAGE, pageScript),
        virtual(ISLAND, islandScript),
        nodeModules,
        siteModules(root),
        sharedModules(shell),
      ],
    });
    const { inputs, outputs } = result.metafile;
    const problems = [...nodeProblems(result.metafile, root), ...processProblems(result, root)];
    if (problems.length > 0) return { problems };
    return {
      files: storeFiles(browserFiles(result)),
      /** Output file of each page, by source path. */
      byPath: entries.map(({ path, entry }) => [path, entryOutput(outputs, entry)] as const),
      /** Absolute paths of the site's files in them. */
      inputs: siteFiles(inputs, root),
    };
  } catch (error) {
    const problems = bundleProblems(error, root);
    if (problems.length === 0) throw error;
    // A missing default export is reported when the module is loaded on the server.
    return { problems: problems.filter(({ path }) => !path.includes(`${PAGE}:`) && !path.includes(`${ISLAND}:`)) };
  }
}

/** Problems for Node modules used in the browser, at their imports. */
function nodeProblems({ inputs, outputs }: Metafile, root: string): Problem[] {
  const used = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const names = used.flatMap(([name, { bytesInOutput }]) => {
    return name.startsWith(`${NODE}:`) && bytesInOutput > 0 ? [name] : [];
  });
  return [...new Set(names)].flatMap((name) => {
    const importers = Object.entries(inputs).filter(([, input]) => input.imports.some(({ path }) => path === name));
    return importers.map(([importer]) => {
      const path = importer.replace(/^[\w-]+:/, "");
      const used = name.slice(NODE.length + 1);
      const text = sourceOf(root, path);
      const bare = used.replace(/^node:/, "");
      return nodeProblem(path, used, text, text.search(new RegExp(`["'](?:node:)?${bare}["']`)));
    });
  });
}

/** Replacement for Node's `process` in bundled scripts, to tell its uses from the word in texts. */
const LEFT_PROCESS = "globalThis.process";
const PROCESS = /\bprocess(?!\.env\.NODE_ENV\b)(?:\.\w+)+/g;

/** Problems for uses of Node's `process` that remain in browser scripts, at each use in the site's modules. */
function processProblems(
  { metafile, outputFiles }: { readonly metafile: Metafile; readonly outputFiles: readonly OutputFile[] },
  root: string,
): Problem[] {
  return Object.entries(metafile.outputs).flatMap(([output, { inputs }]) => {
    const script = outputFiles.find(({ path }) => nameOf(slashedPath(TOOL_ROOT, path)) === nameOf(output))?.text ?? "";
    return Object.keys(inputs).flatMap((input) => {
      if (!input.startsWith(`${SITE}:`)) return [];
      const path = input.slice(SITE.length + 1);
      const text = sourceOf(root, path);
      if (/\btypeof process\b/.test(text)) return [];
      const named = new Set(Array.from(text.matchAll(PROCESS), ([used]) => used));
      const left = [...named].filter((used) => script.includes(used.replace("process", LEFT_PROCESS)));
      return left.map((used) => nodeProblem(path, used, text, text.indexOf(used)));
    });
  });
}

function nodeProblem(path: string, used: string, text: string, offset: number): Problem {
  return problemOf({
    ...positionAt(text, Math.max(0, offset)),
    path,
    code: "page",
    message: `uses ${used} in the browser`,
    hint: "use it only in the page's load(), and return the data that the component needs",
  });
}

function sourceOf(root: string, path: string): string {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function siteFiles(inputs: Metafile["inputs"], root: string): string[] {
  return Object.keys(inputs).flatMap((input) => {
    if (input.startsWith(`${SITE}:`)) return [join(root, input.slice(SITE.length + 1))];
    return /^(src|node_modules)\/|^[\w-]+:/.test(input) ? [] : [join(TOOL_ROOT, input)];
  });
}

/** Script of an island: hydrates its element with the props from an attribute. */
const islandScript = (path: string) => `
  import Component from ${JSON.stringify(`${SITE}:${path}`)};
  import { createElement } from "react";
  import { hydrateRoot } from "react-dom/client";
  export function mount(island) {
    const content = island.querySelector("${ISLAND_CONTENT}");
    const html = content && { dangerouslySetInnerHTML: { __html: content.innerHTML } };
    const children = html ? [createElement("${ISLAND_CONTENT}", html)] : [];
    const element = createElement(Component, JSON.parse(island.getAttribute("props")), ...children);
    return hydrateRoot(island, element, { identifierPrefix: island.getAttribute("prefix") });
  }`;

const PAGE = "docgen-page";
/** Script of a page: only its component, without its `load` and what only `load` imports. */
const pageScript = (path: string) => `export { default } from ${JSON.stringify(`${SITE}:${path}`)};`;

/** Plugin for virtual modules whose code is generated from the path in their name. */
function virtual(name: string, script: (path: string) => string): Plugin {
  return {
    name,
    setup(api) {
      const filter = new RegExp(`^${name}:`);
      api.onResolve({ filter }, ({ path }) => ({ path: path.slice(name.length + 1), namespace: name }));
      api.onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({ contents: script(path), loader: "js" }));
    },
  };
}

/** Replaces Node modules by empty ones without side effects, so that unused imports are dropped from the script. */
const nodeModules: Plugin = {
  name: NODE,
  setup(api) {
    api.onResolve({ filter: /^[a-z:_/]+$/ }, async (args) => {
      if (!isBuiltin(args.path)) return undefined;
      // A package may have the same name: `buffer`, `events`.
      if (!args.path.startsWith("node:")) {
        const found = await lookUp(api, args);
        if (found === undefined || found.errors.length === 0) return undefined;
      }
      return { path: args.path, namespace: NODE, sideEffects: false };
    });
    api.onLoad({ filter: /.*/, namespace: NODE }, () => ({ contents: "module.exports = {};", loader: "js" }));
  },
};

/** Names the site's modules by their path inside the root, so that no name depends on the root's location. */
function siteModules(root: string): Plugin {
  const content = join(root, "content") + sep;
  const own = (absolute: string) => ({ path: slashedPath(root, absolute), namespace: SITE });
  return {
    name: "docgen-site",
    setup(api) {
      api.onResolve({ filter: /^site:/ }, ({ path }) => own(join(root, path.slice(SITE.length + 1))));
      api.onResolve({ filter: /.*/, namespace: SITE }, async (args) => {
        const result = SHARED.test(args.path) ? undefined : await lookUp(api, args);
        if (result === undefined) return undefined;
        return result.errors.length === 0 && result.path.startsWith(content) ? own(result.path) : result;
      });
      api.onLoad({ filter: /.*/, namespace: SITE }, async ({ path }) => {
        const absolute = join(root, path);
        return { contents: await readFile(absolute), loader: "default", resolveDir: dirname(absolute) };
      });
    },
  };
}

/**
 * Resolves React and the theme to the client's script. They have no side effects, so that unused imports are dropped.
 */
function sharedModules(shell: string): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-shared",
    setup(api) {
      api.onResolve({ filter: SHARED }, ({ path }) => ({ path, namespace: SHARED_NAMESPACE, sideEffects: false }));
      api.onResolve({ filter: /.*/, namespace: SHARED_NAMESPACE }, () => ({
        path: `./${nameOf(shell)}`,
        external: true,
      }));
      api.onLoad({ filter: /.*/, namespace: SHARED_NAMESPACE }, ({ path }) => {
        const names = Object.keys(path === "docgen/theme" ? theme : (require(path) as object));
        return { contents: sharedModule(path, names), loader: "js" };
      });
      // Other modules of React are bundled, in docgen's version.
      api.onResolve({ filter: /^react(-dom)?\// }, (args) => lookUp(api, args, TOOL_ROOT));
    },
  };
}

function sharedModule(path: string, names: readonly string[]): string {
  const take = (name: string) => `/* @__PURE__ */ take(${JSON.stringify(name)})`;
  return [
    'import { shared } from "shell";',
    `const take = (name) => shared[${JSON.stringify(path)}][name];`,
    ...names.map((name) => `export const ${name} = ${take(name)};`),
    `export default ${take("default")};`,
  ].join("\n");
}
