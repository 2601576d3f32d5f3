import { join } from "node:path";
import type { Mapping } from "../../../content/data-file.ts";
import { createHighlighter } from "../../../highlight/highlighter.ts";
import { redirectPage } from "../../../render/redirects-and-headers.ts";
import { lineAt } from "../../../shared/line-at.ts";
import { escapePattern } from "../../../shared/text.ts";
import { TOOL_ROOT } from "../../../shared/tool-root.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { PAGE_TEMPLATE } from "../../../site/pages/context-tasks.ts";
import type { Docusaurus, Job, NoteSetting } from "../../job.ts";
import { plannedText, STATIC, settingAddress } from "../../plan/new-paths.ts";
import { baseUrlOf, list, record, texts, unknowns } from "../../read/config-values.ts";
import { readFileText } from "../../read/read-data.ts";
import { attributesText } from "../page/html-text.ts";
import { configText, isPlainScript, siteConfig } from "./site-config.ts";
import type { PlannedFacts } from "./site-facts.ts";
import { withoutUnknown } from "./unsupported.ts";

/**
 * Writes the configuration of the new site, and the page template if tags are added to each page.
 *
 * @param foreignSheets addresses of other sites' style sheets that the site's own import
 * @returns the value of the configuration
 */
export function rewriteSettings(job: Job, facts: PlannedFacts, foreignSheets: readonly string[]): Mapping {
  const { root, configFile, docusaurus, files, put, note } = job;
  const template = pageTemplate(docusaurus, foreignSheets);
  if (template !== undefined) put(PAGE_TEMPLATE, { text: template });
  const source = readFileText(join(root, configFile));
  const noteSetting: NoteSetting = (kind, key, message) =>
    note(configFile, { kind, line: lineOfKey(source, key), message: `${key} ${message}` });
  const linkTo = (address: string) => settingAddress(address, job);
  const { knows } = createHighlighter(async () => []);
  const settingFacts = { ...facts, sources: foreignSources(textsOf(files)), knowsLanguage: knows, linkTo, root };
  const settings = withoutUnknown(siteConfig(docusaurus, settingFacts, noteSetting), noteSetting, job);
  const config = { ...settings, redirects: putOuterRedirects(settings, job) };
  putConfig(config, job);
  put(".gitignore", { text: "node_modules/\nbuild/\n.docgen/\n" });
  return config;
}

/**
 * Writes redirects to other sites and to static files as HTML files, as Docusaurus does: docgen's own lead to pages.
 *
 * @returns the redirects to pages
 */
function putOuterRedirects(config: Mapping, { files, put, docusaurus }: Job): Mapping[] | undefined {
  const baseUrl = baseUrlOf(docusaurus.config);
  const { defaultLocale = "en" } = record(config.i18n);
  const inner = list(config.redirects).filter(({ from, to }) => {
    const target = String(to);
    const isOther = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(target);
    if (!isOther && !target.includes("?") && !files.has(STATIC + target.replace(/[?#].*/, ""))) return true;
    const address = isOther ? target : baseUrl + target.replace(/^\//, "");
    const canonical = isOther ? target : String(config.url) + address;
    for (const old of texts(from)) {
      const path = old.replace(/^\/+|\/+$/g, "");
      const file = /\.html?$/.test(path) ? path : `${path}/index.html`;
      put(`${STATIC}/${file}`, { text: redirectPage(address, canonical, String(defaultLocale)) });
    }
    return false;
  });
  return inner.length === 0 ? undefined : inner;
}

/** Writes the configuration. */
export function putConfig(config: Mapping, { files, put }: Pick<Job, "files" | "put">): void {
  // docgen generates this file if there are redirects: see `withHostRedirects`.
  if (config.redirects !== undefined) files.delete(`${STATIC}/_redirects`);
  put("site.config.ts", { text: configText(config) });
}

/** Texts of files that may load something from other sites: pages, modules, style sheets. */
function textsOf(files: Job["files"]): string[] {
  return [...files].flatMap(([path, file]) => (/\.(?:mdx?|[jt]sx|css|html)$/.test(path) ? [plannedText(file)] : []));
}

function lineOfKey(source: string, key: string): number {
  const name = `\\b${escapePattern(key.slice(key.lastIndexOf(".") + 1))}\\b`;
  // An import may have the same name.
  const at = source.search(new RegExp(`${name}["']?\\s*:`));
  return lineAt(source, at < 0 ? source.search(new RegExp(name)) : at);
}

/**
 * A page template with the head tags that the configuration adds to each page; undefined if it adds none.
 *
 * @param styles addresses of other sites' style sheets that the site's own import
 */
function pageTemplate({ config, themeConfig, pluginTags }: Docusaurus, styles: readonly string[]): string | undefined {
  const ofPlugins = (place: string) => pluginTags.flatMap((all) => tagsIn(all[place])).join("\n");
  const [before, after] = [ofPlugins("preBodyTags"), ofPlugins("postBodyTags")];
  const tags = [
    ...(config.noIndex === true ? [tag("meta", { name: "robots", content: "noindex, nofollow" })] : []),
    ...tagsIn(config.headTags),
    ...pluginTags.flatMap(({ headTags }) => tagsIn(headTags)),
    // docgen has its own style sheet for formulas.
    ...[...unknowns(config.stylesheets), ...styles]
      .map(
        (sheet): Mapping => ({ rel: "stylesheet", ...(typeof sheet === "string" ? { href: sheet } : record(sheet)) }),
      )
      .filter(({ href }) => !/katex/i.test(String(href)))
      .map((attributes) => tag("link", attributes)),
    ...list(unknowns(config.scripts).filter((entry) => !isPlainScript(entry))).map((attributes) =>
      tag("script", attributes),
    ),
    // The first versions of Docusaurus 2 had the other name.
    ...list(themeConfig.metadata ?? themeConfig.metadatas).map((attributes) => tag("meta", attributes)),
  ];
  if (tags.length === 0 && before === "" && after === "") return undefined;
  const template = readFileText(join(TOOL_ROOT, PAGE_TEMPLATE));
  const put = (html: string, text: string) => (text === "" ? html : `${html}\n${text.replaceAll("{{", "&#123;{")}`);
  return template
    .replace("\n</head>", () => `${put("", tags.join("\n"))}\n</head>`)
    .replace("<body>", (body) => put(body, before))
    .replace("\n</body>", () => `${put("", after)}\n</body>`);
}

/** The HTML of tags: texts, and mappings with a name and attributes. */
function tagsIn(value: unknown): string[] {
  return [value].flat().flatMap((entry) => {
    const { tagName, attributes, innerHTML } = record(entry);
    if (typeof tagName === "string") return [tag(tagName, record(attributes), texts(innerHTML).join(""))];
    return typeof entry === "string" ? [entry] : [];
  });
}

function tag(name: string, attributes: Mapping, content = ""): string {
  return `<${name}${attributesText(attributes)}>${VOID_ELEMENTS.has(name) ? "" : `${content}</${name}>`}`;
}

/**
 * Other sites from which files load iframes and style sheets, by policy directive: docgen's content security policy
 * blocks all sites that it doesn't name.
 */
function foreignSources(files: readonly string[]): Record<string, readonly string[]> {
  const hosts = (pattern: RegExp) => {
    const named = files.flatMap((text) => [...text.matchAll(pattern)].map(([, host = ""]) => `https://${host}`));
    return [...new Set(named)].sort();
  };
  // Components may get the address of their iframe from pages.
  const tags = files.some((text) => /<iframe\b[^>]*?\bsrc=\{(?!["'`])/.test(text)) ? "iframe|[A-Z]\\w*" : "iframe";
  const frames = hosts(new RegExp(`<(?:${tags})\\b[^>]*?\\b(?:src|url)=["'{\`]*(?:https?:)?//([\\w.:-]+)`, "g"));
  const sheets = hosts(/(?:@import\s*(?:url\()?["']?|<link (?=[^>]*stylesheet)[^>]*?href=")https?:\/\/([\w.:-]+)/g);
  return {
    ...(frames.length > 0 ? { "frame-src": frames } : {}),
    // Style sheets may load fonts from further sites.
    ...(sheets.length > 0 ? { "style-src": sheets, "font-src": ["https:"] } : {}),
  };
}
