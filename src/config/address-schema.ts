import * as v from "valibot";
import { isScriptAddress, isScriptPicture } from "../shared/script-address.ts";

const RULE = "must be an address that runs no code";

/** An address that a reader follows or a page loads: of the schemes that content may have. */
export const address = v.pipe(
  v.string(),
  v.check((value) => !isScriptAddress(value), RULE),
);

/** The address of a picture, which may be in the address itself; `img/a.svg` is one of the static files, too. */
export const pictureAddress = v.pipe(
  v.string(),
  v.check((value) => !isScriptPicture(value), RULE),
  v.transform((value) => (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value) ? value : `/${value.replace(/^\.\//, "")}`)),
);
