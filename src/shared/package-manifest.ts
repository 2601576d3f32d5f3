import { join } from "node:path";
import { attempt } from "./attempt.ts";
import { readRegular } from "./regular-file.ts";

/** What docgen reads of a `package.json`. */
export interface PackageManifest {
  readonly version?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The `package.json` of a folder; undefined if there is none that can be read. */
export function manifestIn(folder: string): PackageManifest | undefined {
  const path = join(folder, "package.json");
  return attempt(() => JSON.parse(readRegular(path).toString()) as PackageManifest | null) ?? undefined;
}
