import { pageModules } from "docgen:pages";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "../theme/App.tsx";
import { ARTICLE_ID, PAGE_DATA_ID } from "../theme/ids.ts";
import type { PageData, SiteData } from "../theme/types.ts";
import { isSearchShortcut } from "./hydrate-on-intent.ts";

const SearchPanel = lazy(() => import("./SearchPanel.tsx"));

/** Resolved when React has taken the page over. */
export const ready: Promise<void> = hydrate();

async function hydrate(): Promise<void> {
  const page = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? "") as PageData;
  const address = document.querySelector<HTMLScriptElement>("script[data-site]")?.dataset.site ?? "";
  const [site, Page] = await Promise.all([
    fetch(address).then((response) => response.json() as Promise<SiteData>),
    page.kind === "component" ? pageModules[page.route]?.() : undefined,
  ]);
  const articleHtml = document.getElementById(ARTICLE_ID)?.innerHTML ?? "";
  const root = document.getElementById("docgen");
  if (root === null) return;
  await new Promise<void>((resolve) => {
    const client = <Client site={site} page={page} articleHtml={articleHtml} Page={Page?.default} onReady={resolve} />;
    hydrateRoot(root, client);
  });
}

interface Props {
  readonly site: SiteData;
  readonly page: PageData;
  readonly articleHtml: string;
  readonly Page: ComponentType | undefined;
  readonly onReady: () => void;
}

function Client({ site, page, articleHtml, Page, onReady }: Props): ReactNode {
  const [isSearching, setSearching] = useState(false);
  useEffect(onReady, [onReady]);
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
      <App site={site} page={page} articleHtml={articleHtml} Page={Page} openSearch={() => setSearching(true)} />
      {isSearching ? (
        <Suspense>
          <SearchPanel site={site} onClose={() => setSearching(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
