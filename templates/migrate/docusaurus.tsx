// What pages written for Docusaurus use of its theme, made of docgen's.
import { Link as SiteLink, useSite, useTranslate, useUrl } from "docgen/theme";
import type { ReactNode } from "react";

type Props = { readonly children?: ReactNode; readonly [name: string]: unknown };

export function Layout({ children }: Props): ReactNode {
  return <>{children}</>;
}

export function Head(): ReactNode {
  return null;
}

export function Link({
  to,
  href,
  children,
  ...rest
}: Props & { readonly to?: string; readonly href?: string }): ReactNode {
  const isOutside = /^[a-z]+:/.test(to ?? "");
  return (
    <SiteLink {...(to === undefined || isOutside ? { href: href ?? to ?? "" } : { to })} {...rest}>
      {children}
    </SiteLink>
  );
}

export function Heading({
  as: Tag = "h2",
  children,
  ...rest
}: Props & { readonly as?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" }): ReactNode {
  return <Tag {...rest}>{children}</Tag>;
}

export function Translate({ id, children }: Props & { readonly id?: string }): ReactNode {
  return useTranslate()({ ...(id === undefined ? {} : { id }), message: String(children) });
}

export function translate({ message }: { readonly id?: string; readonly message: string }): string {
  return message;
}

export function useBaseUrl(address: string): string {
  return useUrl()(address);
}

export function useDocusaurusContext() {
  const { site } = useSite();
  return { siteConfig: { ...site, customFields: {} } };
}

export function clsx(...names: readonly unknown[]): string {
  return names
    .flatMap((name) =>
      typeof name === "object" && name !== null
        ? Object.entries(name).flatMap(([key, isOn]) => (isOn ? [key] : []))
        : [name],
    )
    .filter(Boolean)
    .join(" ");
}

function Picture({
  address,
  role,
  ...rest
}: {
  readonly address: string;
  readonly [name: string]: unknown;
}): ReactNode {
  return <img src={useUrl()(address)} alt="" {...rest} />;
}

/** A picture that Docusaurus makes a component of. */
export function picture(address: string) {
  return (props: { readonly [name: string]: unknown }): ReactNode => <Picture address={address} {...props} />;
}
