import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../helpers/docgen.ts";
import { get, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const SITE = { "content/docs/index.md": "# Start\n", "content/docs/one.md": "# One\n\nText.\n" };
const WATCH = { timeout: 120_000 };
const SOON = { timeout: 30_000 };

test("a file saved by rename, as editors do, is shown as it is now and never as gone", WATCH, async () => {
  const site = await watchSite(SITE, "/docs/one");
  const path = join(site.root, "content/docs/one.md");
  for (let round = 1; round <= 5; round++) {
    writeFileSync(`${path}~`, `# One\n\nSaved ${round}.\n`);
    renameSync(path, `${path}.bak~`);
    renameSync(`${path}~`, path);
    await expect.poll(async () => (await get(`${site.address}/docs/one`)).body, SOON).toContain(`Saved ${round}.`);
  }
  rmSync(path);
  await expect.poll(async () => (await get(`${site.address}/docs/one`)).status, SOON).toBe(404);
  writeFiles(site.root, SITE);
  await expect.poll(async () => (await get(`${site.address}/docs/one`)).status, SOON).toBe(200);
});

test.runIf(IS_WEEKLY)(
  "1,000 files changed at once, as by another branch, lead to the right state in a few updates, and deleted ones are gone",
  WATCH,
  async () => {
    const pages = (text: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`content/docs/p${index}.md`, `# P${index}\n\n${text}\n`]),
      );
    const site = await watchSite({ ...SITE, ...pages("Before.", 1000) }, "/docs/p7");
    writeFiles(site.root, pages("After.", 900));
    for (let index = 900; index < 1000; index++) rmSync(join(site.root, `content/docs/p${index}.md`));
    for (const index of [0, 450, 899]) {
      await expect.poll(async () => (await get(`${site.address}/docs/p${index}`)).body, SOON).toContain("After.");
    }
    for (const index of [900, 999]) {
      await expect.poll(async () => (await get(`${site.address}/docs/p${index}`)).status, SOON).toBe(404);
    }
    // Together, but for what came while they were read.
    await site.said(/^(?:updated|changed) /m);
    expect(site.output().match(/^(?:updated|changed) /gm)?.length).toBeLessThan(10);
  },
);

test("broken front matter is told by docgen serve each time, while its page stays as it last was", WATCH, async () => {
  const site = await watchSite(SITE, "/docs/one");
  const broken = (round: number) => `---\ntitle: a: b\n---\n\n# One\n\nRound ${round}.\n`;
  for (let round = 1; round <= 3; round++) {
    writeFiles(site.root, { "content/docs/one.md": broken(round) });
    const { errors } = await site.told((message) => message.errors !== undefined && message.errors.length > 0);
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining("front matter is not valid YAML: incomplete explicit mapping pair"),
    ]);
    expect((await get(`${site.address}/docs/one`)).body).toContain("Text.");
  }
  await site.edit({ "content/docs/one.md": "# One\n\nMended.\n" }, "/docs/one", "Mended.");
});
