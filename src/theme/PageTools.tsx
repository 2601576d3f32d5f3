import type { ReactNode } from "react";
import { absoluteUrl } from "../shared/route.ts";
import { useSite, useTranslate } from "./site-context.ts";

/** A button that copies the page as Markdown, and a menu beside it: open the Markdown, ask an assistant about it. */
export function PageTools(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  if (page.copy === undefined) return null;
  const { origin, links } = site.assistants ?? { origin: "", links: [] };
  const places = { url: absoluteUrl({ url: origin, baseUrl: site.baseUrl }, page.route), markdown: origin + page.copy };
  return (
    <div className="page-tools dropdown">
      <button type="button" className="copy-page" data-native="" suppressHydrationWarning>
        {t({ id: "theme.copyPage.label", message: "Copy page" })}
      </button>
      {/* May be open before hydration. */}
      <details suppressHydrationWarning>
        <summary aria-label={t({ id: "theme.copyPage.menu", message: "More" })} />
      </details>
      <ul>
        <li>
          <a href={page.copy} data-native="">
            {t({ id: "theme.copyPage.view", message: "View as Markdown" })}
          </a>
        </li>
        {links.map(({ label, url }) => (
          <li key={label}>
            <a
              href={url.replace(/\{(url|markdown)\}/g, (_, name: keyof typeof places) =>
                encodeURIComponent(places[name]),
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
