import { writeFileSync } from "node:fs";
import { bundleClient, bundleDevClient, bundleStyles } from "./assets.ts";
import { bundleFrame } from "./live-frame.ts";
import { PREBUILT_FILE, type Prebuilt, storeBundle, writeDevPart } from "./prebuilt.ts";

// Run by `npm run compile`: sites then bundle nothing but their own pages written in React.
void prebuild();

async function prebuild(): Promise<void> {
  const [bundle, frame, styles, script, client] = await Promise.all([
    bundleClient("production"),
    bundleFrame(),
    bundleStyles(),
    bundleDevClient(),
    bundleClient("development"),
  ]);
  const prebuilt: Prebuilt = { bundle: storeBundle(bundle), frame };
  writeFileSync(PREBUILT_FILE, JSON.stringify(prebuilt));
  writeDevPart("styles", styles);
  writeDevPart("script", script);
  writeDevPart("client", client.files);
}
