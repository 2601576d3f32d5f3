import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { checkSite, fence, output, PAGE, pageOf } from "./check.ts";

/** A library whose major version its samples can see. */
const library = (folder: string, version: string): Files => ({
  [`${folder}package.json`]: JSON.stringify({ name: "library", version }),
  [`${folder}index.js`]: `exports.major = ${Number.parseInt(version, 10)};\nexports.version = "${version}";\n`,
});
const sample = (marks: string, holds: string) =>
  fence(`js run ${marks}`.trim(), `if (!(require("library").major ${holds})) throw new Error("no");`);

const SITE: Files = {
  "site.config.ts": `export default { title: "T", url: "https://example.com", scripts: [{ name: "x", src: "/x.js" }], live: { library: { scripts: "x", global: "x", package: "library" } } };\n`,
  ...library("node_modules/library/", "2.1.0"),
};

test("samples run with other versions of the library, whose marks are compared with what happens", async () => {
  const versions = temporaryFolder();
  writeFiles(versions, { ...library("old/", "1.0.0"), ...library("new/", "3.0.0") });
  const root = makeSite({
    ...SITE,
    [PAGE]: pageOf(
      sample("", "> 0"),
      sample("", "> 1"),
      sample("since=2.0", "> 1"),
      sample("since=2.1.0", "> 0"),
      sample("until=2.1", "< 3"),
      sample("until=1.9", "< 2"),
      fence("js run", 'console.log("v" + require("library").version);'),
      output("v2.1.0"),
      sample("", "> 5"),
    ),
  });
  const old = join(versions, "old");
  const here = await checkSite(root);
  expect([here.lines[0], here.summary]).toEqual([
    "36:44  error  sample ends with exit code 1: Error: no",
    "7 samples run (0 from the cache), 0 parsed, 1 problem",
  ]);
  const run = await checkSite(root, "--library", old, join(versions, "new"));
  expect(run.lines).toEqual([
    "7:1  error  sample passes with 2.1.0, but not with library 1.0.0: sample ends with exit code 1: Error: no",
    "    hint: if that is intended, write since=2.1 after the language",
    "15:1  warning  since=2.1.0 is not needed: the sample passes with library 1.0.0",
    "    hint: remove it, or let the output show what differs",
    ...["1.0.0", "3.0.0"].flatMap((version) => [
      `36:44  error  sample fails with library ${version} as with the site's packages: sample ends with exit code 1: Error: no`,
      "    hint: correct it: docgen check-samples",
    ]),
  ]);
  expect(run.summary.split("\n")).toEqual([
    "sample                library 1.0.0  library 3.0.0",
    "content/docs/a.md:7   fails          passes",
    "content/docs/a.md:11  skipped        passes",
    "content/docs/a.md:15  needless       passes",
    "content/docs/a.md:19  passes         skipped",
    "content/docs/a.md:23  passes         skipped",
    "library 1.0.0: 3 passed, 2 failed, 2 skipped, 1 with a needless mark",
    "library 3.0.0: 4 passed, 1 failed, 3 skipped",
    "8 samples, 4 problems",
  ]);
  expect(run.code).toBe(1);
  const refusals = [
    [["--library", "x", "--update"], /^error {2}--update can't be combined with --library/],
    [["--time-zone", "Asia/Tokyo"], /^error {2}--time-zone: requires --library/],
    [["--library", "x", "--time-zone", "Mars"], /^error {2}--time-zone: unknown time zone "Mars"/],
    [["--library", join(versions, "none")], /^error {2}--library: \/.*\/none: does not exist\n$/],
  ] as const;
  for (const [args, message] of refusals) {
    const refused = await command("check-samples", "--root", root, ...args);
    expect(refused.stderr).toMatch(message);
    expect(refused.stdout).toBe("");
  }
});

test.each([
  ["", "name a library and its version, such as xlsx@0.18.5"],
  ["/gone/lib", "/gone/lib: does not exist"],
  ["library@file:/gone/lib.tgz", "/gone/lib.tgz: does not exist"],
])("a library %j is refused before npm runs", async (spec, message) => {
  const root = makeSite({ ...SITE, [PAGE]: pageOf(sample("", "> 0")) });
  const { code, stderr } = await command("check-samples", "--root", root, "--library", spec);
  expect([code, stderr]).toEqual([2, `error  --library: ${message}\n`]);
});
