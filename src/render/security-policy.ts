import type { SiteConfig } from "../config/schema.ts";

/** Sources by directive. */
type Policy = Readonly<Record<string, readonly string[]>>;

/** What a page may load and run, besides scripts; styles of diagrams and of the editor stand in the page. */
const BASE: Policy = {
  "default-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "https:", "data:", "blob:"],
  "media-src": ["'self'", "https:", "data:", "blob:"],
  "font-src": ["'self'", "data:"],
  // Live samples fetch through the page.
  "connect-src": ["'self'", "https:"],
  "worker-src": ["'self'", "blob:"],
  "object-src": ["'none'"],
  "base-uri": ["'self'"],
};

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)(?:<\/script>|$)/gi;
/** Types that a browser runs; others are data. */
const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/;

/** The scripts of HTML that a browser would run: the words of inline ones, the addresses of others. */
function findScripts(html: string): {
  readonly inline: readonly string[];
  readonly addresses: readonly string[];
} {
  const inline: string[] = [];
  const addresses: string[] = [];
  for (const [, attributes = "", words = ""] of html.matchAll(SCRIPT)) {
    const attribute = (name: string) => {
      const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
      return found?.[1] ?? found?.[2] ?? found?.[3];
    };
    const src = attribute("src");
    if (!RUNS.test(attribute("type") ?? "")) continue;
    if (src === undefined) inline.push(words);
    else addresses.push(src.replaceAll("&amp;", "&"));
  }
  return { inline, addresses };
}

/**
 * The content security policy of a page: its own scripts, those of the configuration, and no other;
 * inline ones by their hash. Undefined where the configuration wants none.
 *
 * @param html the page without its article: what stands there never runs
 * @param sha256 base64 of a text's digest
 */
export function securityPolicy(config: SiteConfig, html: string, sha256: (text: string) => string): string | undefined {
  const { contentSecurityPolicy: own } = config;
  if (own === false) return undefined;
  const { inline, addresses } = findScripts(html);
  // A page that the router swaps in stays under the policy of the first: all configured scripts are in each.
  const all = [...addresses, ...config.scripts.map(({ src }) => src)];
  const scripts = [
    "'self'",
    ...new Set(inline.map((words) => `'sha256-${sha256(words)}'`)),
    ...new Set(all.filter((src) => /^(?:https?:)?\/\//.test(src)).map(sourceOf)),
  ];
  const policy: Record<string, readonly string[]> = { ...BASE, "script-src": scripts };
  for (const [directive, sources] of Object.entries(own)) {
    policy[directive] = [...(policy[directive] ?? policy["default-src"] ?? []), ...sources];
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(" ")}`)
    .join("; ");
}

/** A policy names addresses without query; `;` and `,` would end the source. */
function sourceOf(address: string): string {
  return address
    .replace(/[?#].*$/, "")
    .replace(/;/g, "%3B")
    .replace(/,/g, "%2C");
}
