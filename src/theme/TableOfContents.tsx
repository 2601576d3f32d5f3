import type { ReactNode } from "react";
import type { TocEntry } from "../markdown/document.ts";
import { useTranslate } from "./site-context.ts";

/** The page's headings; the one being read is marked by the browser's script. */
export function TableOfContents({ entries }: { readonly entries: readonly TocEntry[] }): ReactNode {
  const t = useTranslate();
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <nav className="toc" aria-labelledby="docgen-toc">
      <p id="docgen-toc">{t({ id: "theme.TOCCollapsible.toggleButtonLabel", message: "On this page" })}</p>
      <ul>
        {entries.map(({ level, id, html }) => (
          <li key={id} className={level > top ? "deeper" : undefined}>
            {/* The script that marks what is being read may run before React does. */}
            <a href={`#${encodeURI(id)}`} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
