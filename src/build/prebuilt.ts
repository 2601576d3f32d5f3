import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundle } from "./bundle.ts";
import type { FrameParts } from "./live-frame.ts";
import { TOOL_ROOT } from "./tool.ts";

/** Where `npm run compile` leaves what is bundled for the browser and is the same for most sites. */
export const PREBUILT_FILE: string = join(TOOL_ROOT, "dist/client.json");

/** What is bundled once, when docgen itself is compiled. */
export interface Prebuilt {
  /** The client of a site without pages written in React. */
  readonly bundle: StoredBundle;
  readonly frame: FrameParts;
}

/** A bundle as JSON: bytes as base64, inputs with their digests. */
export interface StoredBundle extends Pick<Bundle, "stylesheet" | "script"> {
  readonly files: readonly (readonly [file: string, data: string])[];
  readonly inputs: readonly (readonly [path: string, digest: string])[];
}

/** Reads what was bundled when docgen was compiled. */
export function readPrebuilt(): Prebuilt {
  return JSON.parse(readFileSync(PREBUILT_FILE, "utf8")) as Prebuilt;
}
