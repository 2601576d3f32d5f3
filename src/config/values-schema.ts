import * as v from "valibot";

/** A string. */
export const textValue = v.string();
/** A number of 0 or more. */
export const amount = v.pipe(v.number(), v.minValue(0));
/** An integer of 0 or more. */
export const countOrNone = v.pipe(amount, v.integer("must be a whole number"));
/** An integer of 1 or more. */
export const countFromOne = v.pipe(countOrNone, v.minValue(1));

/** What is done about a finding: an error, a warning or nothing. */
export const reaction = v.picklist(["throw", "warn", "ignore"]);

export type Reaction = v.InferOutput<typeof reaction>;
