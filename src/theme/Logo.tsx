import type { ReactNode } from "react";
import type { LogoConfig } from "../config/schema.ts";
import { useUrl } from "./site-context.ts";

/** A logo that leads where it is told to. */
export function LinkedLogo({ logo }: { readonly logo: LogoConfig }): ReactNode {
  if (logo.href === undefined) return <Logo logo={logo} />;
  return (
    <a href={logo.href} target={logo.target}>
      <Logo logo={logo} />
    </a>
  );
}

/** A logo in both colour modes; the style sheet shows the one that fits. */
export function Logo({ logo }: { readonly logo: LogoConfig }): ReactNode {
  const url = useUrl();
  const address = (src: string) => (src.startsWith("/") ? url(src) : src);
  const size = { width: logo.width ?? 32, height: logo.height ?? 32 };
  const { srcDark } = logo;
  return (
    <>
      <img className={srcDark === undefined ? "" : "light-only"} src={address(logo.src)} alt={logo.alt} {...size} />
      {srcDark === undefined ? null : <img className="dark-only" src={address(srcDark)} alt={logo.alt} {...size} />}
    </>
  );
}
