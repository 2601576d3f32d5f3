import type { ReactNode } from "react";
import { LinkedLogo } from "./Logo.tsx";
import { useSite, useTranslate } from "./site-context.ts";
import type { SiteData } from "./theme-types.ts";

/** The footer: links in columns or one row, logo and copyright. */
export function Footer(): ReactNode {
  const { footer } = useSite().site;
  const t = useTranslate();
  const { columns, row, logo, copyright } = footer;
  return (
    <footer className={`footer ${footer.style}`}>
      <div className="footer-inner">
        {columns.length === 0 ? null : (
          <div className="footer-columns">
            {columns.map(({ title, links }, index) => (
              <nav key={title ?? index} aria-label={title ?? t({ id: "theme.Footer.ariaLabel", message: "Footer" })}>
                {title === undefined ? null : <p className="footer-title">{title}</p>}
                <Links links={links} />
              </nav>
            ))}
          </div>
        )}
        {row.length === 0 ? null : <Links className="footer-row" links={row} />}
        {logo === undefined ? null : <LinkedLogo logo={logo} />}
        {copyright === undefined ? null : <p className="copyright" dangerouslySetInnerHTML={{ __html: copyright }} />}
      </div>
    </footer>
  );
}

interface LinksProps {
  readonly links: SiteData["footer"]["row"];
  readonly className?: string;
}

function Links({ links, className }: LinksProps): ReactNode {
  return (
    <ul className={className}>
      {links.map(({ label, url }) => (
        <li key={label}>
          <a href={url}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
