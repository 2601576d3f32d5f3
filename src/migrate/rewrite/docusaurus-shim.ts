import { join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { once } from "../../shared/once.ts";
import { nameOf } from "../../shared/route.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { Job } from "../job.ts";
import { baseUrlOf, filled, moduleExports, record } from "../read/config-values.ts";
import { versionNames } from "../read/doc-names.ts";
import { listSilently } from "../read/list-tree.ts";
import { CODE } from "../read/module-paths.ts";
import { entriesOf } from "../read/re-exports.ts";
import { readFileText } from "../read/read-data.ts";
import { isUnknown } from "./settings/unsupported.ts";

/** New file with replacements for Docusaurus' modules that React pages and components import. */
export const SHIM = "src/docusaurus.tsx";

/** New file with replacements for components that docusaurus-theme-openapi-docs has. */
const OPENAPI = "src/openapi.tsx";
const OF_OPENAPI =
  /^@theme\/(?:ApiExplorer\/)?(ApiLogo|Export|MethodEndpoint|Params(?:Details|Item)|RequestSchema|ResponseSamples|Schema(?:Item)?|SecuritySchemes|StatusCodes)$/;

/** Module whose functions return what plugins give to all pages. */
const GLOBAL_DATA = "@docusaurus/useGlobalData";

/** Matches modules whose replacement has their name, such as `Layout` for `@theme/Layout`. */
const SAME_NAME = /^@(?:theme(?:-original|-init)?|docusaurus)\/(?:(?:MDXComponents|theme-common|hooks)\/)?(\w+)$/;

/** Replacements with other names; empty for modules with named exports only. */
const OTHER_NAMES = new Map([
  ["@theme/Layout/Provider", "MDXContent"],
  ["@theme/Navbar", "Head"],
  ["@theme/Footer", "Head"],
  ["@theme/Icon/ExternalLink", "Head"],
  ["@theme/IconExternalLink", "Head"],
  ["@theme/CodeInline", "Code"],
  ["@theme/MDXComponents/A", "Link"],
  ["@theme/AnnouncementBar", "Head"],
  ["@theme/SkipToContent", "Head"],
  ["@generated/docusaurus.config", "siteConfig"],
  ["@docusaurus/router", ""],
  // The first versions of Docusaurus 2 had these.
  ["@theme/hooks/useThemeContext", "useColorMode"],
  ["@theme/hooks/useDocs", ""],
  ["@docusaurus/theme-common", ""],
  ["@docusaurus/theme-common/internal", ""],
  ["@docusaurus/plugin-content-docs/client", ""],
  ["prop-types", "PropTypes"],
  ["clsx", "clsx"],
  ["classnames", "clsx"],
  ...["Api", "Discriminator", "Mime", "Operation", "Schema"].map((kind) => [`@theme/${kind}Tabs`, "Tabs"] as const),
]);

const templateOf = (path: string) => readFileText(join(TOOL_ROOT, "templates/migrate", nameOf(path)));
const template = once(() => templateOf(SHIM));

const exported = once(
  () => new Set([...template().matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name)),
);

/**
 * The import of a replacement.
 *
 * @param names imported names as written
 * @param job whose plugins may have data for all pages
 * @returns undefined if there is none for the module, or for one of the names
 */
export function shimImport(module: string, names: string, shim: string, job: Job): string | undefined {
  const [, ofApi] = (job.aliases.has(module) ? undefined : OF_OPENAPI.exec(module)) ?? [];
  const [, only] = /^(?:\{ default as )?(\w+)(?: \})?$/.exec(names) ?? [];
  if (ofApi !== undefined && only !== undefined)
    return `import { ${ofApi} as ${only} } from "${shim.replace(nameOf(SHIM), nameOf(OPENAPI))}";`;
  const [, sameName = ""] = SAME_NAME.exec(module) ?? [];
  const part = exported().has(sameName) ? sameName : OTHER_NAMES.get(module);
  if (part === undefined || (module === GLOBAL_DATA && filled(job.globalData ?? {}) === undefined)) return undefined;
  const entries = /\bdefault\b/.test(names) ? [] : (entriesOf(names) ?? []);
  const members = entries.map(({ exported: name, local }) => {
    const original = name === "default" ? part : name;
    return { original, text: original === local ? local : `${original} as ${local}` };
  });
  if (members.length === 0 || !members.every(({ original }) => exported().has(original))) return undefined;
  return `import { ${members.map(({ text }) => text).join(", ")} } from "${shim}";`;
}

/** What replacements don't do that Docusaurus' components do, by module, with the code that needs it. */
const REMARKS: readonly (readonly [module: string, code: RegExp, remark: string])[] = [
  [
    "@theme/Mermaid",
    /<Mermaid\b/,
    "<Mermaid> shows the code of its diagram, drawn only if the page has a mermaid fence",
  ],
  ["@theme/Playground", /<Playground\b/, "<Playground> shows its code and doesn't run it"],
  ["@theme/DocCardList", /<DocCardList\s*\/>/, "<DocCardList> without items lists no pages"],
];

const IN_PAGE = "write it between the tags of the component in a Markdown page";

/** What is left to do where a module uses a replacement. @param path of the module */
export function remarksOn(name: string, path: string): string[] {
  return REMARKS.flatMap(([module, code, remark]) => {
    const fence = name === "@theme/DocCardList" ? IN_PAGE : `${IN_PAGE}, as a fence`;
    return module === name && code.test(readFileText(path)) ? `${remark}: ${fence}, and render children` : [];
  });
}

/** Writes the files of replacements that code imports. */
export function putShims(code: string, job: Job): void {
  const isOfApi = code.includes(`/${nameOf(OPENAPI)}"`);
  if (isOfApi) job.put(OPENAPI, { text: templateOf(OPENAPI) });
  if (isOfApi || code.includes(`/${nameOf(SHIM)}"`)) job.put(SHIM, { text: shimText(job) });
}

/** Code of the replacements, with the configuration values that pages may read. */
export function shimText(job: Job): string {
  const { docusaurus, globalData = {} } = job;
  const { config, themeConfig, sets } = docusaurus;
  const { defaultLocale = "en", locales = [defaultLocale], localeConfigs } = record(config.i18n);
  const { title = "", tagline = "", url = "", organizationName, projectName, customFields = {} } = config;
  const siteConfig = {
    ...{ title, tagline, url, baseUrl: baseUrlOf(config), organizationName, projectName, customFields },
    // Components may read settings of their own; colours of code are of no use.
    themeConfig: { ...themeConfig, prism: undefined },
  };
  const main = sets.find(({ kind, id }) => kind === "docs" && id === "default");
  const versions = versionsOf(main === undefined ? [] : versionNames(main, job), record(main?.options));
  const settings = { siteConfig, i18n: { defaultLocale, locales, localeConfigs }, versions, globalData };
  return template().replace(
    /^const SETTINGS = [\s\S]*?^};$/m,
    () =>
      `const SETTINGS = ${JSON.stringify(settings, (_, value: unknown) => (isUnknown(value) ? undefined : value), 2)};`,
  );
}

/** What the site's plugins give to all pages; they run only if a module of the site asks for it. */
export async function globalDataOf(job: Job): Promise<Mapping> {
  const source = join(job.root, "src");
  const isNeeded = listSilently(source, job).some(
    (file) => CODE.test(file) && readFileText(join(source, file)).includes(GLOBAL_DATA),
  );
  return isNeeded ? moduleExports(await job.ask("global data")) : {};
}

/** The versions of docs as Docusaurus gives them to components. @param names of versions besides the current one */
export function versionsOf(
  names: readonly string[],
  options: Mapping,
): { readonly name: string; readonly path: string; readonly [key: string]: unknown }[] {
  const { routeBasePath = "docs", lastVersion = names[0] ?? "current", includeCurrentVersion } = options;
  const included = includeCurrentVersion === false ? names : ["current", ...names];
  return included.map((name) => {
    const { label, path } = record(record(options.versions)[name]);
    const isLast = name === lastVersion;
    const part = path ?? (isLast ? "" : name === "current" ? "next" : name);
    const route = `/${routeBasePath}/${part}`.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
    return { name, label: label ?? (name === "current" ? "Next" : name), path: route, isLast };
  });
}
