import { hash } from "node:crypto";
import { siteLocales } from "../../config/locales.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { isTranslation, translationsFolder } from "../../content/overlay.ts";
import {
  type PageSource,
  REACT_PAGE,
  readPageBody,
  readPageSource,
  readReactSource,
  type Source,
  type TextFile,
} from "../../content/source.ts";
import { parseTexts } from "../../content/texts.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task } from "../../engine/task.ts";
import {
  createHighlighter,
  type Highlighter,
  PLAIN_HIGHLIGHTER,
  withHighlightCache,
} from "../../highlight/highlighter.ts";
import { type Compiler, compileText, highlightCode, readHeading, readPage } from "../../markdown/compile.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { expandIncludes, type PageText, type ReadInclude, type SourceLine } from "../../markdown/include.ts";
import { keptInPage, keptPath } from "../../markdown/kept-files.ts";
import { signatureNames } from "../../markdown/plugins/api-components.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { hasErrors } from "../../shared/problem.ts";
import type { Texts } from "../../shared/translate.ts";
import { createCompiler, type Dialect, includePlaces } from "../extensions/dialect.ts";
import { createTextCompiler } from "../extensions/extension-thread.ts";
import type { SiteCompiler } from "../extensions/site-jobs.ts";
import { textFileOf } from "../inputs/content-tasks.ts";
import { type Language, originalLocale, shippedTexts } from "../inputs/interface-texts.ts";
import type { CompiledText, Setup, SiteTasks } from "../tasks.ts";
import { withDrawings } from "./diagram-drawings.ts";

/** Number of characters above which a page's tokens are not kept in memory. */
const HUGE = 2_000_000;

/** Key of a page's document, which is the same in all languages that show the page untranslated. */
export function documentKey(page: Pick<SourcePage, "format" | "path">, language: Language): string {
  return joinKey((originalLocale(page, language) ?? language.locale).name, page.path);
}

/** Tasks from the file of a page to its document: front matter, title, lines, includes. */
export function createTextTasks(setup: Setup): SiteTasks["texts"] {
  const { define, tasks, threads } = setup;
  const { interfaceTexts, compilerFor, siteCompilerFor, includesOf } = createCompilers(setup);
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
    const site = config.markdown.plugins.length > 0 ? await siteCompilerFor(task, language) : null;
    if (site !== null) return siteCompiler.heading(readPage(text, includesOf(task)), site);
    return readHeading(text, await compilerFor(task, language), includesOf(task));
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
    return expandIncludes(path, body, bodyLine, includesOf(task)).lines;
  });
  const document = define<CompiledText>(
    "document",
    { keep: "disk", keepsLastGood: true, faults: ({ faults }) => faults },
    async (task, key, last) => {
      const [language = "", path = ""] = splitKey(key);
      const compiler = await compilerFor(task, language);
      const { problems: faults } = await task.get(file, path);
      const { highlighter, code } = withHighlightCache(aside(task, compiler.highlighter), last()?.code ?? {});
      const page = readPage(await bodyOf(task, path), includesOf(task));
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
      const site = await siteCompilerFor(task, language);
      const compiled = site === null ? await task.inTurn(() => compile(text)) : await compileBySite(site);
      const drawn = withDrawings(compiled, path, (drawing) => task.file(drawing)?.bytes().toString("utf8"));
      // An error of the machine may not occur again.
      if (drawn.problems.some((problem) => problem.code === "highlighting")) task.volatile();
      task.report(...drawn.problems);
      if (drawn.copy.length > HUGE) collectGarbage();
      return { document: drawn, code, faults };
    },
  );
  return { interfaceTexts, source, lines, document };
}

/** What compiling any page of a language needs. Whatever a function reads is recorded as an input of its task. */
function createCompilers({ define, root, tasks, tokenise }: Setup) {
  const interfaceTexts = define<Texts>("interface texts", { keep: "memory" }, async (task, locale) => {
    const { config } = await task.get(tasks.config.config, "");
    const { htmlLang = "" } = siteLocales(config).find(({ name }) => name === locale) ?? {};
    const path = `${translationsFolder(locale)}code.json`;
    const shipped = await shippedTexts(htmlLang);
    if (task.entry(path)?.kind !== "file") return shipped;
    const { text, problems } = await task.get(tasks.content.data, path);
    return { ...shipped, ...parseTexts(path, hasErrors(problems) ? "{}" : text).texts };
  });
  /** The part of the configuration that texts depend on. The key is the name of a locale. */
  const dialect = define<Dialect>("dialect", { keep: "memory" }, async (task, locale) => {
    const { config } = await task.get(tasks.config.config, "");
    const { vars, highlight, markdown, baseUrl, contentSecurityPolicy } = config;
    const api = await task.get(tasks.api.vocabulary, "");
    const ofLocale = { api, texts: await task.get(interfaceTexts, locale) };
    return { vars, highlight, markdown, baseUrl, contentSecurityPolicy, ...ofLocale };
  });
  const compilers = new Map<string, Promise<Omit<Compiler, "readInclude">>>();
  return {
    interfaceTexts,
    /** The dialect's compiler for pages in a language. */
    compilerFor: async (task: Task, language: string): Promise<Omit<Compiler, "readInclude">> => {
      const settings = await task.get(dialect, language);
      const key = JSON.stringify(settings);
      const highlighter =
        tokenise === undefined ? PLAIN_HIGHLIGHTER : createHighlighter(tokenise, settings.highlight.aliases);
      const compiler = compilers.get(key) ?? createCompiler(settings, highlighter);
      compilers.set(key, compiler);
      return compiler;
    },
    /** The site's code, to be run in a thread of its own, for pages in a language; null if pages need none. */
    siteCompilerFor: async (task: Task, language: string): Promise<SiteCompiler | null> => {
      const code = await task.get(tasks.siteCode, "");
      if (code === null) return null;
      if (!code.isConstant) task.volatile();
      return { ...code, locale: language, dialect: await task.get(dialect, language) };
    },
    /** Reads the files that pages include. */
    includesOf:
      (task: Task): ReadInclude =>
      (path) => {
        const files = includePlaces(path).map((place) => task.file(place));
        const file = files.find((found) => found !== undefined && isInsideRoot(root, found.absolute));
        return file?.bytes().toString("utf8").replace(/\r\n?/g, "\n");
      },
  };
}

/** Adds the code of the declarations that a page shows. Those that are gone are left out, and reported by a check. */
async function withSignatures(task: Task, { signature }: SiteTasks["api"], text: PageText): Promise<PageText> {
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
  task: Pick<Task, "get">,
  { texts }: SiteTasks,
  language: Language,
  page: SourcePage,
): Promise<CompiledDocument | undefined> {
  return page.format === "md" ? (await task.get(texts.document, documentKey(page, language))).document : undefined;
}
