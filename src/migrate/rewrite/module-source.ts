import type { Job } from "../job.ts";

/** Matches components that a browser loads when they are shown. */
const LAZY =
  /\b(?:React\.)?lazy\(\s*(?:async\s*)?\(\)\s*=>\s*import\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']\s*\)(?:\.then\(\s*\(?(\w+)\)?\s*=>\s*\(\{\s*default:\s*\2\.(\w+)\s*\}\)\s*\))?\s*,?\s*\)/g;

/** Matches the attributes of an import: `with { type: "text" }`. */
const ATTRIBUTES = /(\bfrom\s*)(["'])([^"'\n]+)\2\s*with\s*\{([^}]*)\}/g;

/** Converts a module to an ES module whose imports all stand at the start of lines. */
export function readableModule(source: string): string {
  return withReact(withStaticImports(asModule(withoutAttributes(source))));
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

/** Environment variables have no values in browsers, besides the one that tells that a build is for readers. */
export function withoutVariables(code: string, path: string, noteFile: Job["noteFile"]): string {
  return code.replace(/\bprocess\.env\.(\w+)/g, (_, name: string) => {
    if (name === "NODE_ENV") return '"production"';
    noteFile(path, "hand", `process.env.${name} is undefined: write its value, if a build sets it`);
    return "undefined";
  });
}
