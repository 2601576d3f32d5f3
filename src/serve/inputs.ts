import { isDeepStrictEqual } from "node:util";
import { bundleInputs, inputDigest } from "../build/cache/snapshot.ts";
import type { Store } from "../build/cache/store.ts";
import { loadTemplate } from "../build/template-file.ts";
import { CONFIG_FILE } from "../config/evaluate.ts";
import { type BundledConfig, loadConfig } from "../config/load.ts";
import { Failure } from "../shared/failure.ts";
import type { Problem } from "../shared/problem.ts";
import type { DevInputs } from "./dev-site.ts";
import { OWN_RENDERER } from "./renderer.ts";

/** Name in the store of what is kept of the configuration. */
export const CONFIG_ENTRY = "config";

/** The configuration, and the digests of what its code depends on. */
interface KeptConfig extends BundledConfig {
  readonly digests: readonly string[];
}

/**
 * Loads what all languages share.
 *
 * @param store of the configuration's code from earlier times
 * @throws Failure for a faulty configuration or template
 */
export async function loadInputs(root: string, store: Store): Promise<DevInputs> {
  const digestsOf = (files: readonly string[]) => bundleInputs(root, files).map((input) => inputDigest(root, input));
  const kept = store.get("serve", CONFIG_ENTRY) as KeptConfig | undefined;
  const isCurrent = kept !== undefined && isDeepStrictEqual(digestsOf(kept.files), kept.digests);
  const [loaded, template] = await Promise.all([loadConfig(root, isCurrent ? kept : undefined), loadTemplate(root)]);
  if (!isCurrent) {
    const { code, files, constant } = loaded;
    store.put("serve", CONFIG_ENTRY, { code, files, constant, digests: digestsOf(files) } satisfies KeptConfig);
  }
  return { loaded, template, renderer: OWN_RENDERER };
}

/** What a failure says, at the places that it names. */
export function failureProblems(error: unknown, path: string = CONFIG_FILE): Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  const place = { path, line: 1, column: 1, severity: "error", code: "failure" } as const;
  if (!(error instanceof Failure)) return [{ ...place, message }];
  return message.split("\n").map((line) => {
    const [, file, row, column, text] = /^(\S+?):(\d+):(\d+): (.*)$/.exec(line) ?? [];
    if (file === undefined || text === undefined) return { ...place, message: line.replace(`${path}: `, "") };
    return { ...place, path: file, line: Number(row), column: Number(column), message: text };
  });
}
