import { readHtml } from "../shared/html.ts";

/** The ids in HTML. @returns `anchors`: ids, and names of `<a>`; `repeated`: the ids that several elements have */
export function idsIn(html: string): { readonly anchors: readonly string[]; readonly repeated: readonly string[] } {
  const anchors = new Set<string>();
  const ids = new Set<string>();
  const repeated = new Set<string>();
  for (const part of readHtml(html)) {
    if (part.kind !== "start" || part.isInert) continue;
    for (const { name, value } of part.attributes) {
      const isId = name === "id";
      if (value === "" || !(isId || (name === "name" && part.name === "a"))) continue;
      anchors.add(value);
      if (isId) (ids.has(value) ? repeated : ids).add(value);
    }
  }
  return { anchors: [...anchors], repeated: [...repeated] };
}
