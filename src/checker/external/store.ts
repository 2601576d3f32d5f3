import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { attempt } from "../../shared/attempt.ts";
import { readOwnFile, replaceOwnFile } from "../../shared/own-file.ts";
import type { ExternalStatus } from "./check-url.ts";

/** Number of days for which an address that was fine isn't requested again. */
const DAYS_KEPT = 7;
const MS_PER_DAY = 86_400_000;

/** An address that was fine. */
export interface FineUrl {
  /** When it was, in milliseconds since 1970. */
  readonly at: number;
  /** Fragments that its page has. */
  readonly has: readonly string[];
}

const fineUrls = v.record(v.string(), v.object({ at: v.number(), has: v.array(v.string()) }));

/** Reads the addresses that were fine lately; none from a file that is damaged or in another format. */
export function readFine(file: string, now: number): Map<string, FineUrl> {
  const kept = attempt(() => v.parse(fineUrls, JSON.parse(readOwnFile(file).toString("utf8")))) ?? {};
  return new Map(Object.entries(kept).filter(([, { at }]) => now - at < DAYS_KEPT * MS_PER_DAY && at <= now));
}

/** Stores addresses for later runs. If that fails, all of them are requested again then. */
export function writeFine(file: string, kept: ReadonlyMap<string, FineUrl>): void {
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  attempt(() => {
    mkdirSync(dirname(file), { recursive: true });
    replaceOwnFile(file, JSON.stringify(Object.fromEntries(sorted)));
  });
}

/**
 * What to store of a result; undefined if there is anything to report. What is reported may be mended, or be the fault
 * of this machine's network, so it is requested in each run.
 */
export function toFine({ state, moved, fragments }: ExternalStatus, at: number): FineUrl | undefined {
  if (state !== "fine" || moved !== undefined || Object.values(fragments).includes(false)) return undefined;
  return { at, has: Object.keys(fragments) };
}
