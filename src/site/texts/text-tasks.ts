import { hash } from "node:crypto";
import { siteLocales } from "../../config/locales.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { isTranslation } from "../../content/overlay.ts";
import {
  type PageSource,
  REACT_PAGE,
  readPageBody,
  readPageSource,
  readReactSource,
  type Source,
  type TextFile,
} from "../../content/source.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import { type Highlighter, withHighlightCache } from "../../highlight/highlighter.ts";
import { compileText, highlightCode, readHeading, readPage } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { expandIncludes, type PageText, type SourceLine } from "../../markdown/include.ts";
import { keptInPage, keptPath } from "../../markdown/kept-files.ts";
import { signatureNames } from "../../markdown/plugins/api-components.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import { createTextCompiler } from "../extensions/extension-thread.ts";
import type { SiteCompiler } from "../extensions/site-jobs.ts";
import { textFileOf } from "../inputs/content-tasks.ts";
import { type Language, originalLocale } from "../inputs/page-language.ts";
import type { Setup } from "../setup.ts";
import type { ApiTasks, CompiledText, SiteTasks, TextTasks } from "../tasks.ts";
import { withDrawings } from "./diagram-drawings.ts";

/** Number of characters above which a page's tokens are not kept in memory. */
const HUGE = 2_000_000;

/** Key of a page's document, which is the same in all languages that show the page untranslated. */
export function documentKey(page: Pick<SourcePage, "format" | "path">, language: Language): string {
  return joinKey((originalLocale(page, language) ?? language.locale).name, page.path);
}

/** Tasks from the file of a page to its document: front matter, title, lines, includes. */
export function createTextTasks({ define, tasks, threads }: Setup): TextTasks {
  const siteCompiler = createTextCompiler(threads.texts);
  /** The file of a page, or a text that the site's code makes for its path. */
  const pageFileOf = async (task: Task, path: string): Promise<TextFile & { readonly digest: string }> => {
    const file = task.file(path);
    const text =
      file === undefined && task.entry(path) === undefined ? await task.get(tasks.madePages.text, path) : null;
    if (text === null) return { ...textFileOf(task, path), digest: file?.digest ?? "" };
    const bytes = Buffer.from(text);
    return { path, bytes: bytes.length, read: () => bytes, digest: hash("sha1", bytes) };
  };
  const file = define<PageSource & { readonly digest: string }>(
    "page file",
    { keep: "memory", digest: ({ digest }) => digest },
    async (task, path) => {
      const { digest, ...text } = await pageFileOf(task, path);
      return { ...readPageSource(text), digest };
    },
  );
  const bodyOf = async (task: Task, path: string) => {
    const parsed = await task.get(file, path);
    return { path, body: readPageBody(await pageFileOf(task, path), parsed), bodyLine: parsed.bodyLine };
  };
  const headingOf = async (task: Task, path: string): Promise<string | undefined> => {
    const { config } = await task.get(tasks.config.config, "");
    const translation = siteLocales(config).find(({ name }) => isTranslation(path, name));
    const language = translation?.name ?? config.i18n.defaultLocale;
    const text = await bodyOf(task, path);
    // A plugin may change any heading.
    const site = config.markdown.plugins.length > 0 ? await tasks.compilers.siteCode(task, language) : null;
    if (site !== null) return siteCompiler.heading(readPage(text, tasks.compilers.includes(task)), site);
    return readHeading(text, await tasks.compilers.forLanguage(task, language), tasks.compilers.includes(task));
  };
  const source = define<Source>(
    "source",
    { keep: "graph", keepsLastGood: true, faults: ({ problems }) => problems },
    async (task, path) => {
      if (REACT_PAGE.test(path)) return readReactSource(textFileOf(task, path));
      const parsed = await task.get(file, path);
      const { frontMatter, keyLines, problems } = parsed;
      const heading = frontMatter.title === undefined ? await headingOf(task, path) : undefined;
      return { frontMatter, keyLines, problems, ...(heading === undefined ? {} : { heading }) };
    },
  );
  const lines = define<readonly SourceLine[]>("lines", { keep: "memory" }, async (task, path) => {
    const { body, bodyLine } = await bodyOf(task, path);
    return expandIncludes(path, body, bodyLine, tasks.compilers.includes(task)).lines;
  });
  const document = define<CompiledText>(
    "document",
    { keep: "disk", keepsLastGood: true, faults: ({ faults }) => faults },
    async (task, key, last) => {
      const [language = "", path = ""] = splitKey(key);
      const compiler = await tasks.compilers.forLanguage(task, language);
      const { problems: faults } = await task.get(file, path);
      const { highlighter, code } = withHighlightCache(aside(task, compiler.highlighter), last()?.code ?? {});
      const page = readPage(await bodyOf(task, path), tasks.compilers.includes(task));
      const text = withKept(task, await withSignatures(task, tasks.api, page));
      const compile = (page: PageText) => compileText(page, compiler, highlighter);
      const compileBySite = async (site: SiteCompiler) => {
        const done = await siteCompiler.compile(text, site, (blocks) => highlightCode(blocks, highlighter));
        if ("value" in done) return done.value;
        if (done.isUntried === true) task.volatile();
        // A site with errors isn't written, and compiling its text would only add consequential errors.
        const empty = await compile({ ...text, lines: [] });
        return { ...empty, problems: [...empty.problems, done.fault] };
      };
      const site = await tasks.compilers.siteCode(task, language);
      const compiled = site === null ? await task.inTurn(() => compile(text)) : await compileBySite(site);
      const drawn = withDrawings(compiled, path, (drawing) => task.file(drawing)?.bytes().toString("utf8"));
      // An error of the machine may not occur again.
      if (drawn.problems.some((problem) => problem.code === "highlighting")) task.volatile();
      task.report(...drawn.problems);
      if (drawn.copy.length > HUGE) collectGarbage();
      return { document: drawn, code, faults };
    },
  );
  return { source, lines, document };
}

/** Adds the code of the declarations that a page shows. Those that are gone are left out, and reported by a check. */
async function withSignatures(task: Task, { signature }: ApiTasks, text: PageText): Promise<PageText> {
  const signatures: Record<string, readonly string[]> = {};
  for (const name of signatureNames(text.lines)) signatures[name] = (await task.get(signature, name)) ?? [];
  return { ...text, signatures };
}

/** Adds the sizes of the files that samples of the page keep. */
function withKept(task: Task, text: PageText): PageText {
  const sizes = keptInPage(text.lines).flatMap((name) => {
    const file = task.file(keptPath(text.path, name));
    return file === undefined ? [] : [[name, file.bytes().length] as const];
  });
  return sizes.length === 0 ? text : { ...text, kept: Object.fromEntries(sizes) };
}

/** Excludes the time spent waiting for highlighting threads from the task's time. */
function aside(task: Task, highlighter: Highlighter): Highlighter {
  return { ...highlighter, highlight: (blocks) => task.aside(() => highlighter.highlight(blocks)) };
}

/** The compiled text of a page; undefined for a page that isn't Markdown. */
export async function textOf(
  task: Task,
  { texts }: SiteTasks,
  language: Language,
  page: SourcePage,
): Promise<CompiledDocument | undefined> {
  return page.format === "md" ? (await task.get(texts.document, documentKey(page, language))).document : undefined;
}
