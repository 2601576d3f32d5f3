import { writeFileSync } from "node:fs";
import { bundleClient, bundleDevClient, bundleStyles } from "./assets.ts";
import { bundleFrame } from "./live-frame.ts";
import { PREBUILT_FILE, type Prebuilt, writeDevPart } from "./prebuilt.ts";
import { storeBundle } from "./shared-bundle.ts";
import { TOOL_ROOT } from "./tool.ts";

// Run by `npm run compile`: a site without pages written in React then needs no bundler.
void prebuild();

async function prebuild(): Promise<void> {
  const [bundle, frame, styles, script, client] = await Promise.all([
    bundleClient(TOOL_ROOT, [], "production"),
    bundleFrame(),
    bundleStyles(),
    bundleDevClient(),
    bundleClient(TOOL_ROOT, [], "development"),
  ]);
  const prebuilt: Prebuilt = { bundle: storeBundle(TOOL_ROOT, bundle), frame };
  writeFileSync(PREBUILT_FILE, JSON.stringify(prebuilt));
  writeDevPart("styles", styles);
  writeDevPart("script", script);
  writeDevPart("client", client.files);
}
