import type { ReactNode } from "react";
import { LinkedLogo } from "./Logo.tsx";
import { useSite, useTranslate } from "./site-context.ts";

/** Columns or one row of links, logo and copyright. */
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
                <ul>
                  {links.map((link) => (
                    <li key={link.label}>
                      <a href={link.url}>{link.label}</a>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
        )}
        {row.length === 0 ? null : (
          <ul className="footer-row">
            {row.map((link) => (
              <li key={link.label}>
                <a href={link.url}>{link.label}</a>
              </li>
            ))}
          </ul>
        )}
        {logo === undefined ? null : <LinkedLogo logo={logo} />}
        {copyright === undefined ? null : <p className="copyright" dangerouslySetInnerHTML={{ __html: copyright }} />}
      </div>
    </footer>
  );
}
