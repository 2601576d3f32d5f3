import type { ReactNode } from "react";
import type { TocEntry } from "../markdown/document.ts";
import { wellFormed } from "../shared/route.ts";
import { useTranslate } from "./site-context.ts";

const TITLE_ID = "docgen-toc";

/**
 * The page's headings: beside the article, or folded above it where the window is narrow. The one
 * being read is marked by the browser's script.
 */
export function TableOfContents({ entries }: { readonly entries: readonly TocEntry[] }): ReactNode {
  const t = useTranslate();
  const top = Math.min(...entries.map(({ level }) => level));
  const title = t({ id: "theme.TOCCollapsible.toggleButtonLabel", message: "On this page" });
  return (
    <nav className="toc" aria-labelledby={TITLE_ID}>
      <p id={TITLE_ID}>{title}</p>
      {/* It may have been opened, and an entry marked, before React came. */}
      <details suppressHydrationWarning>
        <summary>{title}</summary>
        <ul>
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

/** A page's contents as they stand in it: sending them a second time, as data, would make long pages longer. */
export function readToc(from: Document): TocEntry[] {
  return [...from.querySelectorAll(".toc a")].map((link) => ({
    level: link.parentElement?.className === "" ? 2 : 3,
    id: decodeURI(link.getAttribute("href")?.slice(1) ?? ""),
    html: link.innerHTML,
  }));
}
