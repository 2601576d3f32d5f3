import picocolors from "picocolors";

/** Colours where a person reads: off when either output is no terminal, and with NO_COLOR. */
export const pc = picocolors.createColors(
  process.env.NO_COLOR === undefined && process.stdout.isTTY === true && process.stderr.isTTY === true,
);
