import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEV_SCRIPT } from "../../src/client/dev/dev-messages.ts";
import { readManifest } from "../../src/output/manifest.ts";
import { DEV_META } from "../../src/shared/constants.ts";
import { PROJECT } from "../helpers/docgen.ts";
import { openSite } from "../helpers/real-site.ts";
import { startServer } from "../helpers/server.ts";

/** What connects a page to the server that is shown while a site is written. */
const CLIENT_TAGS = new RegExp(
  `\n<meta name="${DEV_META}"[^>]*>\n<script type="module" src="${DEV_SCRIPT}"[^>]*></script>`,
);

test("a server of this site answers with the bytes of a build", { timeout: 300_000 }, async () => {
  const { out } = await openSite();
  const address = await startServer("serve", "--root", PROJECT);
  const different: string[] = [];
  let same = 0;
  const look = async (file: string) => {
    const built = readFileSync(join(out, file));
    const isRedirect = file.endsWith(".html") && built.includes('http-equiv="refresh"');
    const response = await fetch(new URL(file, address), { redirect: "manual" });
    const body = Buffer.from(await response.arrayBuffer());
    const served = file.endsWith(".html") ? Buffer.from(body.toString("utf8").replace(CLIENT_TAGS, "")) : body;
    const isSame = isRedirect ? response.status === 302 : response.ok && served.equals(built);
    if (isSame) same++;
    else different.push(`${file} ${response.status}`);
  };
  const files = readManifest(out)?.files ?? [];
  // Pictures that are asked for together are drawn together.
  for (let at = 0; at < files.length; at += 24) await Promise.all(files.slice(at, at + 24).map(look));
  expect(different).toEqual([]);
  expect(same).toBeGreaterThan(1000);
});
