import type { Token } from "markdown-it";
import { shownTexts } from "../shared/html-parts.ts";
import { definedNames } from "./defined-names.ts";
import type { Section } from "./document.ts";
import { attribute, type ComponentProps } from "./env.ts";
import { parseFenceMeta, versionMarks } from "./fence-meta.ts";
import { plainText } from "./inline.ts";
import { optionRow } from "./plugins/option-rows.ts";
import { listedNames } from "./plugins/signature.ts";

/** Lowest heading level that begins a section. */
const MAX_LEVEL = 3;

/** Level of sections made from rows of options: below all headings that begin a section. */
const ROW_LEVEL = MAX_LEVEL + 1;

interface SectionParts extends Pick<Section, "id" | "title" | "level"> {
  readonly text: string[];
  readonly code: string[];
  readonly labels: string[];
  /** Captions of code and labels of tabs. */
  readonly captions: string[];
  readonly defined: string[];
}

/** Splits the tokens of a page into sections for the search. Code is kept apart from text. */
export function collectSections(tokens: readonly Token[]): Section[] {
  const names = definedNames(tokens);
  const sections: SectionParts[] = [];
  const start = (id: string, title: string, level: number): SectionParts => {
    const section = { id, title, level, text: [], code: [], labels: [], captions: [], defined: [] };
    sections.push(section);
    return section;
  };
  let current = start("", "", 1);
  /** The section that continues after a table of options. */
  let around: SectionParts | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (token.type === "tr_open" || token.type === "table_close") current = around ?? current;
    if (token.type === "table_close") around = undefined;
    const row = optionRow(tokens, index);
    // A row that links to another page gets no section, as that page has the explanation; nor does one of a text such as
    // `"array"`, which is a value of the option that the section explains.
    if (row !== undefined && names.has(row.cell) && !/^["']/.test(row.name)) {
      around ??= current;
      current = start(row.id, row.name, ROW_LEVEL);
    }
    const level = token.type === "heading_open" ? Number(token.tag.slice(1)) : 0;
    if (level >= 1 && level <= MAX_LEVEL) {
      current = start(attribute(token, "id"), plainText(tokens[index + 1]?.children ?? []), level);
      index += 1;
    } else if (token.type === "inline") {
      current.text.push(plainText(token.children ?? []));
      const isHead = tokens[index - 1]?.type === "th_open";
      current.labels.push(plainText((token.children ?? []).filter(({ type }) => isHead || type === "image")));
      current.defined.push(...(names.get(token) ?? []));
    } else if (token.type === "fence" || token.type === "code_block") {
      current.captions.push(...captionsOf(token));
      current.code.push(token.content.trim());
    } else if (token.type === "component_open" && token.info === "TabItem") {
      const { value, label = value } = token.meta as ComponentProps;
      current.captions.push(String(label ?? ""));
    } else if (token.type === "component_open" && token.info === "Signature") {
      const names = listedNames((token.meta as ComponentProps).of);
      current.defined.push(...names.map((name) => name.replace(/^.*\./, "")));
    } else if (token.type === "component_open" && token.info === "Options") {
      // The types whose members the rows explain; `Type.member` is explained by its own row.
      const types = listedNames((token.meta as ComponentProps).of);
      current.defined.push(...types.filter((name) => !name.includes(".")));
    }
    if (token.type === "html_block") current.text.push(shownTexts(token.content).join(" ").trim());
  }
  return sections
    .map(({ text, code, labels, captions, ...rest }) => {
      // Most captions repeat a name that the text or the code has, of which they say no more.
      const others = [...text, ...code].join("\n");
      const added = [...new Set(captions)].filter((caption) => !others.includes(caption));
      return { ...rest, text: joined([...text, ...added]), labels: joined(labels), code: code.join("\n") };
    })
    .filter(({ title, text, code }) => title !== "" || text !== "" || code !== "");
}

/** What the caption of a block of code says. */
function captionsOf({ info }: Token): string[] {
  const { options } = parseFenceMeta(info);
  return [options.get("title") ?? "", ...versionMarks(options)];
}

function joined(texts: readonly string[]): string {
  return texts.filter(Boolean).join(" ");
}
