import { type ParsedSource, parseFrontMatter } from "../../content/front-matter.ts";
import { readText } from "../../content/read.ts";
import type { SourcePage } from "../../content/types.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../../engine/task.ts";
import { withHighlightCache } from "../../highlight/highlight-cache.ts";
import {
  createHighlighter,
  type Highlighted,
  type Highlighter,
  PLAIN_HIGHLIGHTER,
} from "../../highlight/highlighter.ts";
import type { Tokenise } from "../../highlight/tokeniser.ts";
import {
  type Compiler,
  compileText,
  highlightCode,
  type PageText,
  readPage,
  type TocLevels,
} from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { expandIncludes, type ReadInclude, type SourceLine } from "../../markdown/include.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import type { Problem } from "../../shared/problem.ts";
import type { ExtensionThread } from "../extensions/extension-thread.ts";
import type { SiteCode } from "../extensions/extension-worker.ts";
import { originalLocale } from "../model/plan-locale.ts";
import type { Site } from "../model/site.ts";
import type { SiteTask } from "../model/site-task.ts";
import type { ToolTasks } from "../outputs/tool-tasks.ts";
import { type Dialect, includePlaces, isInsideRoot, tocLevels } from "./compile-pages.ts";
import { withDrawings } from "./drawings.ts";
import type { Renderer } from "./renderer.ts";

/** Number of characters above which a page's tokens are not kept in memory. */
const HUGE = 2_000_000;

export type TextTasks = ReturnType<typeof createTextTasks>;

/** A compiled page, with its highlighted code by digest for the next compilation. */
interface CompiledText {
  readonly document: CompiledDocument;
  readonly code: Readonly<Record<string, Highlighted>>;
  /** Fault that prevents the file from being read as a page. */
  readonly faults: readonly Problem[];
}

/** Key of a page of a locale: lists and indexes share the path of their source. */
export function pageKey(locale: string, { path, route }: Pick<SourcePage, "path" | "route">): string {
  return joinKey(locale, path, route);
}

/** Texts of pages. @param tokenise undefined to leave code plain */
export function createTextTasks(
  define: DefineTask,
  root: string,
  siteTask: SiteTask,
  tool: ToolTasks,
  extensions: { readonly compiler: TaskDef<SiteCode | null>; readonly thread: ExtensionThread },
  tokenise: Tokenise | undefined,
) {
  /** Finds the page of a key. */
  const pageAt = async (task: Task, key: string): Promise<{ site: Site; page: SourcePage }> => {
    const [locale = "", path = "", ...rest] = splitKey(key);
    // A faulty slug may contain the separator of keys.
    const route = joinKey(...rest);
    const site = await task.get(siteTask, locale);
    const page = site.pageAt(path, route);
    if (page === undefined) throw new Error(`there is no page ${path} at ${route}`);
    return { site, page };
  };
  const dialect = define<Dialect>({
    name: "dialect",
    keep: "memory",
    run: async (task, locale) => {
      const { plan } = await task.get(siteTask, locale);
      const { vars, highlight, markdown } = plan.config;
      return { vars, highlight, markdown, texts: plan.site.texts };
    },
  });
  /** The part of the site's model that compiling a page's text depends on. */
  const heading = define<{ readonly title?: string; readonly tocLevels: TocLevels; readonly language: string }>({
    name: "heading",
    keep: "memory",
    run: async (task, key) => {
      const { site, page } = await pageAt(task, key);
      const { title } = page.frontMatter;
      const language = (originalLocale(page, site.plan) ?? site.plan.locale).name;
      return { ...(title === undefined ? {} : { title }), tocLevels: tocLevels(page, site.plan.config), language };
    },
  });
  const compilers = new Map<string, Promise<Omit<Compiler, "readInclude">>>();
  const compilerOf = (given: Dialect, renderer: Renderer): Promise<Omit<Compiler, "readInclude">> => {
    const key = JSON.stringify([given, renderer.id]);
    const highlighter =
      tokenise === undefined ? PLAIN_HIGHLIGHTER : createHighlighter(tokenise, given.highlight.aliases);
    const compiler = compilers.get(key) ?? renderer.createCompiler(given, highlighter);
    compilers.set(key, compiler);
    return compiler;
  };
  /** The compiled text of a Markdown page. Keys come from `pageKey`. */
  const document = define<CompiledText>({
    name: "document",
    keep: "disk",
    keepsLastGood: true,
    faults: ({ faults }) => faults,
    run: async (task, key, last) => {
      const path = splitKey(key)[1] ?? "";
      const { title, tocLevels: levels, language } = await task.get(heading, key);
      const compiler = await compilerOf(await task.get(dialect, language), await task.get(tool.renderer, ""));
      const { body, bodyLine, problems: faults } = bodyOf(task, path);
      const known = withHighlightCache(aside(task, compiler.highlighter), last()?.code ?? {});
      const read: ReadInclude = (included) => readInclude(task, included);
      const text = readPage({ path, title, body, bodyLine, tocLevels: levels }, read);
      const code = await task.get(extensions.compiler, "");
      const own = (given: PageText) => compileText(given, compiler, known.highlighter);
      const compileBySite = async (site: SiteCode) => {
        if (!site.isConstant) task.volatile();
        const all = { ...site, dialect: await task.get(dialect, language) };
        const done = await extensions.thread.compile(text, all, (blocks) => highlightCode(blocks, known.highlighter));
        if ("document" in done) return done.document;
        task.report(done.fault);
        if (done.isUntried === true) task.volatile();
        // A site with errors isn't written, and compiling its text would only add consequential errors.
        return own({ ...text, lines: [] });
      };
      const drawing = (file: string) => task.file(file)?.bytes().toString("utf8");
      const made = withDrawings(code === null ? await own(text) : await compileBySite(code), path, drawing);
      // An error of the machine may not occur again.
      if (made.problems.some(({ code }) => code === "highlighting")) task.volatile();
      task.report(...made.problems);
      if (made.copy.length > HUGE) collectGarbage();
      return { document: made, code: known.code, faults };
    },
  });
  const bodyOf = (task: Task, path: string): Pick<ParsedSource, "body" | "bodyLine" | "problems"> => {
    const file = task.file(path);
    const { text, problems } = readText({ path, bytes: file?.size ?? 0, read: () => file?.bytes() ?? Buffer.alloc(0) });
    const parsed = parseFrontMatter(path, text);
    return { ...parsed, problems: [...problems, ...parsed.problems] };
  };
  /** Lines of a page's text with its includes. The key is the page's path. */
  const lines = define<readonly SourceLine[]>({
    name: "lines",
    keep: "memory",
    run: (task, path) => {
      const { body, bodyLine } = bodyOf(task, path);
      return expandIncludes(path, body, bodyLine, (included) => readInclude(task, included)).lines;
    },
  });
  const readInclude = (task: Task, path: string): string | undefined => {
    for (const place of includePlaces(path)) {
      const file = task.file(place);
      if (file === undefined || !isInsideRoot(root, file.absolute)) continue;
      return file.bytes().toString("utf8").replace(/\r\n?/g, "\n");
    }
    return undefined;
  };
  return { document, lines, pageAt };
}

/** Excludes the time spent waiting for highlighting threads from the task's time. */
function aside(task: Task, highlighter: Highlighter): Highlighter {
  return { ...highlighter, highlight: (blocks) => task.aside(() => highlighter.highlight(blocks)) };
}
