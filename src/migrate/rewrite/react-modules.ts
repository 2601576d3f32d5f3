import { dirname } from "node:path";
import { relativePath } from "../../links/rewrite.ts";
import type { Imported, Job, Lack } from "../job.ts";
import { sitePath } from "../read/config-values.ts";
import { lackOf, localPath, packageOf } from "../read/module-paths.ts";
import { YAML } from "../read/page-imports.ts";
import { clausesByOrigin, IMPORT, type Resolve } from "../read/re-exports.ts";
import { readData, readFileText } from "../read/read-data.ts";
import { putShims, remarksOn, SHIM, shimImport } from "./docusaurus-shim.ts";
import { readableModule, withoutVariables } from "./module-source.ts";
import { createPlaceholders, type Lacking, type Placeholders, replacement, whyNot } from "./placeholders.ts";
import { addressCode, assetImport, newPlace, sheetsOfPages, usesPackage } from "./style-sheets.ts";

/** Moves React modules to the new site, with everything that they import; those that import what docgen lacks stay. */
export interface Modules {
  /** Rewrites the imports of a module. @returns its text, undefined if docgen lacks imports; `missing`: these, with reasons */
  readonly rewrite: (
    source: string,
    from: string,
    target: string,
  ) => { text: string | undefined; missing: readonly Lack[] };
  /**
   * Moves a module with all that it imports.
   *
   * @returns its new path, relative to the new root; undefined if docgen lacks an import
   */
  readonly move: (path: string) => string | undefined;
  /** Adds a style sheet that a page imports to `styles`. @returns false for another module, or if there is none */
  readonly addSheet: (specifier: string, from: string) => boolean;
  /** Why a module isn't moved; undefined if it is. */
  readonly reason: (path: string) => string | undefined;
  /** New paths of modules that only work in a browser. */
  readonly live: Set<string>;
  /** Versions of the packages that the modules import, by name. */
  readonly packages: Map<string, string>;
  /** Paths of the modules' style sheets, for `customCss`. */
  readonly styles: ReadonlySet<string>;
  readonly placeholders: Placeholders;
}

const DYNAMIC = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["']([^"']+)["']\s*\)/g;
const REQUIRED = /require\(\s*["']([^"']+)["']\s*\)(\.default\b)?/g;
/** Matches modules that bundles have, or leave to browsers. */
const PROVIDED = /^(?:react(?:-dom)?(?:\/|$)|https?:)/;
/** Matches code that only works in a browser, also by what stands for Docusaurus' modules. */
const LIVE =
  /\bon[A-Z]\w*=|\buse(?:State|Effect|Reducer|Ref|LayoutEffect|IsBrowser|ColorMode|Location|LocalPathname|History|StorageSlot|Collapsible|TabGroupChoice|WindowSize)\b|<BrowserOnly\b/;

/** Matches components that wait for what they load. */
const SUSPENDED = /<(?:React\.)?Suspense\b[\s\S]*\bthrow (?!new\b)|\bthrow (?!new\b)[\s\S]*<(?:React\.)?Suspense\b/;
/** Imports a placeholder; undefined if that can't be. @param reasons why a module isn't moved */
type Replace = (names: string, subject: string, reasons?: readonly Lack[]) => string | undefined;

const LATE =
  "loads modules or data with Suspense, so the HTML of pages and the search don't contain them: import them at the top of the module";

export function createModules(job: Job, resolve: Resolve): Modules {
  const { root, put, noteFile } = job;
  const moved = new Map<string, string | undefined>();
  const reasons = new Map<string, readonly Lack[]>();
  const [live, styles] = [new Set<string>(), new Set<string>()];
  const placeholders = createPlaceholders();
  const packages = new Map<string, string>();

  /** Rewrites an import; undefined if docgen lacks the module. @param names imported names, empty if there are none */
  const importOf = (word: string, names: string, name: string, from: string, target: string, replace?: Replace) => {
    const part = shimImport(name, names, relativePath(target, SHIM), job);
    if (part !== undefined) {
      for (const remark of remarksOn(name, from)) noteFile(sitePath(from, root), "hand", remark);
      return part.replace("import", word);
    }
    const imported = resolve(name, from);
    if (imported.kind === "none" && usesPackage(name, packages, job)) {
      // It may need a browser, unless it only draws.
      if (!/icon|lucide/.test(name)) live.add(target);
      return `${word}${names === "" ? "" : ` ${names} from`} ${JSON.stringify(name)};`;
    }
    if (imported.kind === "module") {
      const statements = clausesByOrigin(names, imported.path, resolve).map(([source, clause]) => {
        const path = move(source);
        if (path === undefined) return replace?.(clause, sitePath(source, root), reasons.get(source));
        if (live.has(path)) live.add(target);
        return `${word}${clause === "" ? "" : ` ${clause} from`} ${JSON.stringify(relativePath(target, path))};`;
      });
      return statements.includes(undefined) ? undefined : statements.join("\n");
    }
    if (imported.kind === "asset") return assetImport(names, imported, styles, job);
    // Components that show Markdown may become what they show; pages can't.
    const isReplaced = imported.kind === "none" || target.startsWith("content/");
    return isReplaced ? replace?.(names, subjectOf(name, from, job)) : undefined;
  };

  const lack = (name: string, from: string, names = "") => lackIn(name, names, from, resolve, reasons, job);
  const rewrite: Modules["rewrite"] = (source, from, target) => {
    const [missing, lacking, by]: [Lack[], Lacking[], string] = [[], [], sitePath(from, root)];
    const readable = withoutVariables(readableModule(source, from, job), by, noteFile);
    const later = (word: "import" | "require") => (whole: string, name: string, member: unknown) => {
      if (word === "import") live.add(target);
      if (PROVIDED.test(name)) return whole;
      const code = laterCode(word, resolve(name, from), () => importOf("import", "", name, from, target), job);
      if (code === undefined) missing.push(...lack(name, from));
      return code?.startsWith("require(") === true ? `${code}${String(member ?? "")}` : (code ?? whole);
    };
    let text = readable
      .replace(IMPORT, (whole, word = "import", clause = "", named?: string, bare = "") => {
        const [names, name] = [String(clause).trim(), named ?? String(bare)];
        if (/^type\b/.test(names)) return "";
        if (PROVIDED.test(name)) return whole;
        const replace: Replace = (clause, subject, reasons) => {
          const [place, causes] = reasons === undefined ? [by, lack(name, from)] : [subject, reasons];
          const add = (exported: readonly string[]) => lacking.push({ subject, exported, path: place, causes });
          const path = relativePath(target, placeholders.pathOf(subject));
          return replacement(String(word), clause, readable.replace(whole, ""), path, add);
        };
        const statement = importOf(String(word), names, name, from, target, replace);
        if (statement === undefined) missing.push(...lack(name, from, names));
        return statement ?? whole;
      })
      .replace(DYNAMIC, later("import"))
      .replace(REQUIRED, later("require"));
    if (/\brequire\.context\(/.test(text)) missing.push({ text: "files by require.context", by });
    if (CHOSEN_MARKDOWN.test(text)) missing.push({ text: `Markdown that its code chooses (${INCLUDED})`, by });
    text = withShim(text, target, job);
    if (LIVE.test(text)) live.add(target);
    if (missing.length === 0) for (const entry of lacking) placeholders.add(entry);
    else missing.push(...lacking.flatMap(({ causes }) => causes));
    return { text: missing.length > 0 ? undefined : text, missing };
  };

  const move: Modules["move"] = (path) => {
    if (moved.has(path)) return moved.get(path);
    const target = newPlace(sitePath(path, root)).replace(/\.js$/, ".jsx");
    // Set before its imports are moved, as they may be circular.
    moved.set(path, target);
    const data = putData(path, target, put);
    if (data !== undefined) return moved.set(path, data).get(path);
    const { text, missing } = rewrite(readFileText(path), path, target);
    if (text !== undefined && !/\bprocess\.[a-z]/.test(text)) {
      put(target, { text });
      if (SUSPENDED.test(text)) noteFile(sitePath(path, root), "hand", LATE);
    } else {
      moved.set(path, undefined);
      reasons.set(path, text === undefined ? missing : [{ text: "process", by: sitePath(path, root) }]);
    }
    return moved.get(path);
  };

  const reason: Modules["reason"] = (path) => {
    const lacks = reasons.get(path);
    return lacks && whyNot(`${sitePath(path, root)} needs`, sitePath(path, root), lacks);
  };
  const addSheet = sheetsOfPages(styles, packages, resolve, job);
  return { rewrite, move, addSheet, reason, live, packages, styles, placeholders };
}

/** Code that imports what its pictures need; writes the replacements for Docusaurus' modules if it imports any. */
function withShim(code: string, target: string, job: Job): string {
  const isShown = /\bpicture\(/.test(code);
  const text = isShown ? `import { picture } from "${relativePath(target, SHIM)}";\n${code}` : code;
  putShims(text, job);
  return text;
}

/** Matches files of data. */
const DATA = /\.(?:json|ya?ml)$/;

/** Moves a file of data, YAML as JSON. @returns its new path; undefined for other files */
function putData(path: string, target: string, put: Job["put"]): string | undefined {
  if (YAML.test(path)) {
    const json = `${target}.json`;
    put(json, { text: JSON.stringify(readData(path) ?? null, null, 2) });
    return json;
  }
  if (!DATA.test(path)) return undefined;
  put(target, { copyOf: path });
  return target;
}

/**
 * An expression in the place of what a module imports or requires later; undefined if docgen lacks it.
 *
 * @param importNow returns the statement that would import it at once
 */
function laterCode(
  word: "import" | "require",
  imported: Imported,
  importNow: () => string | undefined,
  job: Job,
): string | undefined {
  const isRequired = word === "require";
  if (isRequired && imported.kind === "module" && DATA.test(imported.path))
    return `(${JSON.stringify(readData(imported.path))})`;
  // A build bundles what code names later, and runs it no sooner than that.
  if (imported.kind !== "asset") return importNow()?.replace(/^import (.*);$/, (_, path: string) => `${word}(${path})`);
  if (isRequired) return imported.path.endsWith(".css") ? undefined : addressCode(imported.path, job);
  if (imported.isText !== true) return undefined;
  return `Promise.resolve({ default: ${JSON.stringify(readFileText(imported.path))} })`;
}

/** What an import names, the same from every file. */
function subjectOf(specifier: string, from: string, job: Job): string {
  const path = localPath(specifier, job.root, dirname(from), job.aliases);
  return path === undefined ? (packageOf(specifier, job)?.name ?? specifier) : sitePath(path, job.root);
}

/** An import that docgen lacks, with the reason, or why the modules that its names come from aren't moved. */
function lackIn(
  name: string,
  names: string,
  from: string,
  resolve: Resolve,
  reasons: ReadonlyMap<string, readonly Lack[]>,
  job: Job,
): readonly Lack[] {
  const imported = resolve(name, from);
  const sources = imported.kind === "module" ? clausesByOrigin(names, imported.path, resolve) : [];
  const causes = sources.flatMap(([path]) => reasons.get(path) ?? []);
  if (causes.length > 0) return causes;
  const by = sitePath(from, job.root);
  if (imported.kind === "none" && /^there is no/.test(imported.reason ?? ""))
    return [{ by, text: `"${name}" (there is no such file)` }];
  if (imported.kind !== "partial") return [{ by, ...lackOf(name, job) }];
  return [{ by, text: `"${name}" (Markdown: ${INCLUDED})` }];
}

const INCLUDED = "write it between the tags of the component in the page, with <Include>, and render children";

/** Matches imports of Markdown files with computed names. */
const CHOSEN_MARKDOWN = /\b(?:require|import)\(\s*(?:`[^`]*\$\{[^`]*\.mdx?`|["'][^"']*["']\s*\+[^()]*\.mdx?["'])\s*\)/;
