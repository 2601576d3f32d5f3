import * as v from "valibot";
import { address } from "./address-schema.ts";
import { baseUrlFault } from "./base-url.ts";
import { textValue } from "./values-schema.ts";

export const baseUrl = v.pipe(
  textValue,
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? baseUrlFault(dataset.value) : undefined;
    if (fault !== undefined) addIssue({ message: fault });
  }),
);

export const siteUrl = v.pipe(
  textValue,
  v.check(
    (value) => /^https?:\/\/[^/?#@\\\s"<>]+$/.test(value) && URL.canParse(value),
    'must be an origin such as "https://example.com"',
  ),
);

export const headerName = v.pipe(
  textValue,
  v.check((name) => /^[A-Za-z0-9-]+$/.test(name), "must be the name of a header"),
);

export const headerValue = v.pipe(
  textValue,
  v.check((value) => /^[\t\x20-\x7e\xa0-\xff]+$/.test(value), "must be one line of Latin-1 characters"),
);

/** In small letters, as docgen's own: of two that differ in case, browsers ignore the second. */
export const directive = v.pipe(
  textValue,
  v.toLowerCase(),
  v.check((name) => /^[a-z-]+$/i.test(name), "must be the name of a directive"),
);

const policySource = v.pipe(
  textValue,
  v.check((source) => /^[^\s;,\p{Cc}]+$/u.test(source), 'must be one source without ";" and ","'),
);

export const policySources = v.pipe(
  v.array(policySource),
  v.check((all) => all.length === 1 || !all.some((one) => one.toLowerCase() === "'none'"), "'none' stands alone"),
);

/** Page views. Nothing is loaded or sent while this is absent. */
export const analytics = v.strictObject({
  /** Script of Google Analytics that counts. */
  variant: v.picklist(["gtag", "analytics.js"]),
  /** Number that Google gave. */
  trackingId: textValue,
  /** Cuts the addresses of readers. */
  anonymizeIP: v.optional(v.boolean(), true),
});

export const script = v.strictObject({
  /** Its address. */
  src: address,
  /** Runs as soon as it is there. */
  async: v.optional(v.boolean(), false),
  /** Runs when the page has been read. */
  defer: v.optional(v.boolean(), false),
  /** As HTML names it. */
  type: v.optional(textValue),
  /** Digest that it must have. */
  integrity: v.optional(textValue),
  /** How it is asked for, as HTML names it. */
  crossorigin: v.optional(v.picklist(["anonymous", "use-credentials"])),
  /**
   * `every-page`: a tag in each page; `wanted`: only in pages that say they use it (`scripts` in a
   * page's front matter); `demand`: there, too, but loaded only when the page's code calls `loadScripts(name)`.
   */
  on: v.optional(v.picklist(["every-page", "wanted", "demand"]), "every-page"),
  /** The name that pages ask for. */
  name: v.optional(textValue),
});
