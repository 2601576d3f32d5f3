import { readFileSync } from "node:fs";
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

/** File in which `npm run compile` stores the bundles that are the same for every site. */
export const PREBUILT_FILE: string = join(TOOL_ROOT, "dist/client.json");

/** The bundles that are made once, when docgen is compiled. */
export interface Prebuilt {
  readonly bundle: StoredBundle;
  readonly frame: FrameParts;
}

/** Files as JSON: bytes as base64. */
export type StoredFiles = readonly (readonly [file: string, data: string])[];

/** A bundle as JSON. */
export interface StoredBundle extends Omit<Bundle, "files"> {
  readonly files: StoredFiles;
}

export function storeBundle(bundle: Bundle): StoredBundle {
  return { ...bundle, files: storeFiles(bundle.files) };
}

export function loadBundle(bundle: StoredBundle): Bundle {
  return { ...bundle, files: loadFiles(bundle.files) };
}

export function storeFiles(files: BrowserFiles): StoredFiles {
  return files.map(([file, data]) => [file, Buffer.from(data).toString("base64")]);
}

export function loadFiles(files: StoredFiles): BrowserFiles {
  return files.map(([file, data]) => [file, Buffer.from(data, "base64")]);
}

/** The client and the live frame, as bundled when docgen was compiled. */
export async function prebuiltParts(): Promise<{ readonly bundle: Bundle; readonly frame: FrameParts }> {
  const { bundle, frame } = JSON.parse(readFileSync(PREBUILT_FILE, "utf8")) as Prebuilt;
  return { bundle: loadBundle(bundle), frame };
}

/** The script that pages load only in serve. */
export const DEV_SCRIPT_FILE = join(TOOL_ROOT, "dist/dev-script.js");
