import type { ReactNode } from "react";
import type { LogoConfig } from "../config/schema.ts";
import { toUrl, withBaseUrl } from "../shared/route.ts";
import { useSite } from "./site-context.ts";

/** A logo, linked if it is configured so. */
export function LinkedLogo({ logo }: { readonly logo: LogoConfig }): ReactNode {
  if (logo.href === undefined) return <Logo logo={logo} />;
  return (
    <LogoLink logo={logo}>
      <Logo logo={logo} />
    </LogoLink>
  );
}

interface LogoLinkProps {
  readonly logo: LogoConfig | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The link of a logo, by default to the home page. `noopener` for a new window. */
export function LogoLink({ logo, children, className }: LogoLinkProps): ReactNode {
  const { baseUrl, homeRoute } = useSite().site;
  const { href, target } = logo ?? {};
  return (
    <a
      href={href === undefined ? toUrl(baseUrl, homeRoute) : withBaseUrl(baseUrl, href)}
      target={target}
      rel={target === "_blank" ? "noopener noreferrer" : undefined}
      className={className}
    >
      {children}
    </a>
  );
}

/** A logo for both colour modes; the style sheet shows the right one. */
export function Logo({ logo }: { readonly logo: LogoConfig }): ReactNode {
  const { baseUrl } = useSite().site;
  const address = (src: string) => withBaseUrl(baseUrl, src);
  const size = { width: logo.width ?? 32, height: logo.height ?? 32 };
  const { srcDark } = logo;
  return (
    <>
      <img className={srcDark === undefined ? "" : "light-only"} src={address(logo.src)} alt={logo.alt} {...size} />
      {srcDark === undefined ? null : <img className="dark-only" src={address(srcDark)} alt={logo.alt} {...size} />}
    </>
  );
}
