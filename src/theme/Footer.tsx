import type { ReactNode } from "react";
import type { FooterConfig } from "../config/schema.ts";
import { Link } from "./Link.tsx";
import { Logo } from "./Logo.tsx";
import { useSite } from "./site-context.ts";

type FooterEntry = FooterConfig["links"][number];
type FooterLink = Exclude<FooterEntry, { items: unknown }>;

/** Columns or one row of links, logo and copyright. */
export function Footer(): ReactNode {
  const { footer } = useSite().site;
  const { links, logo, copyright } = footer;
  const columns = links.flatMap((entry) => ("items" in entry ? [entry] : []));
  const row = links.flatMap((entry) => ("items" in entry ? [] : [entry]));
  return (
    <footer className={`footer ${footer.style}`}>
      <div className="footer-inner">
        {columns.length === 0 ? null : (
          <div className="footer-columns">
            {columns.map(({ title, items }, index) => (
              <nav key={title ?? index} aria-label={title ?? "Footer"}>
                {title === undefined ? null : <p className="footer-title">{title}</p>}
                <ul>
                  {items.map((link) => (
                    <li key={link.label}>
                      <FooterAnchor link={link} />
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
                <FooterAnchor link={link} />
              </li>
            ))}
          </ul>
        )}
        {logo === undefined ? null : <Logo logo={logo} />}
        {copyright === undefined ? null : <p className="copyright" dangerouslySetInnerHTML={{ __html: copyright }} />}
      </div>
    </footer>
  );
}

function FooterAnchor({ link }: { readonly link: FooterLink }): ReactNode {
  return (
    <Link to={link.to} href={link.href}>
      {link.label}
    </Link>
  );
}
