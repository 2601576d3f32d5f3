import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEV_SCRIPT } from "../src/client/dev/messages.ts";
import { readManifest } from "../src/output/manifest.ts";
import { DEV_META } from "../src/shared/constants.ts";
import { PROJECT, startServer } from "./helpers/docgen.ts";
import { openSite } from "./helpers/real-site.ts";

/** What connects a page to the server that is shown while a site is written. */
const CLIENT_TAGS = new RegExp(
  `<meta name="${DEV_META}"[^>]*>\n<script type="module" src="${DEV_SCRIPT}"[^>]*></script>`,
);

test("a server of this site answers with the bytes of a build", { timeout: 300_000 }, async () => {
  const { out } = await openSite();
  const address = await startServer("serve", "--root", PROJECT);
  const different: string[] = [];
  let same = 0;
  for (const file of readManifest(out)?.files ?? []) {
    const built = readFileSync(join(out, file));
    const isRedirect = file.endsWith(".html") && built.includes('http-equiv="refresh"');
    const response = await fetch(new URL(file, address), { redirect: "manual" });
    const body = Buffer.from(await response.arrayBuffer());
    const served = file.endsWith(".html") ? Buffer.from(body.toString("utf8").replace(CLIENT_TAGS, "")) : body;
    const isSame = isRedirect ? response.status === 302 : response.ok && served.equals(built);
    if (isSame) same++;
    else different.push(`${file} ${response.status}`);
  }
  expect(different).toEqual([]);
  expect(same).toBeGreaterThan(1000);
});
