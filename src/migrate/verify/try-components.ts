import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeHTMLAttribute } from "entities/decode";
import type { BuildFailure, Plugin } from "esbuild";
import type { Mapping } from "../../content/data-file.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { loadEsbuild, syntaxFaultOf } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Job } from "../job.ts";
import { baseUrlOf, list, record } from "../read/config-values.ts";
import { runCode } from "../read/run-modules.ts";
import { ABSENT, type BundledPackages, type PackageVersions, packagesIn } from "./bundled-packages.ts";

/** Attribute in which a component without its code shows how it is called. */
const CALL = "data-docgen-call";

/** A call of a component of the site. */
export interface TriedCall {
  /** Module of the component, relative to the new root. */
  readonly module: string;
  readonly props: Mapping;
  readonly hasContent: boolean;
}

/** Code of an element that shows how a component in the place of a module is called. */
export function recordedCall(module: string): string {
  const call = `{ module: ${JSON.stringify(module)}, props, hasContent: children !== undefined }`;
  return `createElement("i", { key: "", "${CALL}": JSON.stringify(${call}) })`;
}

/** The calls in the HTML of a page, as JSON. */
export function callsIn(html: string): string[] {
  return [...html.matchAll(new RegExp(`${CALL}="([^"]*)"`, "g"))].map(([, call = ""]) => decodeHTMLAttribute(call));
}

function moduleOf(call: string): string {
  return (JSON.parse(call) as TriedCall).module;
}

/** The result of rendering a component. */
export interface RenderedCall {
  readonly call: string;
  /** Why the component's module can't be bundled. */
  readonly fault?: string;
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
 * @param calls as `callsIn` gives them
 * @param packages to which those are added that packages in the bundle import without installing them
 */
export async function renderCalls(
  root: string,
  calls: readonly string[],
  job: Job,
  packages: PackageVersions,
): Promise<RenderedCall[]> {
  if (calls.length === 0) return [];
  const bundled = await bundle(root, calls, job).catch((error: unknown) => syntaxFaultOf(error));
  const isBundled = "code" in bundled;
  const none = { call: calls[0] ?? "", isLoaded: false, addresses: [], ids: [] };
  if (isBundled) for (const [name, version] of bundled.peers) packages.set(name, version);
  const lacking = (call: string) => (isBundled ? bundled.lacking.get(moduleOf(call)) : undefined);
  const faulty = calls.filter((call) => lacking(call) !== undefined);
  if (faulty.length > 0) {
    const faults = faulty.map((call) => ({ ...none, call, fault: `imports: Could not resolve "${lacking(call)}"` }));
    const others = calls.filter((call) => !faulty.includes(call));
    return [...faults, ...(await renderCalls(root, others, job, packages))];
  }
  const outcome = isBundled ? await runCode(bundled.code, job) : { fault: `imports: ${bundled.message}` };
  if ("fault" in outcome) {
    const { fault } = outcome;
    const modules = [...new Set(calls.map(moduleOf))];
    if (!isBundled && modules.length === 1) return [{ ...none, fault }];
    if (calls.length === 1) return [{ ...none, thrown: fault }];
    // One module that can't be bundled, or a call that ends the process, doesn't hide what the others do.
    const half = new Set(modules.length > 1 ? modules.slice(modules.length >> 1) : []);
    const isLater = (call: string, index: number) =>
      modules.length > 1 ? half.has(moduleOf(call)) : index >= calls.length >> 1;
    const others = calls.filter((call, index) => !isLater(call, index));
    const later = await renderCalls(root, calls.filter(isLater), job, packages);
    return [...(await renderCalls(root, others, job, packages)), ...later];
  }
  return list(outcome.exports).map(({ call, thrown, isLoaded, html }) => ({
    call: String(call),
    ...(thrown === undefined ? {} : { thrown: String(thrown) }),
    isLoaded: isLoaded !== false,
    ids: idsIn(String(html ?? "")).anchors,
    addresses: [...String(html ?? "").matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, url = ""]) =>
      decodeHTMLAttribute(url),
    ),
  }));
}

/** Components in one script. */
interface Bundle extends BundledPackages {
  readonly code: string;
}

/** @param absent packages that can't be resolved */
async function bundle(
  root: string,
  calls: readonly string[],
  job: Job,
  absent: ReadonlySet<string> = new Set(),
): Promise<Bundle> {
  const modules = [...new Set(calls.map(moduleOf))].map((path) => {
    return `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)}),`;
  });
  const { config } = job.docusaurus;
  const { defaultLocale: locale = "en" } = record(config.i18n);
  const language = { locale, baseUrl: baseUrlOf(config), texts: {} };
  const { build } = await loadEsbuild();
  const result = build({
    absWorkingDir: root,
    metafile: true,
    stdin: {
      contents: `const modules = {${modules.join("\n")}};\nconst calls = ${JSON.stringify(calls)};\nconst language = ${JSON.stringify(language)};\n${RENDER}`,
      resolveDir: root,
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    // As in the modules of a build.
    banner: { js: '"use strict";' },
    target: "node20",
    jsx: "automatic",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(TOOL_ROOT).href) },
    loader: { ".css": "empty" },
    write: false,
    logLevel: "silent",
    nodePaths: [join(job.root, "node_modules")],
    tsconfigRaw: "{}",
    plugins: [ownReact(), without(absent)],
  });
  try {
    const { outputFiles, metafile } = await result;
    return { code: outputFiles[0]?.text ?? "", ...packagesIn(metafile.inputs, root) };
  } catch (error) {
    const { errors = [] } = error as Partial<BuildFailure>;
    const names = errors.map(({ text }) => /^Could not resolve "([^."/][^"]*)"/.exec(text)?.[1] ?? "");
    // Once more without all of them, so that one package hides nothing of what others do.
    if (names.length === 0 || names.some((name) => name === "" || absent.has(name))) throw error;
    return bundle(root, calls, job, new Set([...absent, ...names]));
  }
}

/** Puts empty modules in the place of packages. */
function without(absent: ReadonlySet<string>): Plugin {
  return {
    name: "docgen-absent",
    setup(api) {
      api.onResolve({ filter: /^[^./]/ }, ({ path }) => (absent.has(path) ? { path, namespace: ABSENT } : undefined));
      api.onLoad({ filter: /./, namespace: ABSENT }, () => ({ contents: "module.exports = {};" }));
    },
  };
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

/** Resolves React and the theme to docgen's. */
function ownReact(): Plugin {
  const require = createRequire(join(TOOL_ROOT, "package.json"));
  return {
    name: "docgen-react",
    setup(api) {
      api.onResolve({ filter: /^react(?:-dom)?(?:\/|$)/ }, ({ path }) => ({ path: require.resolve(path) }));
      const source = (name: string) => ({ path: join(TOOL_ROOT, `src/theme/${name}.ts`) });
      api.onResolve({ filter: /^docgen\/theme$/ }, () => source("public"));
      api.onResolve({ filter: /^docgen\/language$/ }, () => source("site-context"));
    },
  };
}
