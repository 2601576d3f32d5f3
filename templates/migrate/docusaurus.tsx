// What pages written for Docusaurus use of its theme, made of docgen's.
import { Link as SiteLink, useSite, useTranslate, useUrl } from "docgen/theme";
import { createElement, Fragment, type ReactNode } from "react";

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
  return (
    <SiteLink {...(to === undefined ? { href: href ?? "" } : { to })} {...rest}>
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

/** Of the configuration of Docusaurus. */
const SETTINGS = { siteConfig: { customFields: {} }, i18n: { defaultLocale: "en", locales: ["en"] } };

type Text = { readonly id?: string; readonly message?: string };

/** A text in the language of the page, with values or elements in the place of their names in braces. */
export function Translate({
  text,
  id,
  values = {},
  children,
}: Props & { readonly text?: Text; readonly id?: string; readonly values?: Readonly<Record<string, ReactNode>> }) {
  const own = text ?? { ...(id === undefined ? {} : { id }), message: String(children) };
  const parts = useTranslate()(own).split(/\{(\w+)\}/);
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
  return createElement(Fragment, null, ...shown);
}

/** A text in the language of the page; where none is rendered, as it is written. */
export function translate(text: Text, values: Readonly<Record<string, string | number>> = {}): string {
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: it reads a context alone, for which the order does not matter
    return useTranslate()(text, values);
  } catch {
    return (text.message ?? text.id ?? "").replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
  }
}

export function useBaseUrl(address: string): string {
  return useUrl()(address);
}

export function useDocusaurusContext() {
  const { site } = useSite();
  const { siteConfig, i18n } = SETTINGS;
  // Languages besides the default one have a folder of their own.
  const currentLocale = i18n.locales.find((name) => site.baseUrl.endsWith(`/${name}/`)) ?? i18n.defaultLocale;
  return { siteConfig: { ...site, ...siteConfig }, i18n: { ...i18n, currentLocale } };
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
