import { siteLocales } from "../../config/locales.ts";
import { translationsFolder } from "../../content/overlay.ts";
import { parseTexts } from "../../content/texts.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { createHighlighter, PLAIN_HIGHLIGHTER } from "../../highlight/highlighter.ts";
import type { Compiler } from "../../markdown/compile.ts";
import type { ReadInclude } from "../../markdown/include.ts";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { hasErrors } from "../../shared/problem.ts";
import type { Texts } from "../../shared/translate.ts";
import { createCompiler, type Dialect, includePlaces } from "../extensions/dialect.ts";
import type { SiteCode, SiteCompiler } from "../extensions/site-jobs.ts";
import type { ApiTasks } from "../inputs/api-tasks.ts";
import type { ConfigTasks } from "../inputs/config-tasks.ts";
import type { ContentTasks } from "../inputs/content-tasks.ts";
import { shippedTexts } from "../inputs/interface-texts.ts";
import type { Setup } from "../setup.ts";

/** What compiles the texts of a site's pages. Whatever a method reads is recorded as an input of the task. */
export interface PageCompilers {
  /** Texts of the interface. The key is the name of a locale. */
  readonly texts: TaskDef<Texts>;
  /** The dialect's compiler for pages in a language. */
  readonly forLanguage: (task: Task, language: string) => Promise<Omit<Compiler, "readInclude">>;
  /** The site's code, to be run in a thread of its own, for pages in a language; null if pages need none. */
  readonly siteCode: (task: Task, language: string) => Promise<SiteCompiler | null>;
  /** Reads the files that pages include. */
  readonly includes: (task: Task) => ReadInclude;
}

interface CompilerInputs {
  readonly config: ConfigTasks;
  readonly content: ContentTasks;
  readonly api: ApiTasks;
  readonly siteCode: TaskDef<SiteCode | null>;
}

export function createPageCompilers({ define, root, tokenise }: Setup, inputs: CompilerInputs): PageCompilers {
  const texts = define<Texts>({
    name: "interface texts",
    keep: "memory",
    run: async (task, locale) => {
      const { config } = await task.get(inputs.config.config, "");
      const { htmlLang = "" } = siteLocales(config).find(({ name }) => name === locale) ?? {};
      const path = `${translationsFolder(locale)}code.json`;
      const shipped = await shippedTexts(htmlLang);
      if (task.entry(path)?.kind !== "file") return shipped;
      const { text, problems } = await task.get(inputs.content.data, path);
      return { ...shipped, ...parseTexts(path, hasErrors(problems) ? "{}" : text).texts };
    },
  });
  /** The part of the configuration that texts depend on. The key is the name of a locale. */
  const dialect = define<Dialect>({
    name: "dialect",
    keep: "memory",
    run: async (task, locale) => {
      const { vars, highlight, markdown, baseUrl } = (await task.get(inputs.config.config, "")).config;
      const api = await task.get(inputs.api.vocabulary, "");
      return { vars, highlight, markdown, baseUrl, api, texts: await task.get(texts, locale) };
    },
  });
  const compilers = new Map<string, Promise<Omit<Compiler, "readInclude">>>();
  return {
    texts,
    forLanguage: async (task, language) => {
      const settings = await task.get(dialect, language);
      const key = JSON.stringify(settings);
      const highlighter =
        tokenise === undefined ? PLAIN_HIGHLIGHTER : createHighlighter(tokenise, settings.highlight.aliases);
      const compiler = compilers.get(key) ?? createCompiler(settings, highlighter);
      compilers.set(key, compiler);
      return compiler;
    },
    siteCode: async (task, language) => {
      const code = await task.get(inputs.siteCode, "");
      if (code === null) return null;
      if (!code.isConstant) task.volatile();
      return { ...code, locale: language, dialect: await task.get(dialect, language) };
    },
    includes: (task) => (path) => {
      for (const candidate of includePlaces(path)) {
        const file = task.file(candidate);
        if (file === undefined || !isInsideRoot(root, file.absolute)) continue;
        return file.bytes().toString("utf8").replace(/\r\n?/g, "\n");
      }
      return undefined;
    },
  };
}
