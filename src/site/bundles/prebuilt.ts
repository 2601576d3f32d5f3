import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { TOOL_ROOT } from "../../shared/tool-root.ts";
import type { FrameParts } from "./live-frame.ts";

/** Files that the browser loads. */
export type BrowserFiles = readonly (readonly [file: string, data: Uint8Array])[];

/** The compiled client; the same for every site. */
export interface Bundle {
  readonly files: BrowserFiles;
  readonly stylesheet: string;
  readonly script: string;
  /** Output file of the script that holds React and the theme. */
  readonly shell: string;
  /** Files of the search for one language each, see `languageName`. Only sites in that language need them. */
  readonly languages: Readonly<Record<string, string>>;
}

/** Files as JSON: bytes as base64. */
export type StoredFiles = readonly (readonly [file: string, data: string])[];

/** A bundle as JSON. */
export interface StoredBundle extends Omit<Bundle, "files"> {
  readonly files: StoredFiles;
}

/** Encodes files for JSON. */
export function storeFiles(files: BrowserFiles): StoredFiles {
  return files.map(([file, data]) => [file, Buffer.from(data).toString("base64")]);
}

/** Decodes what `storeFiles` returned. */
export function loadFiles(files: StoredFiles): BrowserFiles {
  return files.map(([file, data]) => [file, Buffer.from(data, "base64")]);
}

/** The compiled client, and the frame of live samples. Without replaced components the same for every site. */
export interface ClientParts {
  readonly bundle: Bundle;
  readonly frame: FrameParts;
}

/** Where `npm run compile` stores it. */
const CLIENT_FILE = join(TOOL_ROOT, "dist/client.bin");

/** Writes the compiled client, for `loadPrebuilt`. */
export function storePrebuilt(parts: ClientParts): void {
  writeFileSync(CLIENT_FILE, serialize(parts));
}

/** Reads the compiled client. @throws Error if `npm run compile` has not written it */
export function loadPrebuilt(): ClientParts {
  return deserialize(readFileSync(CLIENT_FILE)) as ClientParts;
}

/** The script that pages load only in serve. */
export const DEV_SCRIPT_FILE = join(TOOL_ROOT, "dist/dev-script.js");
