import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

export function storeFiles(files: BrowserFiles): StoredFiles {
  return files.map(([file, data]) => [file, Buffer.from(data).toString("base64")]);
}

export function loadFiles(files: StoredFiles): BrowserFiles {
  return files.map(([file, data]) => [file, Buffer.from(data, "base64")]);
}

/** The compiled client, and the frame of live samples. Without replaced components the same for every site. */
export interface ClientParts {
  readonly bundle: Bundle;
  readonly frame: FrameParts;
}

/** Where `npm run compile` stores it: the bytes of all files one after the other, and their names and lengths. */
const BYTES_FILE = join(TOOL_ROOT, "dist/client.bin");
const NAMES_FILE = join(TOOL_ROOT, "dist/client.json");

interface PrebuiltNames {
  readonly bundle: Omit<Bundle, "files"> & { readonly files: readonly (readonly [file: string, length: number])[] };
  readonly frame: Omit<FrameParts, "script">;
}

export function storePrebuilt({ bundle, frame: { script, ...frame } }: ClientParts): void {
  const files = bundle.files.map(([file, data]) => [file, data.length] as const);
  const names: PrebuiltNames = { bundle: { ...bundle, files }, frame };
  writeFileSync(NAMES_FILE, JSON.stringify(names));
  writeFileSync(BYTES_FILE, Buffer.concat([...bundle.files.map(([, data]) => data), script]));
}

export function loadPrebuilt(): ClientParts {
  const { bundle, frame } = JSON.parse(readFileSync(NAMES_FILE, "utf8")) as PrebuiltNames;
  const bytes = readFileSync(BYTES_FILE);
  let end = 0;
  const files = bundle.files.map(([file, length]) => {
    end += length;
    return [file, bytes.subarray(end - length, end)] as const;
  });
  return { bundle: { ...bundle, files }, frame: { ...frame, script: bytes.subarray(end) } };
}

/** The script that pages load only in serve. */
export const DEV_SCRIPT_FILE = join(TOOL_ROOT, "dist/dev-script.js");
