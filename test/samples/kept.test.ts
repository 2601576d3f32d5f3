import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { makeSite, temporaryFolder } from "../helpers/docgen.ts";
import { checkPages, checkSite, fence, PAGE, pageOf } from "./check.ts";

const FOLDER = "content/static/samples/docs/a";
const SAMPLE = fence(
  'js run keep="in.csv out/all.csv"',
  'const fs = require("fs");',
  'fs.mkdirSync("out");',
  'fs.writeFileSync("out/all.csv", fs.readFileSync("in.csv", "utf8").toUpperCase());',
);
const PAGE_TEXT = pageOf(fence("csv file=in.csv", "a,b"), SAMPLE);

test("a sample keeps files: they are written, compared, linked and reported once they are left over", async () => {
  const root = makeSite({ [PAGE]: PAGE_TEXT });
  const before = await checkSite(root);
  expect(before.lines).toEqual([
    '7:1  error  file "in.csv" is not in the site yet; --update writes it',
    `    hint: ${FOLDER}/in.csv`,
    '7:1  error  file "out/all.csv" is not in the site yet; --update writes it',
    `    hint: ${FOLDER}/out/all.csv`,
  ]);
  expect(before.code).toBe(1);

  const update = await checkSite(root, "--update");
  expect(update.lines).toEqual([`${FOLDER}/in.csv  written`, `${FOLDER}/out/all.csv  written`]);
  expect(readFileSync(join(root, FOLDER, "out/all.csv"), "utf8")).toBe("A,B\n");
  // What --update has just written isn't cached yet.
  await checkSite(root);
  expect((await checkSite(root)).summary).toBe("1 sample run (1 from the cache), 0 parsed, 0 problems");

  expect(await command("build", "--root", root)).toMatchObject({ code: 0 });
  const html = readFileSync(join(root, "build/docs/a/index.html"), "utf8");
  expect(html).toContain(
    '<div class="files" role="group" aria-label="Files of this program">' +
      '<span><a href="/samples/docs/a/in.csv" download>in.csv</a> <small>4 B</small></span>' +
      '<span><a href="/samples/docs/a/out/all.csv" download>out/all.csv</a> <small>4 B</small></span></div></figure>',
  );
  expect(existsSync(join(root, "build/samples/docs/a/out/all.csv"))).toBe(true);
  expect(readFileSync(join(root, "build/docs/a.md"), "utf8")).toMatch(
    /\n\n- \[in\.csv\]\(https?:.*\/samples\/docs\/a\/in\.csv\)\n/,
  );

  // A change of the file is noticed in spite of the cache; so are files that no sample keeps.
  writeFileSync(join(root, FOLDER, "in.csv"), "other");
  writeFileSync(join(root, FOLDER, "old.csv"), "");
  mkdirSync(join(root, "content/static/samples/docs/gone"));
  writeFileSync(join(root, "content/static/samples/docs/gone/old.csv"), "");
  mkdirSync(join(root, "content/static/samples/docs/draft"));
  writeFileSync(join(root, "content/static/samples/docs/draft/all.csv"), "");
  writeFileSync(join(root, "content/docs/draft.md"), "---\ndraft: true\n---\n\n# Draft\n");
  expect((await checkSite(root)).lines).toEqual([
    '7:1  error  file "in.csv" differs from what the sample writes; --update rewrites it',
    `    hint: ${FOLDER}/in.csv: 5 bytes there, 4 bytes written`,
    `${FOLDER}/old.csv:1:1  warning  no sample keeps this file`,
    `    hint: delete it, or move it out of content/static/samples`,
    "content/static/samples/docs/gone/old.csv:1:1  warning  no sample keeps this file",
    `    hint: delete it, or move it out of content/static/samples`,
  ]);
  expect((await checkSite(root, PAGE, "--update")).lines).toEqual([`${FOLDER}/in.csv  written`]);

  rmSync(join(root, FOLDER, "in.csv"));
  const links = await command("check-links", "--root", root);
  expect(links.stderr).toContain("/samples/docs/a/in.csv");
  expect(links.code).toBe(1);
});

test("a sample can only keep regular files of its own folder", async () => {
  const writes = (name: string) => `require("fs").writeFileSync("${name}", "1");`;
  const { ofPages } = await checkPages([
    pageOf(fence("js run keep=all.csv", writes("other.csv"))),
    pageOf(fence("js run keep=all.csv", "1;")),
    pageOf(fence("js run keep=../all.csv", "1;")),
    pageOf(fence("js keep=all.csv", "1;")),
    pageOf(fence("js run keep=a.csv", writes("a.csv")), fence("js run keep=a.csv", writes("a.csv"))),
    pageOf(fence("js run keep=folder", 'require("fs").mkdirSync("folder");')),
  ]);
  expect(ofPages).toEqual([
    ['3:1  error  sample does not write "all.csv", which it keeps', "    hint: its folder contains: other.csv"],
    [
      '3:1  error  sample does not write "all.csv", which it keeps',
      "    hint: it writes no file: write one, or remove keep",
    ],
    [
      '3:1  error  file "../all.csv" is not inside the sample\'s folder',
      "    hint: write a name such as data/people.json",
    ],
    ['3:1  error  "keep" works with "run" only', "    hint: add run, or remove keep"],
    [
      '3:1  error  file "a.csv" is not in the site yet; --update writes it',
      "    hint: content/static/samples/docs/p4/a.csv",
      '7:1  error  file "a.csv" is already kept on line 3',
      "    hint: keep it once, or rename one of them",
    ],
    [
      '3:1  error  sample does not write "folder", which it keeps',
      "    hint: it writes no file: write one, or remove keep",
    ],
  ]);
});

test.each([
  ["check-samples --update", "content/static/samples", PAGE_TEXT],
  ["draw", "content/_diagrams", "# A\n\n```mermaid\nflowchart LR\n  A --> B\n```\n"],
])("%s writes nothing through a link that leads out of the site", async (line, folder, text) => {
  const root = makeSite({ [PAGE]: text });
  const outside = temporaryFolder();
  mkdirSync(dirname(join(root, folder)), { recursive: true });
  symlinkSync(outside, join(root, folder));
  const { code, stderr } = await command(...line.split(" "), "--root", root);
  expect([code, stderr]).toEqual([1, expect.stringContaining("leads out of the site; replace the symbolic link")]);
  expect(readdirSync(outside)).toEqual([]);
});
