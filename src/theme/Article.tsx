import type { ReactNode } from "react";
import { ARTICLE_ID } from "./element-ids.ts";
import { LastUpdated } from "./LastUpdated.tsx";
import { useSite, useTranslate } from "./site-context.ts";
import { TitleBadge } from "./TitleBadge.tsx";

/** The article's static HTML; client scripts may add samples and buttons before hydration. */
export function ArticleHtml({ html, className }: { readonly html: string; readonly className: string }): ReactNode {
  const { original } = useSite().page;
  return (
    <div
      className={className}
      id={ARTICLE_ID}
      {...original}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The page's title as its level-1 heading; a badge stands beside it, so that the heading is the title alone. */
export function Heading(): ReactNode {
  const { hideTitle, headingHtml, title, original, badge } = useSite().page;
  const html = headingHtml ?? title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  if (hideTitle) return null;
  const heading = <h1 {...original} dangerouslySetInnerHTML={{ __html: html }} />;
  if (badge === undefined) return heading;
  return (
    <div className="titled">
      {heading}
      <TitleBadge badge={badge} />
    </div>
  );
}

/** Notes that the page is unlisted, or not translated. */
export function PageNotes(): ReactNode {
  const { unlisted, original } = useSite().page;
  const t = useTranslate();
  const message = "This page is unlisted: search engines and menus leave it out.";
  return (
    <>
      {unlisted ? <p className="page-note">{t({ id: "theme.unlistedContent.message", message })}</p> : null}
      {original === undefined ? null : (
        <p className="page-note">
          {t({ id: "theme.common.untranslated", message: "This page is not translated yet." })}
        </p>
      )}
    </>
  );
}

/** The link for editing the page, and its last change. */
export function PageMeta(): ReactNode {
  const { editUrl, lastUpdate } = useSite().page;
  const t = useTranslate();
  if (editUrl === undefined && lastUpdate === undefined) return null;
  return (
    <p className="doc-meta">
      {editUrl && <a href={editUrl}>{t({ id: "theme.common.editThisPage", message: "Edit this page" })}</a>}
      {lastUpdate && <LastUpdated {...lastUpdate} />}
    </p>
  );
}
