import * as React from "react";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as ReactDom from "react-dom";
import { flushSync } from "react-dom";
import * as ReactDomClient from "react-dom/client";
import { hydrateRoot } from "react-dom/client";
import { HYDRATED } from "../shared/constants.ts";
import { App } from "../theme/App.tsx";
import { APP_ID, ARTICLE_ID } from "../theme/ids.ts";
import * as theme from "../theme/public.ts";
import { readToc } from "../theme/TableOfContents.tsx";
import type { PageData, SiteData } from "../theme/types.ts";
import type { Shell } from "./hydrate-on-intent.ts";
import { readPageData } from "./page.ts";
import { createSearchDesk, type SearchDesk } from "./search/desk.ts";
import { prepareOnReach, useSearch } from "./search/use-search.tsx";
import { siteTag } from "./site.ts";

/** What chunks of pages written in React import: contexts and hooks work with the one copy that holds the page. */
export const shared: Readonly<Record<string, object>> = {
  react: React,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": ReactDom,
  "react-dom/client": ReactDomClient,
  "docgen/theme": theme,
};

/** What the shell shows of one page. */
interface View {
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page: ComponentType | undefined;
}

/** Resolved when React has taken the page over. @throws where data or scripts of the page can't be loaded; to be tried again */
export async function hydrate(): Promise<Shell> {
  const data = fetchSite();
  const desk = createSearchDesk(data);
  const failing = new AbortController();
  prepareOnReach(desk, failing.signal);
  const [site, first] = await Promise.all([data, viewOf(document)]).catch((error: unknown) => {
    failing.abort();
    throw error;
  });
  // The template has it: without it there would be no page to take over.
  const root = document.getElementById(APP_ID) as HTMLElement;
  root.setAttribute(HYDRATED, "");
  return new Promise((resolve) => {
    hydrateRoot(root, <Client site={site} desk={desk} first={first} onReady={resolve} />);
  });
}

async function fetchSite(): Promise<SiteData> {
  const response = await fetch(siteTag().site ?? "");
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  return (await response.json()) as SiteData;
}

function pageOf(from: Document): PageData {
  return { ...readPageData(from), toc: readToc(from) };
}

/** Reads a page: its data, and its article as it stands. */
async function viewOf(from: Document): Promise<View> {
  const page = pageOf(from);
  const chunk = page.chunk === undefined ? undefined : ((await import(page.chunk)) as Chunk);
  return { page, Page: chunk?.default, articleHtml: from.getElementById(ARTICLE_ID)?.innerHTML ?? "" };
}

/** Of a page written in React. */
interface Chunk {
  readonly default: ComponentType;
}

interface Props {
  readonly site: SiteData;
  readonly desk: SearchDesk;
  readonly first: View;
  readonly onReady: (shell: Shell) => void;
}

function Client({ site, desk, first, onReady }: Props): ReactNode {
  const [view, setView] = useState(first);
  const { open, panel } = useSearch(site, desk);
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
      {panel}
    </>
  );
}
