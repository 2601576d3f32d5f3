import { dirname, join } from "node:path";
import type { Mapping } from "../../content/data-file.ts";
import { relativePath } from "../../links/rewrite.ts";
import { lineAt } from "../../shared/line-at.ts";
import type { Imported, Job } from "../job.ts";
import { adopt, putFree, staticAddress } from "../plan/new-paths.ts";
import { baseUrlOf, sitePath } from "../read/config-values.ts";
import { lackOf, packageOf } from "../read/module-paths.ts";
import { SASS } from "../read/preprocessed-files.ts";
import type { Resolve } from "../read/re-exports.ts";
import { readFileText } from "../read/read-data.ts";

/** Copied style sheets. */
export interface StyleSheets {
  /** Paths of the sheets, for `customCss`. */
  readonly customCss: readonly string[];
  /** Addresses of other sites' sheets that they import. Pages link to these, as docgen bundles only the site's own. */
  readonly foreign: readonly string[];
}

/** Matches comments, imports with what follows them, and addresses. */
const NAMED =
  /\/\*[\s\S]*?\*\/|@import\s+(url\([^)]*\)|"[^"]*"|'[^']*')([^;]*);?|\burl\(\s*("[^"]*"|'[^']*'|[^"')]+)\s*\)/gi;
const FOREIGN = /^(?:https?:)?\/\//i;

const NO_INFIMA = "variables and classes of Infima have no effect: src/theme/README.md lists those of docgen";

const TAILWIND = "needs Tailwind: compile it in the Docusaurus site (npx tailwindcss -i FILE -o OUT), and replace it";

/** Copies the configured style sheets, and the sheets and images that they refer to. */
export function copyStyles(job: Job): StyleSheets {
  const { root, docusaurus, noteFile } = job;
  const customCss: string[] = [];
  const foreign = new Set<string>();
  const seen = new Set<string>();
  const copy = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const css = job.compiled?.get(join(root, path));
    const source = css ?? readFileText(join(root, path));
    const text = rewriteSheet(source, path, job, copy, foreign);
    job.put(newPlace(cssPath(path)), text === source && css === undefined ? { copyOf: join(root, path) } : { text });
    const how = css === undefined ? "copied" : `compiled to ${newPlace(cssPath(path))}`;
    noteFile(path, "changed", `${how}; ${NO_INFIMA}`);
    if (/@(?:tailwind|apply)\b/.test(text)) noteFile(path, "hand", TAILWIND);
  };
  for (const path of docusaurus.styles) {
    if (isSheet(path, job)) {
      copy(path);
      customCss.push(`./${newPlace(cssPath(path))}`);
    } else if (!isWaiting(path, job)) noteFile(path, "hand", notMigrated(path));
  }
  return { customCss, foreign: [...foreign] };
}

/** The path of a style sheet as CSS. */
function cssPath(path: string): string {
  return path.replace(/\.(?:s[ac]ss|less)$/, ".css");
}

/**
 * The new path of a module or style sheet, or of a file that belongs to one: those of packages become the site's own,
 * and so do those beside the Docusaurus site, in its repository.
 */
export function newPlace(path: string): string {
  return path.replace(/^(?:\.\.\/)*node_modules\//, "src/css/packages/").replace(/^(?:\.\.\/)+/, "src/outside/");
}

/** Whether a style sheet waits for its compiler, or for the package that has it, to be installed; notes it then. */
function isWaiting(path: string, job: Job): boolean {
  const specifier = path.replace(/^(?:\.\.\/)*node_modules\//, "");
  const { name, version, isInstalled = true } = packageOf(specifier, job) ?? {};
  const isOfPackage = !isInstalled && (specifier !== path || version !== undefined);
  const needed = isOfPackage ? name : SASS.test(path) ? "sass" : undefined;
  if (needed === undefined || packageOf(needed, job)?.isInstalled === true) return false;
  job.waiting.set(specifier, [lackOf(needed, job)]);
  return true;
}

function notMigrated(path: string): string {
  const compiled = cssPath(path);
  if (compiled === path) return "the style sheet is not migrated: docgen supports only .css files inside the site";
  const compiler = path.endsWith(".less") ? "lessc" : "sass";
  return `the style sheet is not migrated: compile it (npx ${compiler} ${path} ${compiled}), and add "./${compiled}" to customCss`;
}

function isSheet(path: string, { root, hasFile, compiled }: Job): boolean {
  const isCss = path.endsWith(".css") || compiled?.has(join(root, path)) === true;
  return isCss && hasFile(join(root, path));
}

/**
 * Rewrites the addresses in a style sheet to docgen's form.
 *
 * @param path relative to the root
 * @param copy copies an imported style sheet
 * @param foreign to which addresses of imported style sheets of other sites are added
 */
function rewriteSheet(
  source: string,
  path: string,
  job: Job,
  copy: (path: string) => void = () => {},
  foreign = new Set<string>(),
): string {
  const { root, note } = job;
  const folder = dirname(path);
  return source.replace(NAMED, (whole, from?: string, behind = "", to?: string, at = 0) => {
    const hand = (message: string) => note(path, { line: lineAt(source, Number(at)), kind: "hand", message });
    const written = String(from ?? to ?? "").replace(/^url\(\s*|\s*\)$/gi, "");
    const named = written.replace(/^["']|["']$/g, "");
    if (from !== undefined) {
      const condition = String(behind).trim();
      if (FOREIGN.test(named) && condition === "") {
        foreign.add(named);
        const message = `moved the import of ${named} to templates/page.html: docgen imports no style sheets of other sites`;
        note(path, { line: lineAt(source, Number(at)), kind: "changed", message });
        return "";
      }
      const sheet = localName(named, folder, root);
      if (sheet !== undefined && isSheet(sheet, job)) {
        copy(sheet);
        return whole.replace(named, () => relativePath(newPlace(path), newPlace(sheet)));
      }
      hand(`removed the import of ${named}; copy its rules to this file`);
      return "";
    }
    if (to === undefined || /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(named)) return whole;
    const [, name = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(named) ?? [];
    const address = fileAddress(localName(name, folder, root), path, job);
    if (address !== undefined) return whole.replace(named, () => address + rest);
    hand(`removed ${named}: the site has no such file; use the address of a file in content/static/`);
    return 'url("data:,")';
  });
}

/** The file that a style sheet refers to, relative to the root; undefined for one in a package. */
function localName(name: string, folder: string, root: string): string | undefined {
  const bareName = name.replace(/^~(?=@site\/)/, "");
  if (bareName.startsWith("~")) return undefined;
  return sitePath(bareName.startsWith("@site/") ? bareName : join(root, folder, bareName), root);
}

/** The address of an image or font, which is copied unless it is a static file. */
function fileAddress(name: string | undefined, sheet: string, job: Job): string | undefined {
  const { root, hasFile, put } = job;
  if (name === undefined) return undefined;
  const file = join(root, name);
  if (!hasFile(file)) return undefined;
  const address = staticAddress(file, job);
  if (address !== undefined) return address;
  put(newPlace(name), { copyOf: file });
  return relativePath(newPlace(sheet), newPlace(name));
}

const UNSTYLED = "the style sheet is not migrated, so what imports it has no styles";

/**
 * What stands for the import of a file that isn't a module.
 *
 * @param styles to which the path of a style sheet is added
 */
export function assetImport(
  names: string,
  { path, isText }: Extract<Imported, { readonly kind: "asset" }>,
  styles: Set<string>,
  job: Job,
): string {
  if (isText === true) return `const ${names} = ${JSON.stringify(readFileText(path))};`;
  if (!cssPath(path).endsWith(".css")) return `const ${names || "picture"} = ${addressCode(path, job)};`;
  const sheet = moveSheet(path, job);
  if (sheet !== undefined) styles.add(`./${sheet.path}`);
  return names === "" ? "" : `const ${names} = ${JSON.stringify(sheet?.classes ?? {})};`;
}

/** Adds the package of an import to those that the new site needs. @returns whether it is installed */
export function usesPackage(specifier: string, packages: Map<string, string>, job: Job): boolean {
  const { name, version, isInstalled } = packageOf(specifier, job) ?? {};
  if (isInstalled !== true || name === undefined || version === undefined) return false;
  packages.set(name, version);
  return true;
}

/** New style sheet that imports those of packages for pages. */
const PACKAGE_SHEETS = "src/css/packages.css";

/** Returns `addSheet` of `Modules`. */
export function sheetsOfPages(styles: Set<string>, packages: Map<string, string>, resolve: Resolve, job: Job) {
  const imports = new Set<string>();
  return (specifier: string, from: string): boolean => {
    const imported = resolve(specifier, from);
    if (imported.kind === "asset" && cssPath(imported.path).endsWith(".css")) assetImport("", imported, styles, job);
    else if (imported.kind === "none" && specifier.endsWith(".css") && usesPackage(specifier, packages, job)) {
      imports.add(`@import ${JSON.stringify(specifier)};\n`);
      job.put(PACKAGE_SHEETS, { text: [...imports].join("") });
      styles.add(`./${PACKAGE_SHEETS}`);
    } else return isWaiting(`node_modules/${specifier}`, job);
    return true;
  };
}

/** An expression for the address of a file, which for an SVG is also a component. */
export function addressCode(path: string, job: Job): string {
  const url = staticAddress(path, job) ?? adopt(path, job);
  if (url.endsWith(".svg")) return `picture(${JSON.stringify(url)})`;
  // Elements write it as it is.
  return JSON.stringify(baseUrlOf(job.docusaurus.config) + url.replace(/^\//, ""));
}

/**
 * Moves the style sheet that a module imports.
 *
 * @returns its new path, and for a CSS module the new names of its classes by the old ones, as they are unique in the
 * site; undefined if docgen can't read it, which is noted
 */
function moveSheet(path: string, job: Job): { readonly path: string; readonly classes: Mapping } | undefined {
  const name = sitePath(path, job.root);
  const css = job.compiled?.get(path);
  const reason = (remedy: string) => void job.noteFile(name, "hand", `${UNSTYLED}: ${remedy}`);
  if (path.endsWith(".less")) return reason("compile it with lessc, and import the .css file");
  if (SASS.test(path) && css === undefined)
    return isWaiting(name, job) ? undefined : reason("correct what Sass reports, then migrate again");
  const source = css ?? readFileText(path);
  if (/@import|\bcomposes:|@value/.test(source))
    return reason("write the rules that @import, composes and @value name into it");
  const sheet = cssPath(newPlace(name));
  const stem = sheet.replace(/(?:\.module)?\.css$/, "");
  const prefix = stem.replace(/[^\w/]/g, "--").replaceAll("/", "-");
  const classes: Record<string, string> = {};
  const text = rewriteSheet(source, cssPath(name), job);
  const renamed = sheet.endsWith(".module.css") ? withOwnClasses(text, prefix, classes) : text;
  return { path: putFree(`${stem}.css`, renamed, job), classes };
}

/** A style sheet with prefixed class names. @param classes to which they are added by their old names */
function withOwnClasses(sheet: string, prefix: string, classes: Record<string, string>): string {
  return sheet.replace(
    /:global\(([^)]*)\)|\/\*[\s\S]*?\*\/|\.(-?[A-Za-z_][\w-]*)(?=[^{}]*\{)/g,
    (whole, global: string | undefined, name: string | undefined) => {
      if (name === undefined) return global ?? whole;
      classes[name] = `${prefix}_${name}`;
      return `.${classes[name]}`;
    },
  );
}
