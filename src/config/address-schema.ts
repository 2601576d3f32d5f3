import * as v from "valibot";
import { isScriptAddress, isScriptPicture } from "../shared/address-kind.ts";

const RULE = "must be a URL that does not run code";

/** A URL that a reader follows or a page loads, with a scheme that content may use. */
export const address = v.pipe(
  v.string(),
  v.check((value) => !isScriptAddress(value), RULE),
);

/** The URL of a picture: also a `data:` URL, or a relative one such as `img/a.svg` for a static file. */
export const pictureAddress = v.pipe(
  v.string(),
  v.check((value) => !isScriptPicture(value), RULE),
  v.transform((value) => (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value) ? value : `/${value.replace(/^\.\//, "")}`)),
);
