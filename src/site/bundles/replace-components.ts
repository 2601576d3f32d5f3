import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { TEMPLATES } from "../../shared/constants.ts";
import { lookUp } from "../../shared/esbuild.ts";
import type { Problem } from "../../shared/problem.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { bundleProblems } from "./bundle-problems.ts";

const THEME = join(TOOL_ROOT, "src/theme");
const REPLACED = "docgen-replaced";
const ORIGINAL = /^docgen\/theme\/original\/(\w+)$/;

/** Replaces components of the theme by the site's; the originals can be imported from `docgen/theme/original/`. */
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
      // A React of the site would be a second copy with its own hooks.
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, (args) => lookUp(api, args, TOOL_ROOT));
    },
  };
}

/** Problems of a site's components; empty if they aren't the error's cause. */
export function themeProblems(error: unknown, root: string): readonly Problem[] {
  return bundleProblems(error, root, TOOL_ROOT).map((problem) => {
    const name = new RegExp(`${REPLACED}:(\\w+)$`).exec(problem.path)?.[1];
    if (name === undefined) return problem;
    const position = { ...problem, path: `${TEMPLATES}/${name}.tsx`, line: 1, column: 1 };
    return { ...position, message: "has no default export", hint: "export the component as default" };
  });
}
