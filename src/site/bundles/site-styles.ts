import { dirname, join, posix } from "node:path";
import type { BuildFailure, OnResolveArgs, OnResolveResult, Plugin, ResolveResult } from "esbuild";
import { CONFIG_FILE } from "../../config/config-file.ts";
import { withPlaces } from "../../config/load.ts";
import type { Task } from "../../engine/task.ts";
import { isInsideRoot, slashedPath } from "../../shared/disk-path.ts";
import { loadEsbuild, lookUp } from "../../shared/esbuild.ts";
import { Failure } from "../../shared/failure.ts";
import { hasErrors, type Problem } from "../../shared/problem.ts";
import { withBaseUrl } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import {
  browserFiles,
  type ClientParts,
  entryOutput,
  loadFiles,
  PRODUCTION,
  type StoredFiles,
  storeFiles,
} from "./bundle-client.ts";
import { messageProblems, SITE } from "./bundle-problems.ts";
import { CLIENT } from "./bundle-tasks.ts";

/** The bundled style sheet of theme and site, with the files it refers to. */
interface Styles {
  /** Output file; empty if the theme's own is used. */
  readonly stylesheet: string;
  readonly files: StoredFiles;
  readonly problems: readonly Problem[];
}

/** Input of `bundleStyles`. */
interface StyleInput {
  /** The theme's own style sheet. */
  readonly theme: string | Uint8Array;
  /** Paths of the style sheets of packages and of the site, relative to the root. */
  readonly paths: readonly string[];
  readonly baseUrl: string;
}

/** Namespace of virtual modules. */
const DOCGEN = "docgen";
const ENTRY = "docgen:styles";
/** Namespace of pictures and fonts in style sheets. */
const MEDIA = "media";

/**
 * Bundles the theme's style sheet and the site's into one, with the files that they refer to beside it.
 *
 * @param task records the files that are read
 * @returns the bundle, with its problems; without a style sheet if bundling fails
 */
async function bundleStyles(task: Task, root: string, input: StyleInput): Promise<Styles> {
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      ...PRODUCTION,
      // The theme's name, so that served pages can swap one for the other.
      entryPoints: [{ in: ENTRY, out: "index" }],
      preserveSymlinks: true,
      plugins: [siteStyles(task, root, input)],
    });
    const stylesheet = entryOutput(result.metafile.outputs, `${DOCGEN}:${ENTRY}`);
    // Problems in packages are not the site's.
    const said = result.warnings.filter(({ location }) => !location?.file.includes("node_modules/"));
    const problems = said.flatMap((message) => {
      const severity = message.id === "css-syntax-error" ? "error" : "warning";
      return messageProblems([message], root, "style", TOOL_ROOT).map((problem): Problem => ({ ...problem, severity }));
    });
    return { stylesheet, files: storeFiles(browserFiles(result)), problems };
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    if (errors.length === 0) throw error;
    return { stylesheet: "", files: [], problems: messageProblems(errors, root, "style", TOOL_ROOT) };
  }
}

/** Loads the site's files by their paths inside the root, so that no output depends on the root's location. */
function siteStyles(task: Task, root: string, { theme, paths, baseUrl }: StyleInput): Plugin {
  const texts: Readonly<Record<string, string | Uint8Array>> = {
    [ENTRY]: ["theme", ...paths.keys()].map((name) => `@import "docgen:${name}";`).join("\n"),
    "docgen:theme": theme,
  };
  return {
    name: "docgen-styles",
    setup(api) {
      api.onResolve({ filter: /^docgen:/ }, ({ path, namespace }) => {
        if (namespace === SITE) return undefined;
        const sheet = paths[Number(path.slice("docgen:".length))];
        return sheet === undefined ? { path, namespace: DOCGEN } : { path: sheet, namespace: SITE };
      });
      api.onResolve({ filter: /.*/, namespace: SITE }, async (args) => {
        if (/^(?:data:|#)/i.test(args.path)) return undefined;
        if (/^(?:[a-z][a-z+.-]*:|\/)/i.test(args.path)) return addressed(args, baseUrl);
        const resolved = await lookUp(api, args);
        return resolved === undefined ? undefined : fileOf(task, root, args, resolved);
      });
      api.onLoad({ filter: /.*/, namespace: DOCGEN }, ({ path }) => ({ contents: texts[path] ?? "", loader: "css" }));
      const read = (path: string) => task.file(path)?.bytes() ?? "";
      api.onLoad({ filter: /.*/, namespace: SITE }, ({ path }) => {
        return { contents: read(path), loader: "css", resolveDir: dirname(join(root, path)) };
      });
      api.onLoad({ filter: /.*/, namespace: MEDIA }, ({ path }) => ({ contents: read(path), loader: "file" }));
    },
  };
}

/** Resolves an address; those of other sites and of static files stay unchanged. */
function addressed({ path, kind }: OnResolveArgs, baseUrl: string): OnResolveResult {
  if (kind === "url-token") return { path: withBaseUrl(baseUrl, path), external: true };
  const text = `"${path}" can't be imported: pages load one style sheet; put the file next to this one and import "./…"`;
  return { errors: [{ text }] };
}

/** Resolves a file that a style sheet refers to, which must be inside the root or in a package. */
function fileOf(task: Task, root: string, { path, kind, resolveDir }: OnResolveArgs, resolved: ResolveResult) {
  const refuse = (why: string): OnResolveResult => ({ errors: [{ text: `"${path}" ${why}` }] });
  // Record the missing file, as it may be created.
  task.file(slashedPath(root, join(resolveDir, path.replace(/[?#].*$/, ""))));
  if (resolved.errors.length > 0) return refuse("does not exist; paths are relative to this file");
  const file = slashedPath(root, resolved.path);
  if (task.file(file) === undefined) return refuse("is not a file; replace it with a file");
  if (!file.includes("node_modules/") && !isInsideRoot(root, resolved.path)) {
    return refuse("is outside the site's root; move it next to this file");
  }
  return { path: file, namespace: kind === "url-token" ? MEDIA : SITE, suffix: resolved.suffix };
}

const THEME_ALONE: Styles = { stylesheet: "", files: [], problems: [] };

/** The client with the style sheets of the site, and with those that its code imports from packages, by locale. */
export function createClientTask({ define, root, tasks }: Setup): SiteTasks["client"] {
  const styles = define<Styles>(
    "styles",
    { keep: "disk", keepsLastGood: true, faults: ({ problems }) => problems },
    // The key consists of the style sheets of packages, which the site's own may override.
    async (task, key) => {
      const loaded = await task.get(tasks.config.config, "");
      const { customCss, baseUrl } = loaded.config;
      const paths = key.split("\n").filter((path) => path !== "");
      if (customCss.length + paths.length === 0) return THEME_ALONE;
      const { bundle } = await task.get(tasks.bundles.client, "");
      const theme = new Map(bundle.files).get(bundle.stylesheet) ?? "";
      try {
        for (const [index, path] of customCss.entries()) paths.push(ownSheet(task, root, path, `customCss[${index}]`));
      } catch (error) {
        await task.get(tasks.config.bundle, "");
        throw await withPlaces(error, loaded.sources);
      }
      const output = await bundleStyles(task, root, { theme, paths, baseUrl });
      // A missing file may be created anywhere.
      if (hasErrors(output.problems)) task.volatile();
      task.report(...output.problems);
      return output;
    },
  );
  return define<ClientParts>("client parts of site", CLIENT, async (task, locale) => {
    const parts = await task.get(tasks.bundles.client, "");
    const { stylesheet, files } = await task.get(styles, (await task.get(tasks.bundles.sheets, locale)).join("\n"));
    if (stylesheet === "") return parts;
    const others = parts.bundle.files.filter(([file]) => file !== parts.bundle.stylesheet);
    return { ...parts, bundle: { ...parts.bundle, stylesheet, files: [...others, ...loadFiles(files)] } };
  });
}

/** The file of a configured style sheet. @throws Failure (exit code 2) if there is none inside the root */
function ownSheet(task: Task, root: string, path: string, item: string): string {
  const file = posix.normalize(path);
  const refuse = (why: string) => new Failure(2, `${CONFIG_FILE}: ${item}: "${path}" ${why}`);
  const isFile = task.file(file) !== undefined;
  if (task.entry(file) === undefined) throw refuse("does not exist; create it, or correct the path");
  if (!isFile) throw refuse("is not a file; replace it with a file");
  if (!isInsideRoot(root, join(root, file)))
    throw refuse("leads out of the site's root; replace the symbolic link with the file");
  return file;
}
