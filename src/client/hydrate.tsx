import * as React from "react";
import { type ReactNode, useEffect, useState } from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as ReactDom from "react-dom";
import { flushSync } from "react-dom";
import * as ReactDomClient from "react-dom/client";
import { hydrateRoot } from "react-dom/client";
import { HYDRATED } from "../shared/constants.ts";
import { App } from "../theme/App.tsx";
import { APP_ID, ARTICLE_ID, RESULTS_ID } from "../theme/element-ids.ts";
import * as theme from "../theme/public.ts";
import { readToc } from "../theme/TableOfContents.tsx";
import type { PageComponent, PageData, SiteData } from "../theme/theme-types.ts";
import type { Shell } from "./hydrate-on-intent.ts";
import { fetchJson, readPageData, siteTag } from "./page.ts";
import type { ResultsPage } from "./search/ResultsPage.tsx";
import { createSearchClient, type SearchClient } from "./search/search-client.ts";
import { preloadOnIntent, useSearch } from "./search/use-search.tsx";

/** Imports of scripts of pages written in React: they must share this copy for contexts and hooks to work. */
export const shared: Readonly<Record<string, object>> = {
  react: React,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": ReactDom,
  "react-dom/client": ReactDomClient,
  "docgen/theme": theme,
};

// For the scripts of components: what their language is given by.
export { LanguageContext } from "../theme/site-context.ts";
export { basePath } from "./page.ts";

/** Props of the app for one page. */
interface View {
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page: PageComponent | undefined;
  /** On the page of the search only. */
  readonly Results: typeof ResultsPage | undefined;
}

/** Resolves when the page is hydrated. @throws if data or scripts of the page can't be loaded; can be retried */
export async function hydrate(): Promise<Shell> {
  const data = fetchJson(siteTag().site ?? "") as Promise<SiteData>;
  const client = createSearchClient(data);
  const failing = new AbortController();
  preloadOnIntent(client, failing.signal);
  const [site, first] = await Promise.all([data, viewOf(document)]).catch((error: unknown) => {
    failing.abort();
    throw error;
  });
  // The template has it, or there would be no page to hydrate.
  const root = document.getElementById(APP_ID) as HTMLElement;
  root.setAttribute(HYDRATED, "");
  return new Promise((resolve) => {
    hydrateRoot(root, <Client site={site} client={client} first={first} onReady={resolve} />);
  });
}

function pageOf(from: Document): PageData {
  return { ...readPageData(from), toc: readToc(from) };
}

/** Reads a page's data, and its article's HTML. */
async function viewOf(from: Document): Promise<View> {
  const page = pageOf(from);
  const chunk =
    page.chunk === undefined ? undefined : ((await import(page.chunk)) as { readonly default: PageComponent });
  const hasResults = from.getElementById(RESULTS_ID) !== null;
  const Results = hasResults ? (await import("./search/ResultsPage.tsx")).ResultsPage : undefined;
  return { page, Page: chunk?.default, Results, articleHtml: from.getElementById(ARTICLE_ID)?.innerHTML ?? "" };
}

interface Props {
  readonly site: SiteData;
  readonly client: SearchClient;
  readonly first: View;
  readonly onReady: (shell: Shell) => void;
}

function Client({ site, client, first, onReady }: Props): ReactNode {
  const [{ Results, ...view }, setView] = useState(first);
  const { open, panel } = useSearch(site, client);
  useEffect(() => {
    onReady({
      prepare: async (next) => {
        const nextView = await viewOf(next);
        return () => flushSync(() => setView(nextView));
      },
      update: (next) => flushSync(() => setView((old) => ({ ...old, page: pageOf(next) }))),
    });
  }, [onReady]);
  return (
    <>
      <App site={site} {...view} openSearch={open} />
      {Results === undefined ? null : <Results site={site} client={client} />}
      {panel}
    </>
  );
}
