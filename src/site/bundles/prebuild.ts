import { writeFileSync } from "node:fs";
import { bundleClient, bundleDevClient, bundleFrame } from "./bundle-client.ts";
import { DEV_SCRIPT_FILE, storePrebuilt } from "./prebuilt.ts";

// Run by `npm run compile`, so that sites have to bundle only their own React pages.
void prebuild();

async function prebuild(): Promise<void> {
  const [{ inputs: _, ...bundle }, frame, script] = await Promise.all([
    bundleClient(),
    bundleFrame(),
    bundleDevClient(),
  ]);
  storePrebuilt({ bundle, frame });
  writeFileSync(DEV_SCRIPT_FILE, script);
}
