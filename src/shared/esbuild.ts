import { closeSync } from "node:fs";
import { join, posix } from "node:path";
import type { BuildFailure, Loader, Metafile, OnResolveArgs, Plugin, PluginBuild, ResolveResult } from "esbuild";
import { Failure } from "./failure.ts";
import { once } from "./once.ts";
import type { SyntaxFault } from "./problem.ts";
import { openRegular } from "./regular-file.ts";
import type { CodeInputs } from "./user-code/code-inputs.ts";

/**
 * Loads esbuild on first use. Its child process is stopped when this one exits: if it lost its parent in the middle of
 * a bundle, it would print a long report about itself.
 */
export const loadEsbuild = once(async () => {
  const { default: esbuild } = await import("esbuild");
  process.once("exit", () => void esbuild.stop());
  return esbuild;
});

/** The first syntax error of code, which is not run; undefined if there is none. */
export async function syntaxFaultIn(code: string, loader: Loader): Promise<SyntaxFault | undefined> {
  const { transform } = await loadEsbuild();
  const options = { loader, target: "esnext", jsx: "preserve", logLevel: "silent" } as const;
  return transform(code, options).then(() => undefined, syntaxFaultOf);
}

/** The first message of a failed build or transformation. @throws any other error */
export function syntaxFaultOf(error: unknown): SyntaxFault {
  const [first] = (error as Partial<BuildFailure>).errors ?? [];
  if (first === undefined) throw error;
  const { line = 1, column = 0 } = first.location ?? {};
  return { line, column: column + 1, message: first.text };
}

/** A module bundled for Node. */
export interface NodeCode {
  readonly code: string;
  /** What the code reads when it runs. */
  readonly reads: CodeInputs;
  /** Paths of the style sheets that it imports from packages, relative to the folder. */
  readonly sheets: readonly string[];
}

export interface NodeBundle extends NodeCode {
  /** Absolute paths of the source files in the bundle. */
  readonly inputs: readonly string[];
  /** Files that import each other, such as `a.ts > b.ts > a.ts`; empty if there are none. */
  readonly circle: string;
}

/** Options of bundles for Node. */
export const FOR_NODE = {
  bundle: true,
  platform: "node",
  target: "node20",
  jsx: "automatic",
  // Pages written for Docusaurus have JSX in `.js` files.
  loader: { ".js": "jsx" },
  write: false,
  logLevel: "silent",
  // esbuild doesn't list the site's own tsconfig among the inputs, so an edit of it would be missed.
  tsconfigRaw: "{}",
} as const;

/** Bundles a module for Node. @param folder absolute; all other paths are relative to it @throws BuildFailure */
export async function bundleForNode(folder: string, entry: string, plugins: readonly Plugin[]): Promise<NodeBundle> {
  const { build } = await loadEsbuild();
  const { inputsOfCode, VISIBLE_GLOBALS } = await import("./user-code/code-inputs.ts");
  const result = await build({
    ...FOR_NODE,
    entryPoints: [entry],
    absWorkingDir: folder,
    format: "esm",
    define: VISIBLE_GLOBALS,
    metafile: true,
    sourcemap: "inline",
    sourcesContent: false,
    plugins: [...plugins, packageSheets, regularModules],
  });
  const code = result.outputFiles[0]?.text ?? "";
  const sheets = filesIn(result.metafile).filter(isPackageSheet);
  const circle = circleFrom(posix.normalize(entry), result.metafile, []).join(" > ");
  return { code, sheets, circle, inputs: filesIn(result.metafile, folder), reads: inputsOfCode(code) };
}

/** The first circle of imports in the site's own files. @param above the files that lead to this one */
function circleFrom(file: string, { inputs }: Metafile, above: readonly string[], seen = new Set<string>()): string[] {
  const path = [...above, file];
  if (above.includes(file)) return path.slice(above.indexOf(file));
  if (seen.has(file) || file.includes("node_modules/")) return [];
  seen.add(file);
  for (const { path: next, kind } of inputs[file]?.imports ?? []) {
    const circle = kind === "import-statement" ? circleFrom(next, { inputs, outputs: {} }, path, seen) : [];
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Whether a file is a style sheet of a package. Those of its CSS modules have other class names in each bundle. */
function isPackageSheet(path: string): boolean {
  return /(?:^|[\\/])node_modules[\\/].*\.css$/.test(path) && !path.endsWith(".module.css");
}

/** Leaves style sheets of packages out of scripts that import them: they belong to the site's style sheet. */
export const packageSheets: Plugin = {
  name: "docgen-package-sheets",
  setup(api) {
    api.onLoad({ filter: /\.css$/, namespace: "file" }, ({ path }) =>
      isPackageSheet(path) ? { contents: "", loader: "empty" } : undefined,
    );
  },
};

/** Paths of the source files in a bundle, absolute if esbuild's working folder is given. */
export function filesIn({ inputs }: Pick<Metafile, "inputs">, folder = ""): string[] {
  // Modules made by plugins have a namespace in front, e.g. `name:path`.
  const files = Object.keys(inputs).filter((input) => !/^[\w-]+:/.test(input));
  return folder === "" ? files : files.map((path) => join(folder, path));
}

/** `pluginData` that marks a look-up by a plugin. */
const LOOK_UP = "look-up";

/**
 * Resolves a module as if the calling plugin weren't there.
 *
 * @param from folder to resolve from
 * @returns undefined for the nested look-up, which the plugin leaves to the others
 */
export function lookUp(
  api: PluginBuild,
  { path, kind, pluginData, resolveDir }: OnResolveArgs,
  from: string = resolveDir,
): Promise<ResolveResult> | undefined {
  return pluginData === LOOK_UP ? undefined : api.resolve(path, { resolveDir: from, kind, pluginData: LOOK_UP });
}

/** Rejects modules that are pipes or devices: esbuild would wait for their end. */
const regularModules: Plugin = {
  name: "docgen-regular-modules",
  setup(api) {
    api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
      try {
        closeSync(openRegular(path));
      } catch (error) {
        if (error instanceof Failure) return { errors: [{ text: error.message }] };
      }
      return undefined;
    });
  },
};
