import * as v from "valibot";
import { textValue, variableName } from "./values-schema.ts";

/** A library whose API the site documents. */
export const apiLibrary = v.strictObject({
  /** Path of its type declarations, from the site's root. Files that this one imports or exports from are read, too. */
  declarations: v.pipe(
    textValue,
    v.check(
      (path) => /\.d\.[cm]?ts$/.test(path),
      'must be the path of a declaration file, such as "node_modules/library/index.d.ts"',
    ),
  ),
  /** Its name in code; what comes before the dot in `XLSX.read`. */
  name: variableName,
  /** Whether its names in texts and code link to what documents them. */
  link: v.optional(v.boolean(), true),
});
