import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { attempt } from "../../shared/attempt.ts";
import { readOwnFile, replaceOwnFile } from "../../shared/own-file.ts";
import type { ExternalStatus } from "./check-url.ts";

/** Number of days for which stored results are valid. */
const DAYS_KEPT = 7;
const MS_PER_DAY = 86_400_000;

const statuses = v.record(
  v.string(),
  v.object({
    at: v.number(),
    state: v.picklist(["fine", "broken"]),
    why: v.string(),
    moved: v.optional(v.string()),
    fragments: v.record(v.string(), v.boolean()),
  }),
);

/** A stored result and its time, in milliseconds since 1970. */
export type StoredStatus = v.InferOutput<typeof statuses>[string];

/** Reads the stored results that are still valid; none from a file that is damaged or in another format. */
export function readStatuses(file: string, now: number): Map<string, StoredStatus> {
  const kept = attempt(() => v.parse(statuses, JSON.parse(readOwnFile(file).toString("utf8")))) ?? {};
  return new Map(Object.entries(kept).filter(([, { at }]) => now - at < DAYS_KEPT * MS_PER_DAY && at <= now));
}

/** Stores results for later runs. If they can't be written, all URLs are checked again then. */
export function writeStatuses(file: string, kept: ReadonlyMap<string, StoredStatus>): void {
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  attempt(() => {
    mkdirSync(dirname(file), { recursive: true });
    replaceOwnFile(file, JSON.stringify(Object.fromEntries(sorted)));
  });
}

/** The stored form of a result; undefined for temporary results. */
export function toStored(
  { state, why, moved, fragments, lasts }: ExternalStatus,
  at: number,
): StoredStatus | undefined {
  if (!lasts || state === "unsure" || state === "private") return undefined;
  return { at, state, why, moved, fragments: { ...fragments } };
}
