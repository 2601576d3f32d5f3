import { readHtml } from "../shared/html.ts";
import { attributeOf } from "../shared/html-parts.ts";
import { slotMark } from "./document.ts";
import type { PageEnv } from "./env.ts";

/** Classes of highlighted code that contains no names: comments, strings, regular expressions. */
const SILENT = new Set(["c", "s", "r"]);

/** Marks names in highlighted code, each once. @param isDeclaration types link, too, also to their own page */
export function markNames(page: PageEnv, lines: readonly string[], isDeclaration: boolean): readonly string[] {
  const find = page.apiNames;
  if (find === undefined) return lines;
  const seen = new Set<string>();
  return lines.map((html) => {
    if (!isDeclaration && !html.includes(".")) return html;
    let plain = "";
    /** Offset in the HTML of each piece of text, by its offset in the text. */
    const starts: { readonly plain: number; readonly html: number; readonly length: number }[] = [];
    let isSilent = false;
    for (const part of readHtml(html)) {
      const { kind, from, to } = part;
      if (kind === "text") {
        starts.push({ plain: plain.length, html: from, length: to - from });
        plain += isSilent ? " ".repeat(to - from) : html.slice(from, to);
      }
      if (kind === "start") isSilent = SILENT.has(attributeOf(part, "class") ?? "");
      else if (kind === "end") isSilent = false;
    }
    let marked = "";
    let done = 0;
    for (const { name, from, to } of find(plain, isDeclaration ? "declaration" : "code")) {
      const piece = starts.find((start) => from >= start.plain && to <= start.plain + start.length);
      if (piece === undefined || seen.has(name)) continue;
      seen.add(name);
      const start = piece.html + from - piece.plain;
      const end = start + to - from;
      marked += html.slice(done, start) + nameLink(page, name, html.slice(start, end), isDeclaration);
      done = end;
    }
    return marked + html.slice(done);
  });
}

/** HTML between the marks of a link that a name gets if something documents it. */
export function nameLink(page: PageEnv, name: string, html: string, linksToOwnPage: boolean): string {
  const mark = (kind: "name-start" | "name-end") => {
    const isSame = (slot: PageEnv["slots"][number]) =>
      slot.kind === kind && slot.target === name && slot.linksToOwnPage === linksToOwnPage;
    const index = page.slots.findIndex(isSame);
    if (index >= 0) return slotMark(index);
    const { path = "", line = 1 } = page.lines[0] ?? {};
    page.slots.push({ kind, target: name, url: "", linksToOwnPage, path, line, column: 1 });
    return slotMark(page.slots.length - 1);
  };
  return mark("name-start") + html + mark("name-end");
}
