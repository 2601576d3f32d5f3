import * as v from "valibot";
import { wordSet } from "../shared/text.ts";
import { address, nonEmptyText, textLike, textValue } from "./values-schema.ts";

/** Only characters without a special meaning in URLs, host rules and URL patterns. */
export const baseUrl = v.config(
  v.pipe(
    textLike(/^\/(?:.*\/)?$/s, 'must begin and end with "/"'),
    v.check(
      (path) => /^\/(?:(?!\.{1,2}\/)[\w.~+@-]+\/)*$/.test(path),
      'must be names between "/", of letters from a to z, digits, "-", ".", "_", "~", "+" and "@"',
    ),
  ),
  { abortPipeEarly: true },
);

/** The reason why a path can't be a base URL; undefined if it can. */
export function baseUrlFault(path: string): string | undefined {
  return v.safeParse(baseUrl, path).issues?.[0].message;
}

const urlLike = (pattern: RegExp, rule: string) =>
  v.pipe(
    textLike(pattern, rule),
    v.check((url) => URL.canParse(url), rule),
  );

export const siteUrl = urlLike(/^https?:\/\/[^/?#@\\\s"<>]+$/, 'must be an origin such as "https://example.com"');

export const headerName = textLike(/^[A-Za-z0-9-]+$/, "must be the name of a header");

export const hostName = textLike(
  /^[^/:?#@\s*]*$/,
  'must be a host name such as "docs.example.com", without scheme and port',
);

export const headerValue = v.pipe(
  v.string(),
  v.check((value) => /^[\t\x20-\x7e\xa0-\xff]+$/.test(value), "must be one line of Latin-1 characters"),
);

/** https://www.w3.org/TR/CSP3/ and its extensions. */
const DIRECTIVES = wordSet(
  "base-uri child-src connect-src default-src fenced-frame-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src object-src report-to report-uri require-trusted-types-for sandbox script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types upgrade-insecure-requests webrtc worker-src",
);

/** The name of a directive, in lower case: if the same directive occurs twice, browsers ignore the second. */
export const directive = v.pipe(
  textValue,
  v.toLowerCase(),
  v.check((name) => DIRECTIVES.has(name), 'must be the name of a directive, such as "img-src"'),
);

const policySource = v.pipe(
  v.string(),
  v.check((source) => /^[^\s;,\p{Cc}]+$/u.test(source), 'must be a single source without ";" or ","'),
);

export const policySources = v.pipe(
  v.array(policySource),
  v.check(
    (all) => all.length === 1 || !all.some((source) => source.toLowerCase() === "'none'"),
    "must be 'none' alone or only other sources",
  ),
);

/**
 * Counts page views with a service: Google Analytics (`gtag`; `analytics.js`, which Google has switched off), Google Tag
 * Manager (`gtm`), Plausible, Umami, Matomo or GoatCounter. Absent: nothing is loaded or sent.
 */
export const analytics = v.strictObject({
  /** Service to use. */
  variant: v.picklist(["gtag", "analytics.js", "gtm", "plausible", "umami", "matomo", "goatcounter"]),
  /**
   * Id of the site at the service: tracking id of Google Analytics, container of Tag Manager, domain at Plausible, website
   * id of Umami, site id of Matomo, code of GoatCounter.
   */
  trackingId: nonEmptyText,
  /** Truncates the IP addresses of readers; Google Analytics only. */
  anonymizeIP: v.optional(v.boolean(), true),
  /** URL of the service if you host it yourself; `matomo` needs it. Default: that of the service. */
  host: v.optional(urlLike(/^https?:\/\/[^?#\s"<>]+$/, 'must be a URL such as "https://stats.example.com"')),
});

export const script = v.strictObject({
  /** URL of the script. */
  src: address,
  /** Adds `async`: the script runs as soon as it is loaded. */
  async: v.optional(v.boolean(), false),
  /** Adds `defer`: the script runs once the page is parsed. */
  defer: v.optional(v.boolean(), false),
  /** Value of the `type` attribute. */
  type: v.optional(textValue),
  /** Hash that the script must have, as in the `integrity` attribute. */
  integrity: v.optional(textValue),
  /** Value of the `crossorigin` attribute. */
  crossorigin: v.optional(v.picklist(["anonymous", "use-credentials"])),
  /**
   * Where the script is loaded. `every-page`: by a tag in each page; `wanted`: by a tag in pages whose front matter
   * names it in `scripts`; `demand`: in those pages, too, but only when their code calls `loadScripts(name)`.
   */
  on: v.optional(v.picklist(["every-page", "wanted", "demand"]), "every-page"),
  /** Name by which pages refer to the script. */
  name: v.optional(textValue),
});
