import * as v from "valibot";

/** One line of text. */
export const textValue = v.string();
/** A count or factor of zero or more. */
export const amount = v.pipe(v.number(), v.minValue(0));
/** A count of zero or more. */
export const countOrNone = v.pipe(amount, v.integer("must be a whole number"));
/** A count of one or more. */
export const countFromOne = v.pipe(countOrNone, v.minValue(1));
