import * as v from "valibot";
import { isScriptAddress, isScriptPicture } from "../shared/address-kind.ts";
import { BADGE_TYPES } from "../shared/badge.ts";
import { CONTROL_CHARACTER } from "../shared/text.ts";

/** A string. */
export const textValue = v.pipe(
  v.string(),
  v.check((text) => !CONTROL_CHARACTER.test(text), "must not contain control characters"),
);
/** A string that a pattern matches. @param rule what it must be, for messages */
export const textLike = (pattern: RegExp, rule: string) =>
  v.pipe(
    textValue,
    v.check((text) => pattern.test(text), rule),
  );
/** A string with more than spaces. */
export const nonEmptyText = textLike(/\S/, "must not be empty");
/** Part of a route; empty for the base URL itself. */
export const routePath = v.pipe(
  textValue,
  v.check(
    (path) => !/[?#\\]|(^|\/)\.{1,2}(\/|$)/.test(path),
    "must be part of a route, without ?, #, \\ and dots alone",
  ),
);
/** A number of 0 or more. */
export const amount = v.pipe(v.number(), v.minValue(0));
/** An integer of 0 or more. */
export const countOrNone = v.pipe(amount, v.integer("must be a whole number"));
/** An integer of 1 or more. */
export const countFromOne = v.pipe(countOrNone, v.minValue(1));

/** A badge: its text, or its text and type. */
export const badge = v.message(
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === "string" ? { text: value } : value)),
    v.strictObject({
      text: v.pipe(v.string(), v.trim(), v.nonEmpty()),
      type: v.exactOptional(v.picklist(BADGE_TYPES), "note"),
    }),
  ),
  `a short text, or a mapping of text and type (${BADGE_TYPES.join(", ")})`,
);

/** What is done about a finding: an error, a warning or nothing. */
export const reaction = v.picklist(["throw", "warn", "ignore"]);

export type Reaction = v.InferOutput<typeof reaction>;

/** A name of a variable in JavaScript. */
export const variableName = textLike(/^[A-Za-z_$][\w$]*$/, "must be the name of a variable");

const RULE = "must be a URL that does not run code";

/** A URL that a reader follows or a page loads, with a scheme that content may use. */
export const address = v.pipe(
  v.string(),
  v.check((value) => !isScriptAddress(value), RULE),
);

/** The URL of a picture: also a `data:` URL, or a relative one such as `img/a.svg` for a static file. */
export const pictureAddress = v.pipe(
  nonEmptyText,
  v.check((value) => !isScriptPicture(value), RULE),
  v.transform((value) => (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(value) ? value : `/${value.replace(/^\.\//, "")}`)),
);
