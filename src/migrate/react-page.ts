import type { Note } from "./rewriting.ts";

/** Where the parts of Docusaurus' theme that pages in React use come to stand. */
export const SHIM = "src/docusaurus.tsx";

/** These parts, written with docgen's. */
export const SHIM_TEXT = `// What pages written for Docusaurus use of its theme, made of docgen's.
import { Link as SiteLink, useSite, useTranslate, useUrl } from "docgen/theme";
import type { ReactNode } from "react";

type Props = { readonly children?: ReactNode; readonly [name: string]: unknown };

export function Layout({ children }: Props): ReactNode {
  return <>{children}</>;
}

export function Head(): ReactNode {
  return null;
}

export function Link({ to, href, children, ...rest }: Props & { readonly to?: string; readonly href?: string }): ReactNode {
  const isOutside = /^[a-z]+:/.test(to ?? "");
  return (
    <SiteLink {...(to === undefined || isOutside ? { href: href ?? to } : { to })} {...rest}>
      {children}
    </SiteLink>
  );
}

export function Heading({ as: Tag = "h2", children, ...rest }: Props & { readonly as?: "h1" | "h2" | "h3" | "h4" | "h5" | "h6" }): ReactNode {
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
    .flatMap((name) => (typeof name === "object" && name !== null ? Object.entries(name).flatMap(([key, isOn]) => (isOn ? [key] : [])) : [name]))
    .filter(Boolean)
    .join(" ");
}

/** A picture that Docusaurus makes a component of. */
export function picture(address: string) {
  return function Picture({ role, ...rest }: { readonly [name: string]: unknown }): ReactNode {
    return <img src={useUrl()(address)} alt="" {...rest} />;
  };
}
`;

/** The page's own module, and where that is named differently. */
const PARTS: Readonly<Record<string, string>> = {
  "@theme/Layout": "Layout",
  "@theme/Heading": "Heading",
  "@docusaurus/Link": "Link",
  "@docusaurus/Head": "Head",
  "@docusaurus/Translate": "Translate",
  "@docusaurus/useBaseUrl": "useBaseUrl",
  "@docusaurus/useDocusaurusContext": "useDocusaurusContext",
  clsx: "clsx",
  classnames: "clsx",
};

export interface ReactPageContext {
  /** Title of the site. */
  readonly title: string;
  /** Address of a picture that the page names. */
  readonly address: (specifier: string) => string | undefined;
}

/**
 * Rewrites the imports of a page in React.
 *
 * @param target where it comes to stand
 * @returns no text where it imports what docgen has nothing for
 */
export function rewriteReactPage(
  source: string,
  target: string,
  { title, address }: ReactPageContext,
): { text: string | undefined; notes: Note[] } {
  const notes: Note[] = [];
  const shim = `${"../".repeat(target.split("/").length - 1)}${SHIM}`;
  const lost: string[] = [];
  let text = source.replace(
    /^import\s+([^;"']*?)\s*from\s*["']([^"']+)["'];?[^\S\n]*$|^import\s*["']([^"']+)["'];?[^\S\n]*$/gm,
    (whole, names: string | undefined, from: string | undefined, bare: string | undefined) => {
      const name = from ?? bare ?? "";
      const part = PARTS[name];
      if (part !== undefined && names !== undefined) return shimImport(names, part, shim);
      if (name === "react" || name === "react-dom") return whole;
      const picture = address(name);
      if (picture !== undefined && names !== undefined && /^\w+$/.test(names) && !/\.css$/.test(name))
        return `const ${names} = ${pictureOf(picture)};`;
      if (/^\.{1,2}\/.*(?<!\.css)$/.test(name) && bare === undefined) lost.push(name);
      else lost.push(name);
      return whole;
    },
  );
  text = text.replace(/require\(\s*["']([^"']+)["']\s*\)(?:\.default)?/g, (whole, name: string) => {
    const picture = address(name);
    if (picture === undefined) return whole;
    if (picture.endsWith(".svg") && !text.includes("import { picture }"))
      notes.push({ line: 1, kind: "changed", message: "pictures are named by their addresses" });
    return pictureOf(picture);
  });
  if (lost.length > 0) {
    notes.push({
      line: 1,
      kind: "hand",
      message: `the page is left out: it imports ${lost.join(", ")}; write it anew in content/pages/ with docgen/theme`,
    });
    return { text: undefined, notes };
  }
  if (/\bpicture\(/.test(text)) text = `import { picture } from "${shim}";\n${text}`;
  if (!/export const title\b/.test(text)) {
    const own = /<Layout\s[^>]*?\btitle=(?:"([^"]+)"|\{["'`]([^"'`$]+)["'`]\})/.exec(text);
    text += `\nexport const title = ${JSON.stringify(own?.[1] ?? own?.[2] ?? title)};\n`;
  }
  notes.push({
    line: 1,
    kind: "changed",
    message: `is a page of docgen: parts of Docusaurus' theme come from ${SHIM}`,
  });
  return { text, notes };
}

function shimImport(names: string, part: string, shim: string): string {
  const [own = ""] = names.split(",");
  const local = own.trim();
  const named = /\{([^}]*)\}/.exec(names)?.[1]?.trim();
  const parts = [
    ...(local.startsWith("{") || local === "" ? [] : [local === part ? part : `${part} as ${local}`]),
    ...(named === undefined || named === "" ? [] : [named]),
  ];
  return `import { ${parts.join(", ")} } from "${shim}";`;
}

function pictureOf(address: string): string {
  return address.endsWith(".svg") ? `picture(${JSON.stringify(address)})` : JSON.stringify(address);
}
