import type { ComponentType, ReactNode } from "react";
import { AnnouncementBar } from "./AnnouncementBar.tsx";
import { DocPage } from "./DocPage.tsx";
import { Footer } from "./Footer.tsx";
import { MAIN_ID } from "./ids.ts";
import { Navbar } from "./Navbar.tsx";
import { NotFound } from "./NotFound.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { SiteContext } from "./site-context.ts";
import type { PageData, SiteData } from "./types.ts";

interface Props {
  readonly site: SiteData;
  readonly page: PageData;
  /** The compiled Markdown. */
  readonly articleHtml: string;
  /** The component of a `.tsx` page. */
  readonly Page?: ComponentType | undefined;
  readonly openSearch?: (() => void) | undefined;
}

/** The whole of a page: rendered on the server, hydrated in the browser. */
export function App({ site, page, articleHtml, Page, openSearch }: Props): ReactNode {
  return (
    <SiteContext.Provider value={{ site, page }}>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to main content
      </a>
      <AnnouncementBar />
      <Navbar openSearch={openSearch} />
      <div className={page.sidebar === undefined ? "page" : "page with-sidebar"}>
        <Sidebar />
        <main id={MAIN_ID} tabIndex={-1}>
          <Content page={page} articleHtml={articleHtml} Page={Page} />
        </main>
      </div>
      <Footer />
    </SiteContext.Provider>
  );
}

function Content({ page, articleHtml, Page }: Pick<Props, "page" | "articleHtml" | "Page">): ReactNode {
  if (page.kind === "notFound") return <NotFound />;
  if (page.kind === "component") return Page === undefined ? null : <Page />;
  return <DocPage articleHtml={articleHtml} />;
}
