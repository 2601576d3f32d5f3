import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { deserialize } from "node:v8";
import type { Metafile, OutputFile, Plugin } from "esbuild";
import { LANGUAGE_NAMES } from "../../search/load-language.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { filesIn, loadEsbuild } from "../../shared/esbuild.ts";
import { nameOf } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { FrameParts } from "./live-frame.ts";

const STYLESHEET_ENTRY = "src/theme/styles/index.css";
const SCRIPT_ENTRY = "src/client/boot.ts";

/** Contains React and the theme, also for React pages. */
const SHELL_ENTRY = "src/client/hydrate.tsx";
/** Entries that the first script imports on demand and that share modules: React, the editor, the reader's file. */
const LATER_ENTRIES = [SHELL_ENTRY, "src/client/live/sample.ts", "src/client/live/reader-input.ts"];
/** Entries small enough for one file, and so one request, each. */
const SMALL_ENTRIES = [
  "src/client/enhance/drawer.ts",
  "src/client/enhance/feedback.ts",
  "src/client/enhance/filter-table.ts",
  "src/client/enhance/islands.ts",
  "src/client/enhance/diagrams.ts",
  "src/client/enhance/similar-pages.ts",
  "src/client/enhance/zoom.ts",
  "src/client/offline/register.ts",
  "src/client/router/navigate.ts",
  "src/client/search/highlight.ts",
];
const SEARCH_WORKER_ENTRY = "src/client/search/search-worker.ts";
/** Stemmers and stop words, by the names of their files, such as `stemmers-german`. */
const LANGUAGE_ENTRIES = Object.fromEntries(
  ["stemmers", "stopwords"].flatMap((kind) =>
    LANGUAGE_NAMES.map((name) => [`${kind}-${name}`, `@orama/${kind}/${name}`]),
  ),
);
/** Options of all bundles for browsers. */
export const COMMON = {
  absWorkingDir: TOOL_ROOT,
  outdir: "assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxDev: false,
  legalComments: "none",
  charset: "utf8",
  write: false,
  metafile: true,
  logLevel: "silent",
  // A tsconfig.json of the site would be an input that esbuild does not report.
  tsconfigRaw: "{}",
} as const;

/** Options of bundles of pages' scripts and style sheets. */
export const PRODUCTION = {
  ...COMMON,
  minify: true,
  define: { "process.env.NODE_ENV": '"production"' },
} as const;

/**
 * Bundles the client and the style sheet. File names contain content hashes.
 *
 * @param plugin resolves components that the site replaces
 * @param variables environment variables that they read, for the browser; undefined: none are read
 * @returns the bundle, and the absolute paths of the sources of the script with React and the theme
 */
export async function bundleClient(
  plugin?: Plugin,
  variables?: Readonly<Record<string, string | undefined>>,
): Promise<Bundle & { readonly inputs: readonly string[] }> {
  const { build } = await loadEsbuild();
  const languages = await build({ ...PRODUCTION, entryPoints: LANGUAGE_ENTRIES });
  const languageFiles = Object.keys(languages.metafile.outputs);
  const worker = await build({
    ...PRODUCTION,
    entryPoints: [SEARCH_WORKER_ENTRY],
    // elasticlunr assigns to this variable without declaring it, which is an error in a module.
    banner: { js: "var lunr;" },
    define: { ...PRODUCTION.define, LANGUAGE_FILES: JSON.stringify(languageAddresses(languageFiles)) },
  });
  const workerFile = nameOf(entryOutput(worker.metafile.outputs, SEARCH_WORKER_ENTRY));
  const [later, small] = await Promise.all([
    build({
      ...PRODUCTION,
      define: {
        ...(variables === undefined ? {} : { "process.env": JSON.stringify(variables) }),
        ...PRODUCTION.define,
        SEARCH_WORKER_FILE: JSON.stringify(workerFile),
      },
      entryPoints: [STYLESHEET_ENTRY, ...LATER_ENTRIES],
      splitting: true,
      plugins: plugin === undefined ? [styleTexts] : [styleTexts, plugin],
    }),
    build({ ...PRODUCTION, entryPoints: SMALL_ENTRIES, plugins: [styleTexts] }),
  ]);
  const outputs = { ...later.metafile.outputs, ...small.metafile.outputs };
  const boot = await build({ ...PRODUCTION, entryPoints: [SCRIPT_ENTRY], plugins: [laterEntries(outputs)] });
  return {
    files: [later, small, worker, languages, boot].flatMap(browserFiles),
    stylesheet: entryOutput(outputs, STYLESHEET_ENTRY),
    script: entryOutput(boot.metafile.outputs, SCRIPT_ENTRY),
    shell: entryOutput(outputs, SHELL_ENTRY),
    languages: Object.fromEntries(languageFiles.map((file) => [file, nameOf(file).split("-")[1] ?? ""])),
    inputs: filesIn(later.metafile, TOOL_ROOT),
  };
}

/** Gives a script the minified text of a style sheet that it imports, so that only pages with the script have it. */
export const styleTexts: Plugin = {
  name: "docgen-style-texts",
  setup(api) {
    api.onResolve({ filter: /\.css$/ }, ({ kind, path, resolveDir }) =>
      // An absolute path would get into the hashes of the scripts' names.
      kind === "import-statement"
        ? { path: slashedPath(TOOL_ROOT, join(resolveDir, path)), namespace: "style-text" }
        : undefined,
    );
    api.onLoad({ filter: /.*/, namespace: "style-text" }, async ({ path }) => {
      const { transform } = await loadEsbuild();
      const options = { loader: "css", minify: true, target: COMMON.target } as const;
      const { code } = await transform(await readFile(join(TOOL_ROOT, path), "utf8"), options);
      return { contents: code.trim(), loader: "text" };
    });
  },
};

/** The files of an esbuild result, by path in the output folder. */
export function browserFiles({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): BrowserFiles {
  return outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents]);
}

/** Output file of an entry. */
export function entryOutput(outputs: Metafile["outputs"], entry: string): string {
  const match = Object.entries(outputs).find(([, output]) => output.entryPoint === entry);
  if (match === undefined) throw new Error(`esbuild made no output for ${entry}`);
  return match[0];
}

/** Resolves imports of later entries in the first script to the names of their bundled files. */
function laterEntries(outputs: Metafile["outputs"]): Plugin {
  return {
    name: "docgen-later",
    setup(api) {
      api.onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const entry = slashedPath(TOOL_ROOT, join(resolveDir, path));
        return { path: `./${nameOf(entryOutput(outputs, entry))}`, external: true };
      });
    },
  };
}

/** The addresses of bundled modules of languages, such as `stemmers/german`, for the search worker beside them. */
function languageAddresses(files: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map((file) => [nameOf(file).split("-", 2).join("/"), `./${nameOf(file)}`]));
}

/** Files that the browser loads. */
export type BrowserFiles = readonly (readonly [file: string, data: Uint8Array])[];

/** The compiled client; the same for every site. */
export interface Bundle {
  readonly files: BrowserFiles;
  readonly stylesheet: string;
  readonly script: string;
  /** Output file of the script that holds React and the theme. */
  readonly shell: string;
  /** Files of the search for one language each, see `languageName`. Only sites in that language need them. */
  readonly languages: Readonly<Record<string, string>>;
}

/** Files as JSON: bytes as base64. */
export type StoredFiles = readonly (readonly [file: string, data: string])[];

/** A bundle as JSON. */
export interface StoredBundle extends Omit<Bundle, "files"> {
  readonly files: StoredFiles;
}

/** Encodes files for JSON. */
export function storeFiles(files: BrowserFiles): StoredFiles {
  return files.map(([file, data]) => [file, Buffer.from(data).toString("base64")]);
}

/** Decodes what `storeFiles` returned. */
export function loadFiles(files: StoredFiles): BrowserFiles {
  return files.map(([file, data]) => [file, Buffer.from(data, "base64")]);
}

/** The compiled client, and the frame of live samples. Without replaced components the same for every site. */
export interface ClientParts {
  readonly bundle: Bundle;
  readonly frame: FrameParts;
}

/** Where `npm run compile` stores it. */
export const CLIENT_FILE = join(TOOL_ROOT, "dist/client.bin");

/** Reads the compiled client. @throws Error if `npm run compile` has not written it */
export function loadPrebuilt(): ClientParts {
  return deserialize(readFileSync(CLIENT_FILE)) as ClientParts;
}

/** The script that pages load only in serve. */
export const DEV_SCRIPT_FILE = join(TOOL_ROOT, "dist/dev-script.js");
