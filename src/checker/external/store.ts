import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { readOwnFile } from "../../shared/own-file.ts";
import type { Answer } from "./ask.ts";

/** How long an answer is believed. */
const DAYS_KEPT = 7;
const MS_PER_DAY = 86_400_000;

const answers = v.record(
  v.string(),
  v.object({
    at: v.number(),
    state: v.picklist(["fine", "broken"]),
    why: v.string(),
    moved: v.optional(v.string()),
    fragments: v.record(v.string(), v.boolean()),
  }),
);

/** An answer and when it was given, in milliseconds since 1970. */
export type KeptAnswer = v.InferOutput<typeof answers>[string];

/** Reads the answers that are still believed. A damaged file, or what is none, is no answers. */
export function readAnswers(file: string, now: number): Map<string, KeptAnswer> {
  try {
    const kept = v.parse(answers, JSON.parse(readOwnFile(file).toString("utf8")));
    return new Map(Object.entries(kept).filter(([, { at }]) => now - at < DAYS_KEPT * MS_PER_DAY && at <= now));
  } catch {
    return new Map();
  }
}

/** Writes them for the next time. Where they can't be written, other sites are asked again then. */
export async function writeAnswers(file: string, kept: ReadonlyMap<string, KeptAnswer>): Promise<void> {
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
  const own = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(own, JSON.stringify(Object.fromEntries(sorted)));
    await rename(own, file);
  } catch {
    await rm(own, { force: true }).catch(() => undefined);
  }
}

/** The answer as it is kept; undefined for what may be otherwise soon. */
export function keptAnswer({ state, why, moved, fragments, lasts }: Answer, at: number): KeptAnswer | undefined {
  if (!lasts || state === "unsure" || state === "private") return undefined;
  return { at, state, why, fragments: { ...fragments }, ...(moved === undefined ? {} : { moved }) };
}
