import { evaluateConfig } from "../../config/evaluate.ts";
import { readManifest } from "../../output/manifest.ts";
import type { OutputCheck } from "../../output/types.ts";
import { repositoryKey } from "../repository.ts";
import { type BuildRecord, keyOf } from "./record.ts";
import { isSameSnapshot, type Snapshot } from "./snapshot.ts";

/**
 * True where a build would write what the last one wrote, and all of it is still there.
 *
 * @param now what the site's files hold now
 * @param looking whether what was written is still there
 */
export async function isUnchanged(
  before: BuildRecord,
  now: Snapshot,
  looking: Promise<OutputCheck>,
  { root, out }: { readonly root: string; readonly out: string },
): Promise<boolean> {
  const { snapshot, outputs, config } = before;
  if (snapshot === undefined || !isSameSnapshot(snapshot, now)) return false;
  const repository = before.repository === undefined ? undefined : repositoryKey(root);
  // A configuration may ask its surroundings: it is the same only if it says the same.
  const evaluating =
    config.constant === undefined ? evaluateConfig(config.code).then((value) => keyOf(value)) : config.key;
  const [key, isAsWritten] = await Promise.all([evaluating, looking]);
  const files = Object.entries(outputs);
  if (key !== config.key || readManifest(out)?.files.length !== files.length) return false;
  if (!files.every(([file, state]) => isAsWritten(file, state))) return false;
  return (await repository) === before.repository?.key;
}
