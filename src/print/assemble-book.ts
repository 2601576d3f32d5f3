import type { SiteConfig } from "../config/schema.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { isListed } from "../navigation/sidebar-path.ts";
import { routeKey } from "../shared/route.ts";
import { escapeHtml } from "../shared/text.ts";
import { type BookContext, type BookPage, bookSection, inlined, pageFrame, type ReadFile } from "./book-page.ts";

/** Styles of what only a book has. */
const BOOK_STYLES = `
.book { margin: 0 auto; max-width: var(--measure); padding: var(--space-6) var(--space-4) var(--space-8); }
.book > section { border-top: 1px solid var(--color-border); margin-top: var(--space-7); padding-top: var(--space-6); }
.book > header h1 { font-size: var(--text-2xl); }
.book :is(.live-result, .live-bar, .live-input) { display: none; }
.contents ol { list-style: none; margin: 0; padding-inline-start: var(--space-5); }
.contents > ol { padding: 0; }
.contents li { margin-top: var(--space-1); }
@media print {
  .book { max-width: none; padding: 0; }
  .book > section { border: 0; break-before: page; margin: 0; padding: 0; }
}`;

/**
 * Joins pages to an HTML file that needs no other file: styles and images are in it, and links between its pages lead to
 * anchors.
 *
 * @param items the sidebar, which becomes the contents
 * @param read reads files of the output
 */
export async function assembleBook(
  { title, tagline, url, baseUrl }: Pick<SiteConfig, "title" | "tagline" | "url" | "baseUrl">,
  items: readonly SidebarItem[],
  pages: readonly BookPage[],
  read: ReadFile,
): Promise<string> {
  const ids = new Map(pages.map(({ route }, index) => [routeKey(route), `p${index + 1}`]));
  const context: BookContext = { home: `${url}${baseUrl}`, ids, read };
  const frame = pageFrame(pages[0]?.html ?? "");
  const sheets = await Promise.all(frame.styles.map((address) => styleSheet(address, context)));
  const sections: string[] = [];
  for (const page of pages) sections.push(await bookSection(page, context));
  return `<!doctype html>
${frame.root}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${[...sheets, BOOK_STYLES].join("\n").replaceAll("</", "<\\/")}</style>
</head>
<body>
<main class="book">
<header>
<h1>${escapeHtml(title)}</h1>
${tagline === "" ? "" : `<p>${escapeHtml(tagline)}</p>`}
<nav class="contents">${contents(items, ids)}</nav>
</header>
${sections.join("")}</main>
</body>
</html>
`;
}

/** The entries of a sidebar as nested lists of links into the book. */
function contents(items: readonly SidebarItem[], ids: ReadonlyMap<string, string>): string {
  const entries = items.filter(isListed).flatMap((item) => {
    const id = item.route === undefined ? undefined : ids.get(routeKey(item.route));
    const inner = item.type === "category" ? contents(item.items, ids) : "";
    if (id === undefined && inner === "") return [];
    const label = escapeHtml(item.label);
    return [`<li>${id === undefined ? label : `<a href="#${id}">${label}</a>`}${inner}</li>`];
  });
  return entries.length === 0 ? "" : `<ol>${entries.join("")}</ol>`;
}

/** The text of a style sheet, with its fonts and images in it. */
async function styleSheet(address: string, context: BookContext): Promise<string> {
  const here = new URL(address, context.home);
  const css = (await context.read(decodeURIComponent(here.pathname)))?.bytes.toString("utf8") ?? "";
  const files = [...new Set([...css.matchAll(STYLE_URL)].map(([, url = ""]) => url))];
  const data = new Map(await Promise.all(files.map(async (url) => [url, await inlined(url, here, context)] as const)));
  return css.replace(STYLE_URL, (_, url: string) => `url("${data.get(url) ?? url}")`);
}

const STYLE_URL = /url\(\s*["']?(?!data:|#)([^"')\s]+)["']?\s*\)/g;
