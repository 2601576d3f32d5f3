import { renderToStaticMarkup } from "react-dom/server";
import type { ComponentCall } from "../markdown/env.ts";
import { CARDS } from "../markdown/render-tokens.ts";
import type { SidebarItem } from "../navigation/types.ts";
import { toUrl } from "../shared/route.ts";
import { escapeHtml, jsonForHtml } from "../shared/text.ts";
import type { Texts } from "../shared/translate.ts";
import { CategoryCards } from "../theme/CategoryCards.tsx";
import { DOCS_VERSIONS_ID, PAGE_DATA_ID, TEXTS_ID } from "../theme/ids.ts";
import { List } from "../theme/lists/List.tsx";
import type { ListData } from "../theme/lists.ts";
import { MARKDOWN_COMPONENTS } from "../theme/markdown/registry.ts";
import { SiteContext } from "../theme/site-context.ts";
import type { DocsVersionsData, PageData, SiteData } from "../theme/types.ts";
import { type HeadInput, renderHead } from "./head.ts";
import { securityPolicy } from "./security-policy.ts";
import type { Template } from "./template.ts";

export interface RenderInput {
  readonly site: SiteData;
  readonly page: PageData;
  /** The page as `renderApp` renders it. */
  readonly app: string;
  readonly head: HeadInput;
  readonly template: Template;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Base64 of a text's SHA-256 digest, for the content security policy. */
  readonly sha256: (text: string) => string;
  /** Translations of what the browser's scripts say. */
  readonly clientTexts: Texts;
}

/** Renders one page to the bytes that are served. */
export function renderPage(input: RenderInput): string {
  const { site, page, app, head, template, lang, dir, clientTexts } = input;
  const { colorMode } = head.config;
  const theme = colorMode.respectPrefersColorScheme
    ? ""
    : ` data-theme="${colorMode.defaultMode}" data-default-theme="${colorMode.defaultMode}"`;
  const tags = renderHead(head);
  const policy = securityPolicy(head.config, template.own + tags, input.sha256);
  return template.fill({
    htmlAttributes: `lang="${escapeHtml(lang)}" dir="${dir}"${theme}`,
    head: policy === undefined ? tags : `${policyTag(policy)}\n${tags}`,
    app,
    data: [
      // The contents stand in the page already, and are read from there.
      jsonBlock(PAGE_DATA_ID, { ...page, toc: undefined }),
      ...docsVersionsBlock(site),
      ...(Object.keys(clientTexts).length === 0 ? [] : [jsonBlock(TEXTS_ID, clientTexts)]),
    ].join("\n"),
  });
}

function policyTag(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`;
}

/** What the browser's script must know to keep the reader's preferred versions; nothing where there is no choice. */
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

/** Renders a component that stands in Markdown. */
export function renderComponent(call: ComponentCall, texts: Texts = {}): string {
  return renderToStaticMarkup(MARKDOWN_COMPONENTS[call.name]?.(call, texts));
}

/** Renders the cards of a category's pages. */
export function renderCards(site: SiteData, page: PageData, items: readonly SidebarItem[]): string {
  return renderToStaticMarkup(
    <SiteContext.Provider value={{ site, page }}>
      <CategoryCards items={items} />
    </SiteContext.Provider>,
  );
}

/** Renders what a list page shows. */
export function renderList(site: SiteData, page: PageData, list: ListData): string {
  return renderToStaticMarkup(
    <SiteContext.Provider value={{ site, page }}>
      <List list={list} />
    </SiteContext.Provider>,
  );
}

/** Tags that pages may use. */
export const COMPONENT_NAMES: readonly string[] = [CARDS, ...Object.keys(MARKDOWN_COMPONENTS)];
