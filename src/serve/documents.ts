import type { Documents as Compiler } from "../build/documents.ts";
import { textNow } from "../content/body.ts";
import type { SourcePage } from "../content/types.ts";
import type { Document } from "../markdown/document.ts";

/** What pages are compiled with. */
export interface Compilers {
  /** Keeps what it makes for the next time. */
  readonly lasting: Compiler;
  /** The same without keeping: of a page that is being written only the last state is worth it. */
  readonly passing: Compiler;
}

/** Compiled pages, each kept until something that it was made of changes. */
export interface Documents {
  readonly of: (page: SourcePage) => Promise<Document>;
  /** The document of a page that is compiled as it is now. */
  readonly peek: (page: SourcePage) => Document | undefined;
  /** Takes up a page's text, where its plan stays as it was. */
  readonly setText: (page: SourcePage) => void;
  /** Takes up another plan: texts are those of its pages; what is gone is let go. */
  readonly setSite: (pages: readonly SourcePage[], compilers: Promise<Compilers>) => void;
  /** Takes up other compilers, as files that pages include have changed. @param paths of these pages */
  readonly recompile: (paths: readonly string[], compilers: Promise<Compilers>) => void;
  /** The pages that include a file. @param path relative to the root */
  readonly includers: (path: string) => readonly string[];
}

interface Entry {
  /** Stands for what it was compiled from, but for what it includes. */
  readonly key: string;
  readonly document: Document;
}

/**
 * @param root absolute path of the site's root
 * @param onIncludes told of files that pages are found to include
 */
export function createDocuments(root: string, onIncludes: (paths: readonly string[]) => void): Documents {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Document>>();
  const edited = new Set<string>();
  let texts = new Map<string, SourcePage>();
  let compilers: Promise<Compilers>;
  let current: Compilers | undefined;

  const setCompilers = (next: Promise<Compilers>) => {
    compilers = next;
    next.then(
      (value) => {
        if (compilers === next) current = value;
      },
      () => undefined,
    );
  };
  const latest = (page: SourcePage): SourcePage => {
    const { body, bodyLine, hash } = texts.get(page.path) ?? page;
    return { ...page, body, bodyLine, hash };
  };
  const peek = (page: SourcePage): Document | undefined => {
    const entry = entries.get(page.path);
    return entry !== undefined && entry.key === current?.lasting.sourceKey(latest(page)) ? entry.document : undefined;
  };
  const compile = async (page: SourcePage, key: string, used: Compilers): Promise<Document> => {
    const compiler = edited.has(page.path) ? used.passing : used.lasting;
    const { document } = await compiler.get(page).catch((error: unknown) => {
      // Of a page that is known from an earlier time the text is read now; it may have changed since it was looked at.
      if (page.body !== undefined) throw error;
      return used.passing.get({ ...page, ...textNow(root, page) });
    });
    if (document.includes.length > 0) onIncludes(document.includes);
    // What was begun with other compilers may be old when it ends.
    if (used === current) entries.set(page.path, { key, document });
    return document;
  };
  return {
    peek,
    of: async (page) => {
      const used = await compilers;
      const kept = peek(page);
      if (kept !== undefined) return kept;
      const source = latest(page);
      const key = used.lasting.sourceKey(source);
      const started = running.get(key) ?? compile(source, key, used).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    setText: (page) => {
      texts.set(page.path, page);
      edited.add(page.path);
    },
    setSite: (pages, next) => {
      texts = new Map();
      setCompilers(next);
      const paths = new Set(pages.map(({ path }) => path));
      for (const path of entries.keys()) if (!paths.has(path)) entries.delete(path);
    },
    recompile: (paths, next) => {
      for (const path of paths) entries.delete(path);
      running.clear();
      setCompilers(next);
    },
    includers: (path) =>
      [...entries].filter(([, { document }]) => document.includes.includes(path)).map(([own]) => own),
  };
}
