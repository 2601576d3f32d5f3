import { siteLocales } from "../../config/locales.ts";
import { translationsFolder } from "../../content/overlay.ts";
import { parseTexts } from "../../content/texts.ts";
import { createHighlighter, PLAIN_HIGHLIGHTER } from "../../highlight/highlighter.ts";
import type { Compiler } from "../../markdown/compile.ts";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { hasErrors } from "../../shared/problem.ts";
import type { Texts } from "../../shared/translate.ts";
import { createCompiler, type Dialect, includePlaces } from "../extensions/dialect.ts";
import { shippedTexts } from "../inputs/interface-texts.ts";
import type { Setup } from "../setup.ts";
import type { PageCompilers } from "../tasks.ts";

/** Tasks for what compiling any page of a language needs: its interface texts, and the compiler. */
export function createPageCompilers({ define, root, tasks, tokenise }: Setup): PageCompilers {
  const texts = define<Texts>("interface texts", { keep: "memory" }, async (task, locale) => {
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
    const ofLocale = { api, texts: await task.get(texts, locale) };
    return { vars, highlight, markdown, baseUrl, contentSecurityPolicy, ...ofLocale };
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
      const code = await task.get(tasks.siteCode, "");
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
