import * as v from "valibot";
import { isFunctionMark, type SiteCheck, type SiteOutput } from "./extensions.ts";
import { textValue } from "./values-schema.ts";

/** A function: the thread in which the configuration runs leaves a mark in its place. */
export const functionOf = <T>() => v.custom<T>(isFunctionMark, "must be a function");

export const componentName = v.pipe(
  textValue,
  v.check(
    (name) => /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/.test(name),
    'must be a name in capitalised words, such as "StarRating"',
  ),
);

export const modulePath = v.pipe(
  textValue,
  v.check((path) => /^\.\/.*\.[jt]sx?$/.test(path), 'must be the path of a module from the root, such as "./x.tsx"'),
);

/** What the samples of the site are about: live samples that name it have it, and kept results are those of its version. */
const library = v.strictObject({
  /** Name of its scripts in `scripts`. */
  scripts: textValue,
  /** The variable that they set, by which samples name it. */
  global: v.pipe(
    textValue,
    v.check((name) => /^[A-Za-z_$][\w$]*$/.test(name), "must be the name of a variable"),
  ),
  /** The package of samples that `check-samples` runs. */
  package: v.optional(textValue),
});

/** Live samples: code that readers edit and run. */
export const live = v.strictObject({
  library: v.optional(library),
});

export const component = v.strictObject({
  /** Module whose default export is the component, from the site's root. */
  path: modulePath,
  /** Runs in the browser, too, from then on: when the page has loaded, when the browser is idle, or when it is seen. */
  client: v.picklist(["load", "idle", "visible"]),
});

export const check = v.strictObject({
  /** Stands in messages. */
  name: textValue,
  /** An error fails the command. */
  level: v.optional(v.picklist(["error", "warning"]), "error"),
  /** Takes the site in one language, and gives what it finds: `path`, `line`, `column`, `message`, `hint`. */
  run: functionOf<SiteCheck["run"]>(),
});

export const output = v.strictObject({
  /** Stands in messages. */
  name: textValue,
  /** Takes the site in one language, and names files in its folder. */
  files: functionOf<SiteOutput["files"]>(),
  /** Takes the site and the name of a file, and gives its text or bytes. */
  make: functionOf<SiteOutput["make"]>(),
});
