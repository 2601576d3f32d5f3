import type { ReactNode } from "react";
import type { TocEntry } from "../markdown/document.ts";
import { wellFormed } from "../shared/route.ts";
import { useSite, useTranslate } from "./site-context.ts";

const TITLE_ID = "docgen-toc";

/** The table of contents: beside the article, or above it if narrow. A client script marks the current heading. */
export function TableOfContents({ entries }: { readonly entries: readonly TocEntry[] }): ReactNode {
  const t = useTranslate();
  const { original } = useSite().page;
  const top = Math.min(...entries.map(({ level }) => level));
  const title = t({ id: "theme.TOCCollapsible.toggleButtonLabel", message: "On this page" });
  return (
    <nav className="toc" aria-labelledby={TITLE_ID}>
      <p id={TITLE_ID}>{title}</p>
      {/* May be open, with a marked entry, before hydration. */}
      <details suppressHydrationWarning>
        <summary>{title}</summary>
        <ul {...original}>
          {entries.map(({ level, id, html }) => (
            <li key={id} className={level > top ? "deeper" : undefined}>
              <a
                href={`#${encodeURI(wellFormed(id))}`}
                suppressHydrationWarning
                dangerouslySetInnerHTML={{ __html: html }}
              />
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** Reads the table of contents from the page's HTML: repeating it in the page data would make long pages longer. */
export function readToc(from: Document): TocEntry[] {
  return [...from.querySelectorAll(".toc a")].map((link) => ({
    level: link.parentElement?.className === "" ? 2 : 3,
    id: decodeURI(link.getAttribute("href")?.slice(1) ?? ""),
    html: link.innerHTML,
  }));
}
