import type { Imported, Job } from "../job.ts";
import { adopt, putFree, staticAddress } from "../plan/new-paths.ts";
import { sitePath } from "../read/config-values.ts";
import { packageOf } from "../read/module-paths.ts";
import { SASS } from "../read/preprocessed-files.ts";
import type { Resolve } from "../read/re-exports.ts";
import { readFileText } from "../read/read-data.ts";
import { cssPath, isWaiting, newPlace, rewriteSheet } from "./style-sheets.ts";

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
  const sheet = moduleSheet(path, job);
  if (sheet !== undefined) styles.add(`./${putFree(sheet.path, sheet.text, job)}`);
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
  return url.endsWith(".svg") ? `picture(${JSON.stringify(url)})` : JSON.stringify(url);
}

interface ModuleSheet {
  readonly path: string;
  readonly text: string;
  /** New names of classes by the old ones, for a CSS module: they are unique in the site. */
  readonly classes: Readonly<Record<string, string>>;
}

/** The style sheet that a module imports, for the new site; undefined if docgen can't read it, which is noted. */
function moduleSheet(path: string, job: Job): ModuleSheet | undefined {
  const name = sitePath(path, job.root);
  const css = job.compiled?.get(path);
  const reason = (remedy: string) => void job.noteFile(name, "hand", `${UNSTYLED}: ${remedy}`);
  if (path.endsWith(".less")) return reason("compile it with lessc, and import the .css file");
  if (SASS.test(path) && css === undefined)
    return isWaiting(name, job) ? undefined : reason("correct what Sass reports, then migrate again");
  const source = css ?? readFileText(path);
  if (/@import|\bcomposes:|@value/.test(source))
    return reason("write the rules that @import, composes and @value name into it");
  const text = rewriteSheet(source, cssPath(name), job);
  const sheet = cssPath(newPlace(name));
  const stem = sheet.replace(/(?:\.module)?\.css$/, "");
  const isModule = sheet.endsWith(".module.css");
  const prefix = stem.replace(/[^\w/]/g, "--").replaceAll("/", "-");
  const named = isModule ? withOwnClasses(text, prefix) : { text, classes: {} };
  return { path: `${stem}.css`, ...named };
}

/** A style sheet with prefixed class names, and these by their old names. */
function withOwnClasses(sheet: string, prefix: string): Omit<ModuleSheet, "path"> {
  const classes: Record<string, string> = {};
  const text = sheet.replace(
    /:global\(([^)]*)\)|\/\*[\s\S]*?\*\/|\.(-?[A-Za-z_][\w-]*)(?=[^{}]*\{)/g,
    (whole, global: string | undefined, name: string | undefined) => {
      if (name === undefined) return global ?? whole;
      classes[name] = `${prefix}_${name}`;
      return `.${classes[name]}`;
    },
  );
  return { text, classes };
}
