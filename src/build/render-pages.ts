import { setImmediate } from "node:timers/promises";
import type { SourcePage } from "../content/types.ts";
import { resolveLink } from "../links/resolve.ts";
import type { WrittenLink } from "../links/use.ts";
import type { Document } from "../markdown/document.ts";
import { idsIn } from "../markdown/ids.ts";
import type { Staging } from "../output/staging.ts";
import { inParallel } from "../shared/in-parallel.ts";
import { outputFile } from "../shared/route.ts";
import type { PageChunks } from "./bundle.ts";
import { type DocumentRecord, keyOf, type PageRecord } from "./cache/record.ts";
import type { Documents } from "./documents.ts";
import { writtenLinks } from "./link-uses.ts";
import { listedPaths } from "./list-data.ts";
import type { PageModules } from "./page-modules.ts";
import type { PageModule } from "./page-thread.ts";
import type { Plan } from "./plan.ts";
import { type RenderContext, renderModulePage, renderSitePage } from "./render-page.ts";

/** Pages under way at once: enough code for every thread to choose from, few enough to hold in memory. */
const PAGES_AT_ONCE = 32;
/** Of a small site more: while the first code is waited for, pages that come later are compiled. */
const PAGES_OF_FEW = 128;
const FEW = 500;
/** Compiled before threads are heard and given more: they would wait for all pages that are begun together. */
const PAGES_IN_A_ROW = 8;
/** Characters of pages under way at once: what is made of them takes a hundred times as much. */
const LENGTH_AT_ONCE = 1_500_000;
/** Of a page that isn't compiled from Markdown. */
const NO_DOCUMENT: DocumentRecord = {
  source: "",
  includes: [],
  uses: [],
  anchors: [],
  lead: "",
  linkIgnores: [],
};

export interface PagesInput {
  readonly plan: Plan;
  /** Stands for all that pages are made of besides their own texts. */
  readonly planKey: string;
  /** Pages written in React, and their scripts for the browser: only these pages wait for them. */
  readonly modules: Promise<PageModules>;
  readonly chunks: Promise<PageChunks>;
  readonly documents: Documents;
  /** Pages as the last build made them, by `pageName`. */
  readonly before: Readonly<Record<string, PageRecord>>;
  /** The last build's `planKey` was the same. */
  readonly isAsPlanned: boolean;
  /** True where a record says what compiling a page now would give. */
  readonly isKnown: (page: SourcePage, record: DocumentRecord | undefined) => boolean;
  readonly context: RenderContext;
  /** Address of the diagram library, for pages that have diagrams. */
  readonly mermaid: () => Promise<string>;
  /** Told of each text that was read or compiled. @param key stands for all that the page's HTML is made of */
  readonly onDocument: (page: SourcePage, document: Document, key: string) => Promise<void>;
  /** Where in the output folder a page's file goes. */
  readonly place: (file: string) => string;
}

/** Names a page in a record: lists and indexes may share the path of what they are made from. */
export function pageName({ path, route }: SourcePage): string {
  return `${path} ${route}`;
}

/**
 * Compiles, renders and writes every page that is not as the last build left it.
 *
 * @returns records of all pages, by `pageName`, in the order of the plan
 */
export async function renderPages(input: PagesInput, staging: Staging): Promise<Record<string, PageRecord>> {
  const { plan, documents, before } = input;
  const recordBefore = (name: string) => (Object.hasOwn(before, name) ? before[name] : undefined);
  /** What is known of a page's text without compiling it. */
  const recall = (page: SourcePage, name = pageName(page)): DocumentRecord | undefined => {
    if (page.format !== "md") return NO_DOCUMENT;
    const known = recordBefore(name)?.document;
    return input.isKnown(page, known) ? known : undefined;
  };
  const resolve = async (page: SourcePage): Promise<{ record: DocumentRecord; document?: Document }> => {
    const record = recall(page);
    return record === undefined ? documents.get(page) : { record };
  };
  const done = new Map<string, PageRecord>();
  const listedBy = (page: SourcePage) => listedPaths(page.list).flatMap((path) => plan.pageAt(path) ?? []);
  const fileOf = (page: SourcePage) => input.place(outputFile(page.route, plan.config.trailingSlash));
  /** Keeps a page of which nothing has changed, where all pages are laid out as they were. */
  const keep = (page: SourcePage): boolean => {
    const name = pageName(page);
    const kept = recordBefore(name);
    if (kept === undefined || page.format === "tsx" || recall(page, name) === undefined) return false;
    // The address of the diagram library is not part of the plan.
    if (kept.document.uses.includes("mermaid")) return false;
    if (!listedBy(page).every((other) => recall(other) !== undefined)) return false;
    if (!staging.keep(fileOf(page), kept.key)) return false;
    done.set(name, kept);
    return true;
  };
  const make = async (page: SourcePage): Promise<void> => {
    const kept = recordBefore(pageName(page));
    const own = await resolve(page);
    const listed = listedBy(page);
    const others = await Promise.all(listed.map(resolve));
    const texts = [own, ...others].map(({ record }) => [record.source, record.includes]);
    const uses = new Set([...own.record.uses, ...others.flatMap(({ record }) => record.uses)]);
    const mermaid = uses.has("mermaid") ? await input.mermaid() : undefined;
    const { module, moduleKey, chunk } = page.format === "tsx" ? await reactPage(page, input) : NO_REACT;
    const key = keyOf(input.planKey, texts, moduleKey, chunk, mermaid);
    const file = fileOf(page);
    if (kept?.key === key && staging.keep(file, key)) {
      if (own.document !== undefined) await input.onDocument(page, own.document, key);
      done.set(pageName(page), kept);
      return;
    }
    const document = page.format === "md" ? (own.document ?? (await documents.get(page)).document) : undefined;
    const byPath = new Map<string, Document>();
    for (const [index, other] of listed.entries()) {
      if (other.format === "md")
        byPath.set(other.path, others[index]?.document ?? (await documents.get(other)).document);
    }
    const known = input.context;
    const context = mermaid === undefined ? known : { ...known, assets: { ...known.assets, mermaid } };
    const rendered =
      module === undefined
        ? renderSitePage(page, { document, documentOf: (path) => byPath.get(path) }, context)
        : await renderModulePage(page, { module, chunk }, context);
    await staging.add({ file, data: rendered.html }, key);
    if (document !== undefined) await input.onDocument(page, document, key);
    const links = [...rendered.links, ...(document === undefined ? [] : writtenLinks(document))];
    const { anchors } = document ?? idsIn(rendered.html);
    const record: PageRecord = {
      key,
      document: { ...own.record, anchors, uses: [...uses] },
      links: links.filter((link) => mayBeBroken(link, page, plan)),
      problems: [...(document?.problems ?? []), ...rendered.problems],
    };
    done.set(pageName(page), byItself(record));
  };
  const pages = input.isAsPlanned ? plan.pages.filter((page) => !keep(page)) : plan.pages;
  await inParallel(
    pages.map((page, index) => async () => {
      if (index % PAGES_IN_A_ROW === PAGES_IN_A_ROW - 1) await setImmediate();
      await make(page);
    }),
    plan.pages.length < FEW ? PAGES_OF_FEW : PAGES_AT_ONCE,
    { sizeOf: (index) => pages[index]?.body?.length ?? 0, most: LENGTH_AT_ONCE },
  );
  const records: Record<string, PageRecord> = {};
  for (const page of plan.pages) {
    const name = pageName(page);
    const record = done.get(name);
    if (record !== undefined) records[name] = record;
  }
  return records;
}

async function reactPage({ path }: SourcePage, input: Pick<PagesInput, "modules" | "chunks">): Promise<ReactPage> {
  const [{ modules, keys }, { byPath }] = await Promise.all([input.modules, input.chunks]);
  return { module: modules.get(path), moduleKey: keys.get(path), chunk: byPath.get(path) };
}

interface ReactPage {
  readonly module?: PageModule | undefined;
  readonly moduleKey?: string | undefined;
  readonly chunk?: string | undefined;
}

const NO_REACT: ReactPage = {};

/** A record whose texts are its own: those that were cut out of the page would keep all of its HTML in memory. */
function byItself(record: PageRecord): PageRecord {
  return JSON.parse(JSON.stringify(record)) as PageRecord;
}

/** Links that the check has to look at again: pages that exist in the plan need none, their parts do. */
function mayBeBroken({ target, path, text }: WrittenLink, page: SourcePage, plan: Plan): boolean {
  const resolved = resolveLink(target, { ...page, path }, plan.indexOf(page));
  return resolved.kind === "broken" || text === "" || (resolved.kind === "page" && resolved.hash !== "");
}
