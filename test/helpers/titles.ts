import { type ChildNode, type Element, isTag, isText } from "domhandler";
import { parseDocument } from "htmlparser2";

/** Every place of a built page that shows its title, by name. @param site title of the site */
export function titlesIn(html: string, site: string): Readonly<Record<string, string>> {
  const elements = allElements(parseDocument(html).children);
  const find = (test: (element: Element) => boolean) => elements.find(test);
  const of = (element: Element | undefined, wanted = true) =>
    element && wanted ? textOf(element.children) : undefined;
  const data = JSON.parse(
    elements
      .filter(({ attribs }) => attribs.id === "docgen-page")
      .map(({ children }) => textOf(children))
      .join("") || "{}",
  ) as { readonly title?: string; readonly route?: string };
  const article = elements
    .filter(({ attribs }) => attribs.type === "application/ld+json")
    .map(({ children }) => JSON.parse(textOf(children)) as { readonly headline?: string })
    .find(({ headline }) => headline !== undefined);
  const breadcrumbs = find(({ name, attribs }) => name === "nav" && attribs["aria-label"] === "Breadcrumbs");
  const current = allElements(breadcrumbs?.children ?? []).find(({ attribs }) => attribs["aria-current"] === "page");
  const suffix = ` | ${site}`;
  const places = {
    h1: of(find(({ name }) => name === "h1")),
    title: of(find(({ name }) => name === "title"))?.replace(suffix, ""),
    "og:title": find(({ attribs }) => attribs.property === "og:title")?.attribs.content?.replace(suffix, ""),
    headline: article?.headline,
    breadcrumb: of(current),
    data: data.title,
  };
  return Object.fromEntries(
    Object.entries(places).flatMap(([name, text]) => (text === undefined ? [] : [[name, oneLine(text)]])),
  );
}

/** Links of a page's sidebar: their labels by address. */
export function sidebarLabels(html: string): ReadonlyMap<string, string> {
  const sidebars = allElements(parseDocument(html).children).filter(
    ({ name, attribs }) => name === "nav" && attribs["aria-label"] === "Docs sidebar",
  );
  const links = sidebars.flatMap(({ children }) => allElements(children)).filter(({ name }) => name === "a");
  return new Map(links.map(({ attribs, children }) => [attribs.href ?? "", oneLine(textOf(children))]));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function allElements(nodes: readonly ChildNode[]): Element[] {
  return nodes.flatMap((node) => (isTag(node) ? [node, ...allElements(node.children)] : []));
}

/** The text that a reader sees: without permalinks, footnote marks and the source of formulas. */
function textOf(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.data;
      if (!isTag(node)) return "children" in node ? textOf(node.children) : "";
      if (node.name === "img") return node.attribs.alt ?? "";
      if (node.name === "br") return " ";
      const isAside = /\b(?:anchor|footnote-ref)\b/.test(node.attribs.class ?? "") || node.name === "annotation";
      return isAside ? "" : textOf(node.children);
    })
    .join("");
}
