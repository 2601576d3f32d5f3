import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ComponentCall, ComponentKind } from "../markdown/env.ts";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { Failure } from "../shared/failure.ts";
import { positionAt } from "../shared/line-at.ts";
import { toUrl } from "../shared/route.ts";
import { escapeHtml, jsonForHtml } from "../shared/text.ts";
import type { Texts } from "../shared/translate.ts";
import { DOCS_VERSIONS_ID, PAGE_DATA_ID, TEXTS_ID } from "../theme/element-ids.ts";
import { CategoryCards, List } from "../theme/lists/List.tsx";
import { MARKDOWN_COMPONENTS } from "../theme/markdown-components.tsx";
import { SiteContext } from "../theme/site-context.ts";
import type { DocsVersionsData, ListData, PageData, SiteData } from "../theme/theme-types.ts";
import { withoutPreloads } from "./app.tsx";
import { type HeadInput, meta, renderHead } from "./head.ts";
import { securityPolicy } from "./security-policy.ts";

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/;
const NAMES = ["htmlAttributes", "head", "app", "data"] as const;

/** Values by placeholder name: `{{head}}`. */
type TemplateValues = Readonly<Record<(typeof NAMES)[number], string>>;

/** A page template, parsed once and filled for every page. */
export interface Template {
  readonly fill: (values: TemplateValues) => string;
  /** The text of the template without placeholders. */
  readonly text: string;
}

/** Parses a template. @param path for messages @throws Failure (exit code 2) for a wrong or missing placeholder */
export function parseTemplate(path: string, source: string): Template {
  const parts = source.split(PLACEHOLDER);
  const used = [...source.matchAll(new RegExp(PLACEHOLDER, "g"))];
  const unknown = used.find(([, name = ""]) => !NAMES.includes(name as keyof TemplateValues));
  const missing = NAMES.find((name) => used.every((match) => match[1] !== name));
  if (unknown !== undefined) {
    const { line, column } = positionAt(source, unknown.index);
    const valid = NAMES.map((name) => `{{${name}}}`).join(", ");
    throw new Failure(2, `${path}:${line}:${column}: unknown placeholder ${unknown[0]} (valid: ${valid})`);
  }
  if (missing !== undefined) throw new Failure(2, `${path}:1:1: the placeholder {{${missing}}} is missing; add it`);
  return {
    fill: (values) =>
      parts.map((part, index) => (index % 2 === 0 ? part : values[part as keyof TemplateValues])).join(""),
    text: parts.filter((_, index) => index % 2 === 0).join(""),
  };
}

export interface RenderInput {
  readonly site: SiteData;
  /** Output of `renderApp`. */
  readonly app: string;
  readonly head: HeadInput;
  readonly template: Template;
  /** Base64 SHA-256 digest of a text, for the content security policy. */
  readonly sha256: (text: string) => string;
  /** Translations for client scripts. */
  readonly clientTexts: Texts;
}

/** Renders a page to the HTML that is served. */
export function renderPage(input: RenderInput): string {
  const { site, app, head, template, clientTexts } = input;
  const { page, locale } = head;
  const { colorMode } = head.config;
  const theme = colorMode.respectPrefersColorScheme
    ? ""
    : ` data-theme="${colorMode.defaultMode}" data-default-theme="${colorMode.defaultMode}"`;
  const tags = renderHead(head);
  const policy = securityPolicy(head.config, template.text + tags, input.sha256);
  return template.fill({
    htmlAttributes: `lang="${escapeHtml(locale.htmlLang)}" dir="${locale.direction}"${theme}`,
    head: policy === undefined ? tags : `${meta("http-equiv", "Content-Security-Policy", policy)}\n${tags}`,
    app,
    data: [
      // The table of contents is in the page's HTML and read from there.
      jsonBlock(PAGE_DATA_ID, { ...page, toc: undefined }),
      ...docsVersionsBlock(site),
      ...(Object.keys(clientTexts).length === 0 ? [] : [jsonBlock(TEXTS_ID, clientTexts)]),
    ].join("\n"),
  });
}

/** Data for the client's version preference; none if there is no choice of versions. */
function docsVersionsBlock({ docs = [], baseUrl }: SiteData): string[] {
  if (docs.every(({ versions }) => versions.length < 2)) return [];
  const value: DocsVersionsData = docs.map(({ plugin, last, versions }) => {
    return { plugin, last, versions: versions.map(({ name, label, route }) => [name, label, toUrl(baseUrl, route)]) };
  });
  return [jsonBlock(DOCS_VERSIONS_ID, value)];
}

function jsonBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** Renders a component used in Markdown. */
export function renderComponent(call: ComponentCall, texts: Texts = {}): string {
  return renderToStaticMarkup(MARKDOWN_COMPONENTS[call.name]?.render(call, texts));
}

/** Renders the cards of the pages in a category. */
export function renderCards(site: SiteData, page: PageData, items: readonly SidebarItem[]): string {
  return renderInSite(site, page, <CategoryCards items={items} />);
}

/** Renders the content of a list page. */
export function renderList(site: SiteData, page: PageData, list: ListData): string {
  return renderInSite(site, page, <List list={list} />);
}

function renderInSite(site: SiteData, page: PageData, content: ReactNode): string {
  return withoutPreloads(
    renderToStaticMarkup(<SiteContext.Provider value={{ site, page }}>{content}</SiteContext.Provider>),
  );
}

/** The components for use in pages, by name. */
export const PAGE_COMPONENTS: ReadonlyMap<string, ComponentKind> = new Map(Object.entries(MARKDOWN_COMPONENTS));
