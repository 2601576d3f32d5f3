import type { Mapping } from "../../content/data-file.ts";
import { parseFrontMatter } from "../../content/front-matter.ts";
import { readableName } from "../../content/routes.ts";
import { relativePath } from "../../links/rewrite.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { nameOf } from "../../shared/route.ts";
import type { Docusaurus, Job, SiteRedirect } from "../job.ts";
import type { ReactPage } from "../plan/plan-pages.ts";
import { asText, baseUrlOf } from "../read/config-values.ts";
import { parsedCode } from "../read/page-imports.ts";
import { readFileText } from "../read/read-data.ts";
import { SHIM, shimText } from "./docusaurus-shim.ts";
import { exportedBinding } from "./page/bindings.ts";
import { expandComponent } from "./page/expand-component.ts";
import { withIncludes } from "./page/rewrite-expression.ts";
import type { Surroundings } from "./page/rewriting.ts";
import { aroundMarkdown } from "./page-around-markdown.ts";
import { whyNot } from "./placeholders.ts";
import type { Modules } from "./react-modules.ts";

/** A React page that shows Markdown, as a Markdown page; undefined for any other, and if its code chooses the Markdown. */
export async function markdownPage(
  { source }: ReactPage,
  { docusaurus, root, noteFile }: Job,
  site: Surroundings,
): Promise<string | undefined> {
  const text = withFrontMatter(readFileText(source), site);
  const module = /\bfrom\s*["'][^"'\n]+\.mdx?["']/.test(text) ? await parsedCode(text) : undefined;
  const binding = module && exportedBinding(module.program, "default", site.resolve);
  const component = binding?.kind === "component" ? binding.component : undefined;
  if (module === undefined || component === undefined) return undefined;
  const whole = expandComponent(component, {});
  const { html, hasToc } =
    whole === undefined ? (aroundMarkdown(module.code, component, site.part) ?? {}) : { html: whole, hasToc: false };
  if (html === undefined) return undefined;
  noteFile(slashedPath(root, source), "changed", "converted to a Markdown page that includes what it imports");
  const description = layoutText("description", text, docusaurus);
  const title = headOf(layoutText("title", text, docusaurus) ?? docusaurus.config.title);
  const head =
    description === undefined ? title : title.replace("\nhide", `\ndescription: ${JSON.stringify(description)}\nhide`);
  const settings = head.replace("---\n\n", "hide_title: true\n---\n\n");
  return `${hasToc ? settings.replace("hide_table_of_contents: true\n", "") : settings}${withIncludes(html, { site })}\n`;
}

/** Code of a page with the values of the front matter that it imports from Markdown files. */
function withFrontMatter(code: string, { fileAt, textOf }: Surroundings): string {
  let text = code;
  for (const [, names = "", from = ""] of code.matchAll(
    /\bimport\s[^;"']*\{([^}]*)\}\s*from\s*["']([^"'\n]+\.mdx?)["']/gm,
  )) {
    const [, name] = /\bfrontMatter(?:\s+as\s+(\w+))?/.exec(names) ?? [undefined, undefined];
    const path = names.includes("frontMatter") ? fileAt(from) : undefined;
    if (path === undefined) continue;
    const frontMatter: Mapping = parseFrontMatter(path, textOf(path)).frontMatter;
    text = text.replace(new RegExp(`(?<![\\w$.])${name ?? "frontMatter"}\\??\\.(\\w+)`, "g"), (_, key: string) =>
      String(JSON.stringify(frontMatter[key])),
    );
  }
  return text;
}

/**
 * Moves a React page. If docgen lacks one of its imports, a short page keeps its address, so that links to it work.
 *
 * @returns the redirect in its place, if it does nothing but redirect
 */
export function putReactPage(
  { source, target }: ReactPage,
  { rewrite, live }: Modules,
  job: Job,
): SiteRedirect | undefined {
  const { root, docusaurus, put, noteFile } = job;
  const path = slashedPath(root, source);
  if (!/\.[jt]sx?$/.test(source)) {
    put(target, { copyOf: source });
    return undefined;
  }
  if (/\.test\.[jt]sx?$/.test(source)) {
    noteFile(path, "changed", "is not migrated: a test is not a page");
    return undefined;
  }
  const whole = readFileText(source);
  const page = target.replace(/\.[jt]sx?$/, "");
  const from = `/${page.replace(/^content\/pages\//, "").replace(/(?:^|\/)index$/, "")}`;
  const to = redirectIn(whole, from, baseUrlOf(docusaurus.config));
  const { title: siteTitle = "" } = docusaurus.config;
  if (to !== undefined) {
    // A page in another language has no address of its own then.
    if (!page.startsWith("content/pages/")) return undefined;
    noteFile(path, "changed", `converted to a redirect to ${to}`);
    if (from !== "/") return { from, to };
    // docgen has no redirects from the home page.
    const refresh = `<meta http-equiv="refresh" content="0; url=${baseUrlOf(docusaurus.config)}${to.slice(1)}" />`;
    put(`${page}.md`, { text: `${headOf(siteTitle)}<head>\n  ${refresh}\n</head>\n\n[${siteTitle}](${to})\n` });
    return undefined;
  }
  const { text, missing } = rewrite(whole, source, target);
  if (text === undefined) {
    const remedy = `${page}.md only keeps its address: rewrite it there, or in ${page}.tsx with docgen/theme`;
    noteFile(path, "hand", `the page is not migrated because ${whyNot("it imports", path, missing)}; ${remedy}`);
    const name = nameOf(page);
    const title = layoutText("title", whole, docusaurus) ?? (name === "index" ? siteTitle : readableName(name));
    put(`${page}.md`, { text: `${headOf(title)}This page is not available yet.\n` });
    return undefined;
  }
  noteFile(path, "changed", `converted to a docgen page; parts of Docusaurus' theme come from ${SHIM}`);
  const exported = {
    title: layoutText("title", text, docusaurus) ?? siteTitle,
    description: layoutText("description", text, docusaurus),
  };
  const end = Object.entries(exported).map(([key, value]) =>
    value === undefined || new RegExp(`\\bexport const ${key}\\b`).test(text)
      ? ""
      : `\nexport const ${key} = ${JSON.stringify(value)};\n`,
  );
  const shown = live.has(target) ? text.replace(/<Layout(?=[\s>])/, "<Layout isLive") : text;
  put(`${page}.tsx`, { text: withConfig(shown, target, job) + end.join("") });
  return undefined;
}

/** A page that reads the configuration from its properties, as Docusaurus gives it, with that as their default. */
function withConfig(text: string, target: string, job: Job): string {
  const exported = /^export default (?=(?:function|class)\b|\w+;?$)/m;
  if (!/\{[^}]*\bconfig\b[^}]*\}\s*=\s*(?:this\.)?props\b|\bprops\.config\b/.test(text) || !exported.test(text))
    return text;
  job.put(SHIM, { text: shimText(job) });
  return `import { withConfig } from "${relativePath(target, SHIM)}";
${text.replace(/^export default (?:(function|class)(\s+\w+)?|(\w+);?$)/m, (_, word?: string, name = "", page = "") => (word === undefined ? `const ConfiguredPage = ${page};` : `const ConfiguredPage = ${word}${name}`))}
export default withConfig(ConfiguredPage);
`;
}

/** Front matter of a page without a table of contents. */
function headOf(title: unknown): string {
  return `---\ntitle: ${JSON.stringify(title)}\nhide_table_of_contents: true\n---\n\n`;
}

/** The title or description of a page in its layout; undefined if there is none, or only code knows it. */
function layoutText(key: "title" | "description", text: string, { config }: Docusaurus): string | undefined {
  const braces = String.raw`\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`;
  const attribute = new RegExp(
    String.raw`<(?:Layout|PageMetadata)\s[^>]*?\b${key}=(?:(["'])((?:(?!\1).)+)\1|${braces})`,
  );
  const [, , quoted, code = ""] = attribute.exec(text) ?? [];
  const template = code.replace(/^\s*((?:\w+\.)*siteConfig\.\w+)\s*$/, "`$${$1}`");
  const [, , literal] = /^\s*(?:translate\(\s*\{[^{}]*?\bmessage:\s*)?(["'`])((?:(?!\1).)*)\1/s.exec(template) ?? [];
  const value = literal?.replace(/\$\{(?:\w+\.)*siteConfig\.(\w+)\}/g, (whole, name) => asText(config[name]) ?? whole);
  const inHead = key === "title" ? /<title>([^<>{}]+)<\/title>/ : /<meta\s+name="description"\s+content="([^"]+)"/;
  return quoted ?? (value === undefined ? inHead.exec(text)?.[1] : value.includes("${") ? undefined : value);
}

/** The address to which a page only redirects; undefined for any other page. @param from address of the page */
function redirectIn(text: string, from: string, baseUrl: string): string | undefined {
  if (!/import\s*\{[^}]*\bRedirect\b[^}]*\}\s*from\s*["'](?:@docusaurus\/router|react-router-dom)["']/.test(text))
    return undefined;
  // A page that shows something else, or redirects to several addresses, has a reason for it.
  const elements = [...text.matchAll(/<([A-Za-z][\w.]*)/g)].filter(
    ([, name]) => !/^(?:Layout|Head|title|meta|link)$/.test(name ?? ""),
  );
  const [, quoted, called] =
    /<Redirect\s+to=(?:["']([^"'{]+)["']|\{\s*(?:useBaseUrl\(\s*)?["'`]([^"'`$]+)["'`]\s*\)?\s*\})/.exec(text) ?? [];
  const to = quoted ?? called;
  if (to === undefined || elements.length !== 1) return undefined;
  const address = baseUrl !== "/" && to.startsWith(baseUrl) ? to.slice(baseUrl.length - 1) : to;
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address)) return undefined;
  const { pathname, search, hash } = new URL(address, `http://site.example${from}`);
  return pathname + search + hash;
}
