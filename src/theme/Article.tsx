import type { ReactNode } from "react";
import { ARTICLE_ID } from "./ids.ts";
import { useSite, useTranslate } from "./site-context.ts";

interface Props {
  readonly html: string;
  readonly className: string;
}

/** The article's static HTML; client scripts may add samples and buttons before hydration. */
export function ArticleHtml({ html, className }: Props): ReactNode {
  return (
    <div className={className} id={ARTICLE_ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** The page's title as its level-1 heading. */
export function Heading(): ReactNode {
  const { hideTitle, headingHtml, title } = useSite().page;
  const html = headingHtml ?? title.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  return hideTitle ? null : <h1 dangerouslySetInnerHTML={{ __html: html }} />;
}

/** A note that the page is unlisted. */
export function UnlistedNote(): ReactNode {
  const { unlisted } = useSite().page;
  const t = useTranslate();
  const message = "This page is unlisted: search engines and menus leave it out.";
  return unlisted ? <p className="unlisted">{t({ id: "theme.unlistedContent.message", message })}</p> : null;
}
