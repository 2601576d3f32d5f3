import { join } from "node:path";
import { evaluateConfig } from "../../config/evaluate.ts";
import { readManifest } from "../../output/manifest.ts";
import { isAsWritten } from "../../output/staging.ts";
import { repositoryKey } from "../repository.ts";
import { type BuildRecord, keyOf } from "./record.ts";
import { isSameSnapshot, takeSnapshot } from "./snapshot.ts";

/** True where a build would write what the last one wrote, and all of it is still there. */
export async function isUnchanged(
  before: BuildRecord,
  { root, out }: { readonly root: string; readonly out: string },
): Promise<boolean> {
  const { snapshot, outputs, config } = before;
  if (snapshot === undefined) return false;
  const repository = before.repository === undefined ? undefined : repositoryKey(root);
  if (!isSameSnapshot(snapshot, takeSnapshot(root, Object.keys(snapshot)))) return false;
  // A configuration may ask its surroundings: it is the same only if it says the same.
  if (keyOf(await evaluateConfig(config.code)) !== config.key) return false;
  const files = Object.entries(outputs);
  if (readManifest(out)?.files.length !== files.length) return false;
  if (!files.every(([file, state]) => isAsWritten(join(out, file), state))) return false;
  return (await repository) === before.repository?.key;
}
