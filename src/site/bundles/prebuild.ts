import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import { loadEsbuild } from "../../shared/esbuild.ts";
import {
  bundleClient,
  CLIENT_FILE,
  type ClientParts,
  COMMON,
  DEV_SCRIPT_FILE,
  PRODUCTION,
  styleTexts,
} from "./bundle-client.ts";
import type { FrameParts } from "./live-frame.ts";

const FRAME_ENTRIES = ["src/client/live/frame/frame-main.ts", "src/client/live/frame/frame.css"];
const DEV_ENTRY = "src/client/dev/dev-client.ts";

// Run by `npm run compile`, so that sites have to bundle only their own React pages.
void prebuild();

async function prebuild(): Promise<void> {
  const [{ inputs: _, ...bundle }, frame, script] = await Promise.all([
    bundleClient(),
    bundleFrame(),
    bundleDevClient(),
  ]);
  writeFileSync(CLIENT_FILE, serialize({ bundle, frame } satisfies ClientParts));
  writeFileSync(DEV_SCRIPT_FILE, script);
}

/** Bundles the script that pages load only in serve. */
async function bundleDevClient(): Promise<Uint8Array> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...COMMON, entryPoints: [DEV_ENTRY], splitting: false, plugins: [styleTexts] });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Bundles the script and style of the frame of live samples; the same for every site. */
async function bundleFrame(): Promise<FrameParts> {
  const { build } = await loadEsbuild();
  const { outputFiles } = await build({ ...PRODUCTION, entryPoints: FRAME_ENTRIES, format: "iife" });
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  // For a script inside HTML, esbuild escapes only the end tag; but after `<!--` the HTML parser would ignore that tag.
  const script = Buffer.from(textOf(".js").replaceAll("<!--", "<\\!--"));
  return { script, scriptHash: hash("sha256", script, "base64"), style: textOf(".css") };
}
