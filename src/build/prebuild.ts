import { writeFileSync } from "node:fs";
import { bundleClient } from "./assets.ts";
import { bundleFrame } from "./live-frame.ts";
import { PREBUILT_FILE, type Prebuilt } from "./prebuilt.ts";
import { storeBundle } from "./shared-bundle.ts";
import { TOOL_ROOT } from "./tool.ts";

// Run by `npm run compile`: a site without pages written in React then needs no bundler.
void Promise.all([bundleClient(TOOL_ROOT, [], "production"), bundleFrame()]).then(([bundle, frame]) => {
  const prebuilt: Prebuilt = { bundle: storeBundle(bundle), frame };
  writeFileSync(PREBUILT_FILE, JSON.stringify(prebuilt));
});
