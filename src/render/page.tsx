import type { ComponentType } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { ComponentCall } from "../markdown/env.ts";
import { CARDS } from "../markdown/render-tokens.ts";
import type { SidebarItem } from "../navigation/types.ts";
import { escapeHtml, jsonForHtml } from "../shared/text.ts";
import { App } from "../theme/App.tsx";
import { CategoryCards } from "../theme/CategoryCards.tsx";
import { PAGE_DATA_ID } from "../theme/ids.ts";
import { List } from "../theme/lists/List.tsx";
import type { ListData } from "../theme/lists.ts";
import { MARKDOWN_COMPONENTS } from "../theme/markdown/registry.ts";
import { SiteContext } from "../theme/site-context.ts";
import type { PageData, SiteData } from "../theme/types.ts";
import { type HeadInput, renderHead } from "./head.ts";
import { securityPolicy } from "./security-policy.ts";
import type { Template } from "./template.ts";

export interface RenderInput {
  readonly site: SiteData;
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page?: ComponentType | undefined;
  readonly head: HeadInput;
  readonly template: Template;
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** Base64 of a text's SHA-256 digest, for the content security policy. */
  readonly sha256: (text: string) => string;
}

/** Renders one page to the bytes that are served. */
export function renderPage(input: RenderInput): string {
  const { site, page, articleHtml, Page, head, template, lang, dir } = input;
  const { colorMode } = head.config;
  const theme = colorMode.respectPrefersColorScheme ? "" : ` data-theme="${colorMode.defaultMode}"`;
  const tags = renderHead(head);
  const policy = securityPolicy(head.config, template.own + tags, input.sha256);
  return template.fill({
    htmlAttributes: `lang="${lang}" dir="${dir}"${theme}`,
    head: policy === undefined ? tags : `${policyTag(policy)}\n${tags}`,
    app: renderToString(<App site={site} page={page} articleHtml={articleHtml} Page={Page} />),
    data: `<script type="application/json" id="${PAGE_DATA_ID}">${jsonForHtml(page)}</script>`,
  });
}

function policyTag(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`;
}

/** Renders a component that stands in Markdown. */
export function renderComponent(call: ComponentCall): string {
  return renderToStaticMarkup(MARKDOWN_COMPONENTS[call.name]?.(call));
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
