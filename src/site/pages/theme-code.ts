import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { TEMPLATES } from "../../shared/constants.ts";
import { loadEsbuild, regularModules } from "../../shared/esbuild.ts";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../outputs/tool.ts";
import { bundleProblems } from "./bundle-problems.ts";

const THEME = join(TOOL_ROOT, "src/theme");
const REPLACED = "docgen-replaced";
const ORIGINAL = /^docgen\/theme\/original\/(\w+)$/;

/** Puts a site's components into the places of the theme's; these stay to be had under `docgen/theme/original/`. */
export function replaceComponents(root: string, names: readonly string[]): Plugin {
  return {
    name: REPLACED,
    setup(api) {
      if (names.length === 0) return;
      api.onResolve({ filter: new RegExp(`/(?:${names.join("|")})\\.tsx$`) }, ({ path, namespace, resolveDir }) => {
        const file = join(resolveDir, path);
        if (namespace === REPLACED || dirname(file) !== THEME) return undefined;
        return { path: file.slice(THEME.length + 1, -".tsx".length), namespace: REPLACED };
      });
      api.onLoad({ filter: /.*/, namespace: REPLACED }, ({ path: name }) => ({
        contents: [
          `export * from "docgen/theme/original/${name}";`,
          `export { default as ${name} } from ${JSON.stringify(join(root, TEMPLATES, `${name}.tsx`))};`,
        ].join("\n"),
        loader: "js",
        resolveDir: TOOL_ROOT,
      }));
      api.onResolve({ filter: ORIGINAL }, ({ path }) => ({ path: join(THEME, `${ORIGINAL.exec(path)?.[1]}.tsx`) }));
      api.onResolve({ filter: /^docgen\/theme$/ }, () => ({ path: join(THEME, "public.ts") }));
      // A second React, where the site has one, would have its own hooks.
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path, kind, pluginData }) => {
        if (pluginData === RESOLVING) return undefined;
        return api.resolve(path, { resolveDir: TOOL_ROOT, kind, pluginData: RESOLVING });
      });
    },
  };
}

/** Marks a look-up that a plugin made itself. */
const RESOLVING = "resolving";

/** The theme with a site's components, for the thread that renders pages with it. */
export interface ThemeCode {
  /** Its module; empty: docgen's own theme. */
  readonly code: string;
  /** Absolute paths of what it is made of. */
  readonly files: readonly string[];
}

/**
 * Bundles what renders pages, with a site's components.
 *
 * @param themeUrl the compiled theme: pages written in React share its context
 */
export async function bundleTheme(
  root: string,
  names: readonly string[],
  themeUrl: string,
): Promise<ThemeCode | { readonly problems: readonly Problem[] }> {
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      entryPoints: ["src/render/app.tsx"],
      absWorkingDir: TOOL_ROOT,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      jsx: "automatic",
      write: false,
      metafile: true,
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      tsconfigRaw: "{}",
      plugins: [sharedModules(themeUrl), replaceComponents(root, names), regularModules],
    });
    const files = Object.keys(result.metafile.inputs).filter((input) => !input.includes(":"));
    return { code: result.outputFiles[0]?.text ?? "", files: files.map((input) => join(TOOL_ROOT, input)) };
  } catch (error) {
    return { problems: themeProblems(error, root) };
  }
}

/** What is wrong with a site's components. @throws what is no fault of theirs */
export function themeProblems(error: unknown, root: string): readonly Problem[] {
  const problems = bundleProblems(error, root);
  if (problems.length === 0) throw error;
  return problems.map((problem) => {
    const name = new RegExp(`${REPLACED}:(\\w+)$`).exec(problem.path)?.[1];
    if (name === undefined) return problem;
    const place = { ...problem, path: `${TEMPLATES}/${name}.tsx`, line: 1, column: 1 };
    return { ...place, message: "has no default export", hint: "export the component as default" };
  });
}

/** React and the context of the theme: a second copy would not know of the first. */
function sharedModules(themeUrl: string): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-shared",
    setup(api) {
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) => {
        return { path: pathToFileURL(require.resolve(path)).href, external: true };
      });
      api.onResolve({ filter: /\/site-context\.ts$/ }, () => {
        return { path: new URL("./site-context.js", themeUrl).href, external: true };
      });
    },
  };
}
