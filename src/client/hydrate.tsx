import { pageModules } from "docgen:pages";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { App } from "../theme/App.tsx";
import { APP_ID, ARTICLE_ID } from "../theme/ids.ts";
import type { PageData, SiteData } from "../theme/types.ts";
import { isSearchShortcut, type Shell } from "./hydrate-on-intent.ts";
import { readPageData } from "./page-data.ts";
import { reloadOnce } from "./reload-once.ts";
import { siteDataAddress } from "./site-address.ts";

const SearchPanel = lazy(() =>
  import("./SearchPanel.tsx").catch((error: unknown) => {
    reloadOnce(error);
    throw error;
  }),
);

/** Resolved when React has taken the page over. */
export const shell: Promise<Shell> = hydrate();

/** What the shell shows of one page. */
interface View {
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page: ComponentType | undefined;
}

async function hydrate(): Promise<Shell> {
  const [site, first] = await Promise.all([fetchSite(), viewOf(document)]);
  const root = document.getElementById(APP_ID);
  if (root === null) throw new Error(`the page has no element "${APP_ID}"`);
  return new Promise((resolve) => {
    hydrateRoot(root, <Client site={site} first={first} onReady={resolve} />);
  });
}

async function fetchSite(): Promise<SiteData> {
  const response = await fetch(siteDataAddress() ?? "");
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  return (await response.json()) as SiteData;
}

/** Reads a page: its data, and its article as it stands. */
async function viewOf(from: Document): Promise<View> {
  const page = readPageData(from);
  const Page = page.kind === "component" ? (await pageModules[page.route]?.())?.default : undefined;
  return { page, Page, articleHtml: from.getElementById(ARTICLE_ID)?.innerHTML ?? "" };
}

interface Props {
  readonly site: SiteData;
  readonly first: View;
  readonly onReady: (shell: Shell) => void;
}

function Client({ site, first, onReady }: Props): ReactNode {
  const [view, setView] = useState(first);
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    onReady({
      show: async (next) => {
        const nextView = await viewOf(next);
        flushSync(() => {
          setView(nextView);
          setSearching(false);
        });
      },
    });
  }, [onReady]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <App site={site} {...view} openSearch={() => setSearching(true)} />
      {isSearching ? (
        <Suspense>
          <SearchPanel site={site} onClose={() => setSearching(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
