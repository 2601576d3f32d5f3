/** Matches tags, except highlighted tokens, which are the most frequent and have no ids. */
const TAG = /<(?!span class="[\w-]+">)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/g;
const ID = /\s(id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Ids in the HTML of a page. */
export interface HtmlIds {
  /** Targets of fragments, without duplicates: ids, and names of `<a>`. */
  readonly anchors: readonly string[];
  /** Ids that several elements have. */
  readonly repeated: readonly string[];
}

/** Collects the ids in HTML. */
export function idsIn(html: string): HtmlIds {
  const anchors = new Set<string>();
  const ids = new Set<string>();
  const repeated = new Set<string>();
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    // A cheap test, as most tags have neither attribute.
    if (!/\s(?:id|name)\s*=/i.test(attributes)) continue;
    for (const [, name = "", double, single, bare] of attributes.matchAll(ID)) {
      const value = decode(double ?? single ?? bare ?? "");
      const isId = name.toLowerCase() === "id";
      if (value === "" || (!isId && tag.toLowerCase() !== "a")) continue;
      anchors.add(value);
      if (isId && ids.has(value)) repeated.add(value);
      if (isId) ids.add(value);
    }
  }
  return { anchors: [...anchors], repeated: [...repeated] };
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
