import { compilePage } from "../build/compile-pages.ts";
import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/types.ts";
import type { Compiler } from "../markdown/compile.ts";
import type { Document } from "../markdown/document.ts";

/** What pages are compiled with; another value makes all documents old. */
export interface Compiling {
  readonly config: SiteConfig;
  readonly compiler: Compiler;
}

/** Compiled pages, each kept until something that it was made of changes. */
export interface Documents {
  readonly of: (page: SourcePage) => Promise<Document>;
  /** The document of a page that is compiled as it is now. */
  readonly peek: (page: SourcePage) => Document | undefined;
  /** Takes up a page's text, where its plan stays as it was. */
  readonly setText: (page: SourcePage) => void;
  /** Takes up another plan: texts are those of its pages; what is gone is let go. */
  readonly setSite: (pages: readonly SourcePage[], compiling: Promise<Compiling>) => void;
  /** The pages that include a file. @param path relative to the root */
  readonly includers: (path: string) => readonly string[];
  /** Pages are compiled anew, as a file that they include has changed. */
  readonly forget: (paths: Iterable<string>) => void;
}

interface Entry {
  readonly key: string;
  readonly compiling: Compiling;
  readonly document: Document;
}

/** @param onIncludes told of files that pages are found to include */
export function createDocuments(onIncludes: (paths: readonly string[]) => void): Documents {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Document>>();
  /** Counts how often a page was to be compiled anew: what began before is old when it ends. */
  const forgotten = new Map<string, number>();
  let texts = new Map<string, SourcePage>();
  let compiling: Promise<Compiling>;
  let current: Compiling | undefined;

  const latest = (page: SourcePage): SourcePage => {
    const { body, bodyLine, hash } = texts.get(page.path) ?? page;
    return { ...page, body, bodyLine, hash };
  };
  const peek = (page: SourcePage): Document | undefined => {
    const entry = entries.get(page.path);
    return entry !== undefined && entry.compiling === current && entry.key === keyOf(latest(page))
      ? entry.document
      : undefined;
  };
  const compile = async (page: SourcePage): Promise<Document> => {
    const now = await compiling;
    const source = latest(page);
    const times = forgotten.get(page.path);
    const document = await compilePage(source, now.config, now.compiler);
    if (document.includes.length > 0) onIncludes(document.includes);
    if (forgotten.get(page.path) === times) entries.set(page.path, { key: keyOf(source), compiling: now, document });
    return document;
  };
  return {
    peek,
    of: async (page) => {
      await compiling;
      const kept = peek(page);
      if (kept !== undefined) return kept;
      const key = `${page.path} ${forgotten.get(page.path) ?? 0} ${keyOf(latest(page))}`;
      const started = running.get(key) ?? compile(page).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    setText: (page) => texts.set(page.path, page),
    setSite: (pages, next) => {
      texts = new Map();
      compiling = next;
      current = undefined;
      next.then(
        (value) => {
          if (compiling === next) current = value;
        },
        () => undefined,
      );
      const paths = new Set(pages.map(({ path }) => path));
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
    },
    includers: (path) =>
      [...entries].filter(([, { document }]) => document.includes.includes(path)).map(([own]) => own),
    forget: (paths) => {
      for (const path of paths) {
        entries.delete(path);
        forgotten.set(path, (forgotten.get(path) ?? 0) + 1);
      }
    },
  };
}

/** What a page's document depends on besides what all depend on. */
function keyOf({ hash, bodyLine, frontMatter }: SourcePage): string {
  const { title, toc_min_heading_level: min, toc_max_heading_level: max } = frontMatter;
  return JSON.stringify([hash, bodyLine, title, min, max]);
}
