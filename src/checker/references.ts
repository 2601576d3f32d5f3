import { CONFIG_FILE } from "../config/evaluate.ts";
import { placeInConfig } from "../config/place.ts";
import type { Finding } from "../links/use.ts";
import type { Problem } from "../shared/problem.ts";
import type { Site } from "../site/model/site.ts";

/** Dangling references in the configuration, with their positions. */
export function configReferences({ configFaults, loaded }: Site): Finding[] {
  return configFaults.map(({ item, message, kind = "broken-reference", key, value, hint, subject }) => ({
    ...placeInConfig(loaded.sources, key, value),
    kind,
    target: value,
    subject: subject ?? `${CONFIG_FILE}: ${item}`,
    message: `${item}: ${message}`,
    ...(hint === undefined ? {} : { hint }),
  }));
}

/** Whether a problem is a dangling reference in a page or a category. */
export function isReference({ code }: Problem): boolean {
  return code === "broken-reference";
}

/** Converts such a problem to a finding, whose level is configurable. */
export function referenceOf({ path, line, column, message, hint }: Problem): Finding {
  const about = { path, line, column, message, target: "", subject: `${path}:${line}: ${message}` };
  return { ...about, kind: "broken-reference", ...(hint === undefined ? {} : { hint }) };
}
