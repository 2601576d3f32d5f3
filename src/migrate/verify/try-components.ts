import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeHTMLAttribute } from "entities/decode";
import type { SiteConfig } from "../../config/schema.ts";
import type { Mapping } from "../../content/data-file.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { FOR_NODE, loadEsbuild, packageSheets, syntaxFaultOf } from "../../shared/esbuild.ts";
import { inParallel } from "../../shared/parallel.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import { bundleForBrowser } from "../../site/bundles/bundle-for-browser.ts";
import { bundlePage } from "../../site/bundles/bundle-tasks.ts";
import { siteComponents } from "../../site/inputs/config-tasks.ts";
import type { Job } from "../job.ts";
import { baseUrlOf, list, record } from "../read/config-values.ts";

/** Attribute in which a component without its code shows how it is called. */
const CALL = "data-docgen-call";

/** A call of a component of the site. */
export interface TriedCall {
  /** Module of the component, relative to the new root. */
  readonly module: string;
  readonly props: Mapping;
  readonly hasContent: boolean;
}

/** Code of an element that records how the component of a module is called. */
export function recordedCall(module: string): string {
  const call = `{ module: ${JSON.stringify(module)}, props, hasContent: children !== undefined }`;
  return `createElement("i", { key: "", "${CALL}": JSON.stringify(${call}) })`;
}

/** The calls in the HTML of a page, as JSON. */
export function callsIn(html: string): string[] {
  return [...html.matchAll(new RegExp(`${CALL}="([^"]*)"`, "g"))].map(([, call = ""]) => decodeHTMLAttribute(call));
}

/** What a call contains. */
export function parsedCall(call: string): TriedCall {
  return JSON.parse(call) as TriedCall;
}

/** Matches React pages of a site. */
const PAGE_MODULE = /^content\/(?:i18n\/[^/]+\/)?pages\/(?!(?:.*\/)?_).*\.[jt]sx?$/;

/** The modules that a build bundles, and whether they run in browsers: React pages and live components do. */
export function modulesOf({ components }: Mapping, files: Job["files"]): Map<string, boolean> {
  const pages = [...files.keys()].filter((path) => PAGE_MODULE.test(path));
  const modules = new Map<string, boolean>(pages.map((path) => [path, true]));
  for (const { path, client } of siteComponents({ components: record(components) as SiteConfig["components"] }))
    modules.set(path, client !== undefined);
  return modules;
}

/** The result of bundling modules. */
interface TriedBundles {
  /** Why modules can't be bundled, by path. */
  readonly faults: ReadonlyMap<string, string>;
  /** Absolute paths of the files in the bundles. */
  readonly files: ReadonlySet<string>;
  /** Paths of the style sheets that modules import from packages, relative to the site, by the module's path. */
  readonly sheets: ReadonlyMap<string, readonly string[]>;
}

/**
 * Bundles modules as a build does, each for the server, and some for browsers.
 *
 * @param root folder with the new site's files
 * @param modules paths of React pages and components, and whether they run in browsers
 */
export async function tryBundles(root: string, modules: ReadonlyMap<string, boolean>): Promise<TriedBundles> {
  const faults = new Map<string, string>();
  const files = new Set<string>();
  const sheets = new Map<string, readonly string[]>();
  const bundles = [...modules.keys()].map((path) => async () => {
    try {
      const bundle = await bundlePage(root, path);
      for (const file of bundle.inputs) files.add(file);
      sheets.set(path, bundle.sheets);
    } catch (error) {
      faults.set(path, `imports: ${syntaxFaultOf(error).message}`);
    }
  });
  await inParallel(bundles, MAX_BUNDLES);
  const isPage = (path: string) => path.startsWith("content/");
  const inBrowser = async (paths: readonly string[]): Promise<void> => {
    const entries = { pages: paths.filter(isPage), islands: paths.filter((path) => !isPage(path)) };
    try {
      if (paths.length > 0) await bundleForBrowser(root, entries, "assets/client.js");
    } catch (error) {
      const [path = "", ...others] = paths;
      if (others.length === 0) faults.set(path, syntaxFaultOf(error).message);
      else for (const each of paths) await inBrowser([each]);
    }
  };
  await inBrowser([...modules].flatMap(([path, isLive]) => (isLive && !faults.has(path) ? path : [])));
  return { faults, files, sheets };
}

/** Maximum number of bundles at a time. */
const MAX_BUNDLES = 8;

/** The result of rendering a component. */
interface RenderedCall {
  readonly call: string;
  /** What the component throws, and whether its module doesn't. */
  readonly thrown?: string;
  readonly isLoaded: boolean;
  /** Addresses of links and images in its HTML. */
  readonly addresses: readonly string[];
  /** Ids in its HTML. */
  readonly ids: readonly string[];
}

/**
 * Renders components of the new site in a process that can neither write nor connect.
 *
 * @param root folder with the new site's files
 * @param calls as `callsIn` gives them, of modules that can be bundled
 */
export async function renderCalls(root: string, calls: readonly string[], job: Job): Promise<RenderedCall[]> {
  const [call] = calls;
  if (call === undefined) return [];
  const code = await bundle(root, calls, job).catch(() => undefined);
  const outcome = code === undefined ? undefined : await job.runCode(code);
  if (outcome !== undefined && "exports" in outcome)
    return list(outcome.exports).map(({ call, thrown, isLoaded, html }) => ({
      call: String(call),
      ...(thrown === undefined ? {} : { thrown: String(thrown) }),
      isLoaded: isLoaded !== false,
      ids: idsIn(String(html ?? "")).anchors,
      addresses: [...String(html ?? "").matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, url = ""]) =>
        decodeHTMLAttribute(url),
      ),
    }));
  if (calls.length === 1)
    return outcome === undefined ? [] : [{ call, isLoaded: false, addresses: [], ids: [], thrown: outcome.fault }];
  // One call that ends the process doesn't hide what the others do.
  const half = calls.length >> 1;
  const first = await renderCalls(root, calls.slice(0, half), job);
  return [...first, ...(await renderCalls(root, calls.slice(half), job))];
}

/** Components in one script, as only ES modules load what a build bundles for the server. */
async function bundle(root: string, calls: readonly string[], job: Job): Promise<string> {
  const modules = [...new Set(calls.map((call) => parsedCall(call).module))].map((path) => {
    return `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)}),`;
  });
  const { config } = job.docusaurus;
  const { defaultLocale: locale = "en" } = record(config.i18n);
  const language = { locale, baseUrl: baseUrlOf(config), texts: {} };
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({
    ...FOR_NODE,
    absWorkingDir: root,
    stdin: {
      contents: `const modules = {${modules.join("\n")}};\nconst calls = ${JSON.stringify(calls)};\nconst language = ${JSON.stringify(language)};\n${RENDER}`,
      resolveDir: root,
    },
    format: "cjs",
    // As in the modules of a build.
    banner: { js: '"use strict";' },
    define: { "import.meta.url": JSON.stringify(pathToFileURL(TOOL_ROOT).href) },
    alias: sharedModules(),
    plugins: [packageSheets],
  });
  return outputFiles[0]?.text ?? "";
}

/** Renders the calls; what the process refuses is not the component's fault. */
const RENDER = `const { createElement } = require("react");
const { renderToStaticMarkup } = require("react-dom/server");
const { LanguageContext } = require("docgen/language");
module.exports = calls.flatMap((call) => {
  const { module, props, hasContent } = JSON.parse(call);
  let component;
  try {
    component = modules[module]().default;
    const element = createElement(component, props, ...(hasContent ? ["content"] : []));
    return [{ call, html: renderToStaticMarkup(createElement(LanguageContext, { value: language }, element)) }];
  } catch (error) {
    if (/^ERR_(?:ACCESS_DENIED|SAMPLE_NETWORK)$/.test(error?.code)) return [];
    return [{ call, thrown: String(error?.message ?? error), isLoaded: component !== undefined }];
  }
});
`;

/** docgen's React and theme, by the names in imports. */
function sharedModules(): Record<string, string> {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));
  const [theme, language] = ["public", "site-context"].map((name) => join(TOOL_ROOT, `src/theme/${name}.ts`));
  return {
    react: folderOf("react"),
    "react-dom": folderOf("react-dom"),
    "docgen/theme": String(theme),
    "docgen/language": String(language),
  };
}
