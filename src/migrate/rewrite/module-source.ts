import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { relativePath } from "../../links/rewrite.ts";
import { attempt } from "../../shared/attempt.ts";
import type { Job } from "../job.ts";
import { staticPath } from "../plan/new-paths.ts";
import { listSilently } from "../read/list-tree.ts";
import { CODE, localPath } from "../read/module-paths.ts";
import { YAML } from "../read/page-imports.ts";

/** Matches components that a browser loads when they are shown. */
const LAZY =
  /\b(?:React\.)?lazy\(\s*(?:async\s*)?\(\)\s*=>\s*import\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']\s*\)(?:\.then\(\s*\(?(\w+)\)?\s*=>\s*\(\{\s*default:\s*\2\.(\w+)\s*\}\)\s*\))?\s*,?\s*\)/g;

/** Matches the attributes of an import: `with { type: "text" }`. */
const ATTRIBUTES = /(\bfrom\s*)(["'])([^"'\n]+)\2\s*with\s*\{([^}]*)\}/g;

/** Matches `<Translate>` around a text without elements and values. */
const TRANSLATE =
  /<Translate((?:\s(?:(?!<\/?Translate\b)[\s\S])*?)?)>(?:([^<>{}]*)|\s*\{(["'`])([^"'`$\\]*)\3\}\s*)<\/Translate>/g;
const ID = /\sid=(["'])(.+?)\1/;

/** Matches `require` of static files whose names are computed. */
const REQUIRED_STATIC = /require\(\s*`@site\/static\/([^`]*\$\{[^`]*)`\s*\)(?:\.default)?/g;

/** Matches `require` of files of a folder, the rest of whose name is computed. */
const REQUIRED_FROM = /\brequire\(\s*`((?:\.{1,2}|@site)\/(?:[^`$\n]*\/)?)([^`$/\n]*\$\{[^`\n]*\}([\w.-]*))`\s*\)/g;

/** Matches addresses of static files in `assets/`, which moves; a template may complete them. */
const IN_ASSETS = /(?<!\b(?:from|import|require)\s*\(?\s*)(["'`])([^"'`\s$]*?)(assets\/[^"'`\s$]*)(?=\1|\$\{)/g;

/** Matches `require.context` of a folder, with files chosen by a pattern. */
const CONTEXT =
  /\brequire\.context\(\s*(["'`])([^"'`$\n]+)\1(?:\s*,\s*(true|false))?(?:\s*,\s*\/((?:\\.|[^/\\\n])+)\/(i?))?\s*,?\s*\)/g;

/** Converts a module to an ES module whose imports all begin lines, and whose texts docgen finds. @param path its own */
export function readableModule(source: string, path: string, job: Job): string {
  const addressed = source.replace(REQUIRED_STATIC, (_, path: string) => `\`/${staticPath(path)}\``);
  const imported = withContexts(withoutAttributes(withTexts(withFolders(addressed, path, job))), path, job);
  return withAddresses(withReact(withStaticImports(asModule(imported))), job);
}

/** Writes `require` of a computed name as webpack reads it: as that of all files with its end in the folder. */
function withFolders(source: string, path: string, job: Job): string {
  return source.replace(REQUIRED_FROM, (whole, folder: string, name: string, end: string) => {
    const read = localPath(folder, job.root, dirname(path), job.aliases);
    if (read === undefined || listSilently(read, job).length === 0) return whole;
    const pattern = `${end.replaceAll(".", "\\.")}$`;
    const data = end.endsWith(".json") ? ".default" : "";
    return `require.context("${folder}", true, /${pattern}/)(\`./${name}\`)${data}`;
  });
}

/** Writes the new addresses of static files that move. */
function withAddresses(source: string, { docusaurus: { config, staticFolders } }: Job): string {
  return source.replace(IN_ASSETS, (whole, quote: string, before: string, path: string) => {
    const isAddress = before === "" || before === "/" || before === config.baseUrl;
    return isAddress && staticFolders.some((folder) => existsSync(join(folder, path.replace(/[^/]*$/, ""))))
      ? `${quote}${before}${staticPath(path)}`
      : whole;
  });
}

/** Writes imports of texts as `?raw`; docgen needs no other attributes. */
function withoutAttributes(source: string): string {
  return source.replace(ATTRIBUTES, (_, from: string, quote: string, name: string, attributes: string) => {
    return `${from}${quote}${name}${/\btype\s*:\s*["']text["']/.test(attributes) ? "?raw" : ""}${quote}`;
  });
}

/** Converts what CommonJS writes: imports, which ES modules may also have, and its export, at the start of lines. */
function asModule(source: string): string {
  const imported = source.replace(
    /^(?:const|let|var)\s+([\w$]+|\{[^}=]*\})\s*=\s*require\(\s*["']([^"']+)["']\s*\)(?:\.default)?\s*;?$/gm,
    (_, names: string, name: string) =>
      `import ${names.replace(/([\w$]+)\s*:\s*([\w$]+)/g, "$1 as $2")} from ${JSON.stringify(name)};`,
  );
  if (!/^module\.exports\s*=/m.test(source) || /^export\b/m.test(source)) return imported;
  return imported
    .replace(/^(?:'use strict'|"use strict");?/m, "")
    .replace(/^module\.exports\s*=(\s*\{([^{}]*)\})?/m, (_, object = "", entries = "") => {
      const names = String(entries)
        .split(",")
        .map((entry) => /^\s*([\w$]+)(?:\s*:\s*([\w$]+))?\s*$/.exec(entry))
        .flatMap((entry) => (entry === null ? [] : [`${entry[2] ?? entry[1]} as ${entry[1]}`]));
      return `${names.length === 0 ? "" : `export { ${names.join(", ")} };\n`}export default${object}`;
    });
}

/** Imports each file of a folder that `require.context` gives; webpack, too, refuses a folder without files. */
function withContexts(source: string, path: string, job: Job): string {
  const imports: string[] = [];
  const text = source.replace(CONTEXT, (whole, _, specifier: string, deep = "true", pattern = "", flags = "") => {
    const folder = localPath(specifier, job.root, dirname(path), job.aliases);
    const all = folder === undefined ? [] : listSilently(folder, job);
    const files = deep === "true" ? all : all.filter((file) => !file.includes("/"));
    const entries = chosenFiles(files, String(pattern), String(flags)).map((file) => {
      const name = `context${imports.length + 1}`;
      const isModule = CODE.test(file) || YAML.test(file);
      imports.push(`import ${isModule ? "* as " : ""}${name} from "${relativePath(path, join(folder ?? "", file))}";`);
      return `${JSON.stringify(`./${file}`)}: ${isModule ? name : `{ default: ${name} }`}`;
    });
    const get = "(files) => Object.assign((file) => files[file], { keys: () => Object.keys(files) })";
    return entries.length === 0 ? whole : `(${get})({ ${entries.join(", ")} })`;
  });
  return [...imports, text].join("\n");
}

/** The files that a pattern of `require.context` matches; none where it is no pattern or takes longer than a second. */
function chosenFiles(files: readonly string[], pattern: string, flags: string): readonly string[] {
  const filter = 'files.filter((file) => new RegExp(pattern, flags).test("./" + file))';
  return attempt(() => runInNewContext(filter, { files, pattern, flags }, { timeout: 1_000 })) ?? [];
}

/** Imports lazy components at once: pages are rendered as a whole. */
function withStaticImports(source: string): string {
  const imports: string[] = [];
  const text = source.replace(LAZY, (_, specifier: string, __, member?: string) => {
    const name = `Lazy${imports.length + 1}`;
    imports.push(
      `import ${member === undefined ? name : `{ ${member} as ${name} }`} from ${JSON.stringify(specifier)};`,
    );
    return name;
  });
  return imports.length === 0 ? source : `${imports.join("\n")}\n${text}`;
}

/** Imports React for code of pages that names it: in MDX 1, it was in scope. */
function withReact(source: string): string {
  const isNamed =
    /(?<![\w$.])React\.\w/.test(source) && !/\bimport\s[^;]*?\bReact\b|\b(?:const|let|var)\s+React\b/.test(source);
  return isNamed ? `import React from "react";\n${source}` : source;
}

/** Rewrites translatable texts in React code to docgen's form. */
function withTexts(code: string): string {
  const quoted = (text: string) => JSON.stringify(text.replace(/\s+/g, " ").trim());
  return code
    .replace(TRANSLATE, (...groups) => {
      const [, attributes = "", plain, , braced] = groups as (string | undefined)[];
      const id = ID.exec(attributes)?.[2];
      const text = `${id === undefined ? "" : `id: ${quoted(id)}, `}message: ${quoted(plain ?? braced ?? "")}`;
      return `<Translate${attributes.replace(ID, "").trimEnd()} text={{ ${text} }} />`;
    })
    .replace(/\b(id|message):\s*'([^'\\\n]*)'/g, (_, key: string, text: string) => `${key}: ${JSON.stringify(text)}`);
}

/** Environment variables have no values in browsers, besides the one that tells that a build is for readers. */
export function withoutVariables(code: string, path: string, noteFile: Job["noteFile"]): string {
  return code.replace(/\bprocess\.env\.(\w+)/g, (_, name: string) => {
    if (name === "NODE_ENV") return '"production"';
    noteFile(path, "hand", `process.env.${name} is undefined: write its value, if a build sets it`);
    return "undefined";
  });
}
