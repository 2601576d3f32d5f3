import { isDeepStrictEqual } from "node:util";
import type * as XLSX from "xlsx";
import type { Family, Format } from "./book-types.ts";
import { linesOf } from "./dissect.ts";
import { read, write } from "./write.ts";

/** What a line matches that shows a feature, or what it is stored as with such a pattern each. */
export type Evidence = RegExp | Readonly<Record<string, RegExp>>;

/** Something that a workbook may hold, how it is told from one without it, and what shows it in a written file. */
export interface Feature {
  /** A fresh workbook with the feature, or the same without it. */
  readonly make: (withIt: boolean) => XLSX.WorkBook;
  /** The feature as a reader gives it back. */
  readonly probe: (wb: XLSX.WorkBook) => unknown;
  /** What `probe` gives where nothing is lost. */
  readonly expected: unknown;
  /** What one of the lines that the feature adds to a file matches, where the feature itself is written. */
  readonly evidence: Partial<Record<Family, Evidence>>;
  /** What lines match that a file gets though it does not hold the feature. */
  readonly noise?: Partial<Record<Family, RegExp>>;
  /** Files of other programs, made by hand, by book type: for readers that know more than the writers. */
  readonly handmade?: Readonly<Record<string, () => Buffer>>;
  readonly readOptions?: XLSX.ParsingOptions;
  /** Read in several time zones. */
  readonly isOfTime?: true;
  /** Words for what comes back in its place; without it the value is shown. */
  readonly called?: (instead: unknown) => string;
}

export interface Answer {
  /** Whether the bytes hold it, what it is stored as, or the message that the writer throws. */
  readonly written: boolean | { readonly as: string } | { readonly throws: string };
  readonly read: Read;
  /** Whether it is read from a file of another program alone. */
  readonly isForeign?: boolean;
}

/**
 * `foreign`: from files of other programs alone. `always`: from files without the feature, too. `zone`: the computer's
 * time zone moves it. `instead`: what came in its place.
 */
export type Read =
  | "yes"
  | "no"
  | "foreign"
  | "always"
  | "zone"
  | { readonly instead: unknown }
  | { readonly throws: string };

/** Lines that a file has more often than another. */
export function added(lines: readonly string[], base: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of base) left.set(one, (left.get(one) ?? 0) + 1);
  return lines.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** @throws where lines came to the file that neither evidence nor noise explains */
function writtenAs(
  { evidence, noise }: Feature,
  { family, title }: Format,
  more: readonly string[],
): Answer["written"] {
  const patterns = evidence[family] ?? {};
  const isIn = (pattern: RegExp) => more.some((one) => pattern.test(one));
  if (patterns instanceof RegExp) {
    if (isIn(patterns)) return true;
  } else {
    const as = Object.keys(patterns).find((name) => isIn(patterns[name] ?? /$^/));
    if (as !== undefined) return { as };
  }
  const unexplained = more.filter((one) => noise?.[family]?.test(one) !== true);
  if (unexplained.length === 0) return false;
  throw new Error(
    `${title}: what shows it?\n${unexplained.map((one) => JSON.stringify(one.slice(0, 300))).join("\n")}`,
  );
}

/** What `probe` finds in the bytes, or the message with which the reader throws. */
function probed(
  { probe, readOptions }: Feature,
  format: Format,
  bytes: Buffer,
): { got: unknown } | { readonly throws: string } {
  try {
    return { got: probe(read(bytes, { ...format.readOptions, ...readOptions })) };
  } catch (error) {
    return { throws: (error as Error).message };
  }
}

function compared(feature: Feature, format: Format, bytes: Buffer, without: Buffer): Read {
  const base = probed(feature, format, without);
  const found = probed(feature, format, bytes);
  if ("throws" in found) return found;
  const isThere = isDeepStrictEqual(found.got, feature.expected);
  if (isDeepStrictEqual(found, base)) return isThere ? "always" : "no";
  if (found.got === undefined || found.got === null) return "no";
  return isThere ? "yes" : { instead: found.got };
}

/** West of Greenwich, on it and east of it. */
const ZONES = ["America/New_York", "UTC", "Asia/Tokyo"];

function inZone<T>(zone: string, run: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return run();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

/** What a reader gets, wherever its computer stands. */
function comparedInZones(feature: Feature, format: Format, bytes: Buffer, without: Buffer): Read {
  const compare = () => compared(feature, format, bytes, without);
  if (!feature.isOfTime) return compare();
  const [first = compare(), ...others] = ZONES.map((zone) => inZone(zone, compare));
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : "zone";
}

/** Writes a feature in a format, looks for it in the bytes, and reads them. */
export function measure(feature: Feature, format: Format): Answer {
  const without = write(feature.make(false), format);
  let bytes: Buffer;
  try {
    bytes = write(feature.make(true), format);
  } catch (error) {
    return { written: { throws: (error as Error).message }, read: "no" };
  }
  const written = writtenAs(feature, format, added(linesOf(bytes, format), linesOf(without, format)));
  const answer = comparedInZones(feature, format, bytes, without);
  const handmade = feature.handmade?.[format.bookType];
  if (answer !== "no" || handmade === undefined) return { written, read: answer };
  const foreign = compared(feature, format, handmade(), without);
  return { written, read: foreign === "yes" ? "foreign" : foreign, isForeign: foreign !== "no" };
}
