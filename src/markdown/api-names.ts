import { slotMark } from "./document.ts";
import type { PageEnv } from "./env.ts";

/** The names of an API that code can link. Plain data. */
export interface ApiVocabulary {
  /** Names of libraries in code: `XLSX`. */
  readonly libraries: readonly string[];
  /** Names of values, and those of types, with the name of the library. */
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Whether names in texts and code link themselves. */
  readonly link: boolean;
}

/** A name of an API in a text. */
export interface FoundName {
  /** With the name of the library. */
  readonly name: string;
  /** Range of its last part. */
  readonly from: number;
  readonly to: number;
}

/** Where names may be: in a text, in code that runs, in a declaration. */
export type NameContext = "text" | "code" | "declaration";

/** Finds names of an API in code. */
export type ApiNameFinder = (code: string, context: NameContext) => readonly FoundName[];

const CHAIN = /(?<![\w$.&])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g;

/** @returns undefined if there is nothing to find */
export function createNameFinder({ libraries, values, types, link }: ApiVocabulary): ApiNameFinder | undefined {
  if (values.length + types.length === 0) return undefined;
  const [valueNames, typeNames] = [new Set(values), new Set(types)];
  const nameOf = (parts: readonly string[], context: NameContext): string | undefined => {
    const isQualified = libraries.includes(parts[0] ?? "") && parts.length > 1;
    const candidates = isQualified ? [parts.join(".")] : libraries.map((library) => [library, ...parts].join("."));
    if (context === "declaration") return candidates.find((name) => typeNames.has(name));
    // A word such as `read` is only a name if the library is named.
    if (!isQualified && parts.length < 2) return undefined;
    const isType = context === "text" || isQualified;
    return candidates.find((name) => valueNames.has(name) || (isType && typeNames.has(name)));
  };
  return (code, context) => {
    if (!link && context !== "declaration") return [];
    if (context !== "declaration" && !code.includes(".")) return [];
    return Array.from(code.matchAll(CHAIN), ({ 0: chain, index }): FoundName | undefined => {
      const parts = chain.split(".");
      // `XLSX.utils.sheet_to_csv.name`: the longest beginning that is a name.
      for (let length = parts.length; length > 0; length--) {
        const name = nameOf(parts.slice(0, length), context);
        if (name === undefined) continue;
        const to = index + parts.slice(0, length).join(".").length;
        return { name, from: to - (parts[length - 1]?.length ?? 0), to };
      }
      return undefined;
    }).filter((found) => found !== undefined);
  };
}

/** Classes of highlighted code that contains no names: comments, strings, regular expressions. */
const SILENT = /^<span class="[csr]">/;

/**
 * Marks the names in lines of highlighted code, each at its first occurrence.
 *
 * @param isDeclaration whether it is a declaration, whose types link, also to their own page
 */
export function markNames(page: PageEnv, lines: readonly string[], isDeclaration: boolean): readonly string[] {
  const find = page.apiNames;
  if (find === undefined) return lines;
  const seen = new Set<string>();
  return lines.map((html) => {
    if (!isDeclaration && !html.includes(".")) return html;
    const pieces = html.match(/<[^>]*>|[^<]+/g) ?? [];
    let plain = "";
    /** Offset in the HTML of each piece of text, by its offset in the text. */
    const starts: { readonly plain: number; readonly html: number; readonly length: number }[] = [];
    let at = 0;
    pieces.forEach((piece, index) => {
      if (!piece.startsWith("<")) {
        starts.push({ plain: plain.length, html: at, length: piece.length });
        plain += SILENT.test(pieces[index - 1] ?? "") ? " ".repeat(piece.length) : piece;
      }
      at += piece.length;
    });
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
