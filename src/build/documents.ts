import { hash } from "node:crypto";
import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";
import type { Highlighted, Highlighter } from "../markdown/highlight/highlighter.ts";
import { codeKey } from "../markdown/highlight/names.ts";
import type { Texts } from "../shared/translate.ts";
import { type DocumentRecord, keyOf, PAGE_KIND } from "./cache/record.ts";
import type { Store } from "./cache/store.ts";
import { compilePage, createCompiler, readInclude, tocLevels } from "./compile-pages.ts";
import { collectGarbage } from "./v8.ts";

/** Characters of a page whose tokens are not to stay in memory while the rest is made of it. */
const HUGE = 2_000_000;

/** Compiled texts, each made once for what it is made of. */
export interface Documents {
  /** Stands for what a page's text is compiled from, but for what it includes. */
  readonly sourceKey: (page: SourcePage) => string;
  /**
   * True where a record says what compiling a page now would give.
   *
   * @param isSame the page, and all that pages are compiled by, are known to be what they were
   */
  readonly isKnown: (page: SourcePage, record: DocumentRecord | undefined, isSame: boolean) => boolean;
  readonly get: (page: SourcePage) => Promise<{ readonly document: Document; readonly record: DocumentRecord }>;
}

/** What the store holds of a page: its last compiled text. */
interface Stored {
  /** Stands for what was compiled. */
  readonly source: string;
  readonly document: Document;
  readonly includes: DocumentRecord["includes"];
  /** Its highlighted code, by digest. */
  readonly code: HighlightedCode;
}

type HighlightedCode = Readonly<Record<string, Highlighted>>;

/**
 * @param root absolute path of the site's root
 * @param texts translations of what docgen itself says in pages
 */
export async function createDocuments(
  root: string,
  config: SiteConfig,
  texts: Texts,
  highlighter: Highlighter,
  store: Store,
): Promise<Documents> {
  const compiler = await createCompiler(root, config, highlighter, texts);
  const dialect = keyOf(config.vars, config.highlight, config.markdown, texts);
  const digests = new Map<string, string>();
  const digestOf = (path: string): string => {
    const known = digests.get(path) ?? digest(readInclude(root, path));
    digests.set(path, known);
    return known;
  };
  const sourceKey = (page: SourcePage): string => {
    return keyOf(dialect, page.path, page.hash, page.bodyLine, page.frontMatter.title, tocLevels(page, config));
  };
  const isCurrent = ({ includes }: Pick<DocumentRecord, "includes">) => {
    return includes.every(([path, known]) => known === digestOf(path));
  };
  return {
    sourceKey,
    isKnown: (page, record, isSame) => {
      return record !== undefined && (isSame || record.source === sourceKey(page)) && isCurrent(record);
    },
    get: async (page) => {
      const source = sourceKey(page);
      const name = keyOf(dialect, page.path);
      const kept = store.get(PAGE_KIND, name) as Stored | undefined;
      if (kept?.source === source && isCurrent(kept)) return { document: kept.document, record: recordOf(kept) };
      const known = highlightKnown(highlighter, kept?.code ?? {});
      const document = await compilePage(root, page, config, { ...compiler, highlighter: known.highlighter });
      if (document.copy.length > HUGE) collectGarbage();
      const includes = document.includes.map((path) => [path, digestOf(path)] as const);
      const made: Stored = { source, document, includes, code: known.code };
      // What the machine did wrong may go right the next time.
      if (!document.problems.some(({ code }) => code === "highlighting")) store.put(PAGE_KIND, name, made);
      return { document, record: recordOf(made) };
    },
  };
}

/** Compiled texts of pages, by path. */
export async function documentsOf(pages: readonly SourcePage[], documents: Documents): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for (const page of pages) found.set(page.path, (await documents.get(page)).document);
  return found;
}

function recordOf({ source, document, includes }: Stored): DocumentRecord {
  const { uses, anchors, lead, linkIgnores } = document;
  return { source, includes, uses, anchors, lead, linkIgnores };
}

/** Most edits leave a page's code as it is: what was highlighted for its last version is looked up first. */
function highlightKnown(
  highlighter: Highlighter,
  last: HighlightedCode,
): { readonly highlighter: Highlighter; readonly code: HighlightedCode } {
  const kept = new Map(Object.entries(last));
  const used: Record<string, Highlighted> = Object.create(null);
  return {
    highlighter: {
      ...highlighter,
      highlight: async (blocks) => {
        const keys = blocks.map((block) => digest(codeKey(block)));
        const missing = blocks.filter((_, index) => !kept.has(keys[index] ?? ""));
        const made = await highlighter.highlight(missing);
        return blocks.map((block, index) => {
          const key = keys[index] ?? "";
          const lines = kept.get(key) ?? made[missing.indexOf(block)];
          used[key] = lines;
          return lines;
        });
      },
    },
    code: used,
  };
}

function digest(text: string | undefined): string {
  return text === undefined ? "" : hash("sha1", text, "base64url");
}
