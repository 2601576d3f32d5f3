import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeHTMLAttribute } from "entities/decode";
import type { Plugin } from "esbuild";
import type { Mapping } from "../../content/data-file.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { loadEsbuild, syntaxFaultOf } from "../../shared/esbuild.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Job } from "../job.ts";
import { baseUrlOf, list, record } from "../read/config-values.ts";
import { runCode } from "../read/run-modules.ts";

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
 */
export async function renderCalls(root: string, calls: readonly string[], job: Job): Promise<RenderedCall[]> {
  if (calls.length === 0) return [];
  const code = await bundle(root, calls, job).catch((error: unknown) => syntaxFaultOf(error));
  const outcome = typeof code === "string" ? await runCode(code, job) : { fault: `imports: ${code.message}` };
  if ("fault" in outcome) {
    const { fault } = outcome;
    const modules = [...new Set(calls.map(moduleOf))];
    const none = { call: calls[0] ?? "", isLoaded: false, addresses: [], ids: [] };
    if (typeof code !== "string" && modules.length === 1) return [{ ...none, fault }];
    if (calls.length === 1) return [{ ...none, thrown: fault }];
    // One module that can't be bundled, or a call that ends the process, doesn't hide what the others do.
    const half = new Set(modules.length > 1 ? modules.slice(modules.length >> 1) : []);
    const isLater = (call: string, index: number) =>
      modules.length > 1 ? half.has(moduleOf(call)) : index >= calls.length >> 1;
    const others = calls.filter((call, index) => !isLater(call, index));
    return [...(await renderCalls(root, others, job)), ...(await renderCalls(root, calls.filter(isLater), job))];
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

async function bundle(root: string, calls: readonly string[], job: Job): Promise<string> {
  const modules = [...new Set(calls.map(moduleOf))].map((path) => {
    return `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)}),`;
  });
  const { config } = job.docusaurus;
  const { defaultLocale: locale = "en" } = record(config.i18n);
  const language = { locale, baseUrl: baseUrlOf(config), texts: {} };
  const { build } = await loadEsbuild();
  const result = await build({
    stdin: {
      contents: `const modules = {${modules.join("\n")}};\nconst calls = ${JSON.stringify(calls)};\nconst language = ${JSON.stringify(language)};\n${RENDER}`,
      resolveDir: root,
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    jsx: "automatic",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(TOOL_ROOT).href) },
    loader: { ".css": "empty" },
    write: false,
    logLevel: "silent",
    nodePaths: [join(job.root, "node_modules")],
    tsconfigRaw: "{}",
    plugins: [ownReact()],
  });
  return result.outputFiles[0]?.text ?? "";
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
