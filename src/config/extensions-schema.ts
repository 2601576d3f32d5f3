import * as v from "valibot";
import { isFunctionMark, type PageMaker, type SiteCheck, type SiteOutput } from "./extensions.ts";
import { textLike, textValue, variableName } from "./values-schema.ts";

/** A function, or the mark that stands for it outside the thread that runs the configuration. */
export const functionSchema = <T>(rule = "must be a function") => v.custom<T>(isFunctionMark, rule);

export const componentName = textLike(
  /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/,
  'must be a name in PascalCase, such as "StarRating"',
);

export const modulePath = textLike(
  /^\.\/.*\.[jt]sx?$/,
  'must be the path of a module, relative to the root, such as "./x.tsx"',
);

/**
 * The library that the site documents: live samples that use its global load it, and results of samples are stored for
 * its version.
 */
const library = v.strictObject({
  /** Name of an entry of `scripts` that loads the library. */
  scripts: textValue,
  /** Global variable that the scripts set; a live sample that contains it loads them. */
  global: variableName,
  /** Name of the package, for samples that `check-samples` runs. */
  package: v.optional(textValue),
});

/** Live samples: code that readers edit and run. */
export const live = v.strictObject({
  library: v.optional(library),
});

export const component = v.strictObject({
  /** Path of the module, from the site's root; its default export is the component. */
  path: modulePath,
  /**
   * When the component starts to run in the browser: once the page has loaded, once the browser is idle, or once it is
   * visible.
   */
  client: v.picklist(["load", "idle", "visible"]),
});

export const check = v.strictObject({
  /** Name of the check in messages. */
  name: textValue,
  /** An error fails the command. */
  level: v.optional(v.picklist(["error", "warning"]), "error"),
  /** Receives the site in one language; returns what it finds: `path`, `line`, `column`, `message`, `hint`. */
  run: functionSchema<SiteCheck["run"]>(),
});

export const output = v.strictObject({
  /** Name of the output in messages. */
  name: textValue,
  /** Receives the site in one language; returns the names of files, relative to that language's output folder. */
  files: functionSchema<SiteOutput["files"]>(),
  /** Receives the site and the name of a file; returns its text or bytes. */
  make: functionSchema<SiteOutput["make"]>(),
});

export const maker = v.strictObject({
  /** Name of the maker in messages. */
  name: textValue,
  /** Returns pages, each with `path`, relative to `content/`, and `markdown`; reads data through the `task` it receives. */
  make: functionSchema<PageMaker["make"]>(),
});

/** A library whose API the site documents. */
export const apiLibrary = v.strictObject({
  /** Path of its type declarations, from the site's root. Files that this one imports or exports from are read, too. */
  declarations: textLike(
    /\.d\.[cm]?ts$/,
    'must be the path of a declaration file, such as "node_modules/library/index.d.ts"',
  ),
  /** Its name in code; what comes before the dot in `XLSX.read`. */
  name: variableName,
  /** Whether its names in texts and code link to what documents them. */
  link: v.optional(v.boolean(), true),
});
