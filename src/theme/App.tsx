import type { ReactNode } from "react";
import { translate } from "../shared/translate.ts";
import { AnnouncementBar } from "./AnnouncementBar.tsx";
import { BackToTop } from "./BackToTop.tsx";
import { CrashPage, ErrorBoundary } from "./ErrorBoundary.tsx";
import { MAIN_ID, TOP_ID } from "./element-ids.ts";
import { Footer } from "./Footer.tsx";
import { Navbar } from "./Navbar.tsx";
import { PageContent } from "./PageContent.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { SiteContext } from "./site-context.ts";
import type { PageComponent, PageData, SiteData } from "./theme-types.ts";

interface Props {
  readonly site: SiteData;
  readonly page: PageData;
  readonly articleHtml: string;
  /** The component of a `.tsx` page. */
  readonly Page?: PageComponent | undefined;
  readonly openSearch?: (() => void) | undefined;
}

/** The root component. An error in the page keeps the layout; an error in the layout replaces it. */
export function App({ site, page, articleHtml, Page, openSearch }: Props): ReactNode {
  return (
    <SiteContext.Provider value={{ site, page }}>
      <ErrorBoundary fallback={CrashPage}>
        <div id={TOP_ID} tabIndex={-1}>
          <a className="skip-link" href={`#${MAIN_ID}`}>
            {translate(site.texts, { id: "theme.common.skipToMainContent", message: "Skip to main content" })}
          </a>
        </div>
        <AnnouncementBar />
        <Navbar openSearch={openSearch} />
        <div className={page.sidebar === undefined ? "page" : "page with-sidebar"}>
          <Sidebar />
          <main id={MAIN_ID} tabIndex={-1}>
            <ErrorBoundary key={page.route} fallback={CrashPage}>
              <PageContent articleHtml={articleHtml} Page={Page} />
            </ErrorBoundary>
          </main>
        </div>
        <Footer />
        <BackToTop />
      </ErrorBoundary>
    </SiteContext.Provider>
  );
}
