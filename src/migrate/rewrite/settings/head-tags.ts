import { join } from "node:path";
import type { Mapping } from "../../../content/data-file.ts";
import { TOOL_ROOT } from "../../../shared/tool-root.ts";
import { VOID_ELEMENTS } from "../../../shared/unclosed-elements.ts";
import { PAGE_TEMPLATE } from "../../../site/pages/template-file.ts";
import type { Docusaurus } from "../../job.ts";
import { list, record, texts, unknowns } from "../../read/config-values.ts";
import { readFileText } from "../../read/read-data.ts";
import { attributesText } from "../page/html-text.ts";
import { isPlainScript } from "./site-config.ts";

/**
 * A page template with the head tags that the configuration adds to each page; undefined if it adds none.
 *
 * @param styles addresses of other sites' style sheets that the site's own import
 */
export function pageTemplate(
  { config, themeConfig, pluginTags }: Docusaurus,
  styles: readonly string[],
): string | undefined {
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
    ...list(themeConfig.metadata).map((attributes) => tag("meta", attributes)),
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
export function foreignSources(files: readonly string[]): Record<string, readonly string[]> {
  const hosts = (pattern: RegExp) => {
    const named = files.flatMap((text) => [...text.matchAll(pattern)].map(([, host = ""]) => `https://${host}`));
    return [...new Set(named)].sort();
  };
  const frames = hosts(/<iframe\b[^>]*?\bsrc=["'{`]*(?:https?:)?\/\/([\w.:-]+)/g);
  const sheets = hosts(/(?:@import\s*(?:url\()?["']?|<link (?=[^>]*stylesheet)[^>]*?href=")https?:\/\/([\w.:-]+)/g);
  return {
    ...(frames.length > 0 ? { "frame-src": frames } : {}),
    // Style sheets may load fonts from further sites.
    ...(sheets.length > 0 ? { "style-src": sheets, "font-src": ["https:"] } : {}),
  };
}
