import { readHtml } from "../shared/html.ts";

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
  for (const part of readHtml(html)) {
    if (part.kind !== "start" || part.isInert) continue;
    for (const { name, value } of part.attributes) {
      const isId = name === "id";
      if (value === "" || !(isId || (name === "name" && part.name === "a"))) continue;
      anchors.add(value);
      if (isId && ids.has(value)) repeated.add(value);
      if (isId) ids.add(value);
    }
  }
  return { anchors: [...anchors], repeated: [...repeated] };
}
