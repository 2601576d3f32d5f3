import { cpSync, readdirSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "./helpers/command.ts";
import { PROJECT, readTree, temporaryFolder, writeFiles } from "./helpers/docgen.ts";

/** Sites with what docgen makes of them; written anew by `DOCGEN_UPDATE=1 npx vitest run test/fixtures.test.ts`. */
const FIXTURES = join(PROJECT, "test/fixtures");
const SITES = readdirSync(FIXTURES).filter((name) => readdirSync(join(FIXTURES, name)).includes("content"));
/** Files that are taken over as they are, that have hashes of others in them, or that the tests of the search read. */
const OTHERS = /^(?:assets|files)\/|^_headers$|^docgen-manifest\.json$|(?:^|\/)search-index-[^/]*\.json$|\.nojekyll$/;

describe.each(SITES)("the site %s", (name) => {
  test("is built to what is expected, and says so", async () => {
    const expected = join(FIXTURES, name, "expected");
    const root = temporaryFolder();
    cpSync(join(FIXTURES, name), root, { recursive: true, filter: (path) => path !== expected });
    const run = await command("build", "--root", root);
    const said = `exit code ${run.code}\n${run.stdout}${run.stderr}`.replace(/, [\d.]+ (?:kB|MB), [\d.]+ s$/m, "");
    const files: Record<string, string> = { "said.txt": said };
    for (const [path, text] of run.code === 0 ? textsOf(join(root, "build")) : []) {
      if (!OTHERS.test(path)) files[path] = path.endsWith(".html") ? partOf(path, text) : text;
    }
    if (process.env.DOCGEN_UPDATE === "1") {
      rmSync(expected, { recursive: true, force: true });
      writeFiles(expected, files);
    }
    expect(files).toEqual(Object.fromEntries(textsOf(expected)));
  });
});

/** Files below a folder, by path with slashes. */
function textsOf(folder: string): [string, string][] {
  return [...readTree(folder)].map(([path, data]) => [
    path.replaceAll(sep, "/"),
    Buffer.from(data, "latin1").toString(),
  ]);
}

/** The page of the home address without its scripts; of others the title and what is their own. */
function partOf(path: string, html: string): string {
  const page = html
    .replace(/<script(?! type="application\/ld)[^>]*>[\s\S]*?<\/script>\n?/g, "")
    .replace(
      /<(?:meta http-equiv="Content-Security-Policy"|link rel="(?:stylesheet|preload|modulepreload)")[^>]*>\n?/g,
      "",
    )
    .replace(/(\/assets\/[a-z]+)-[\w-]+(?=\.(?:js|css))/g, "$1-HASH");
  if (path === "index.html") return inLines(page);
  const title = /<title>.*<\/title>/.exec(page)?.[0] ?? "";
  return inLines(`${title}\n${/<main[\s\S]*<\/main>/.exec(page)?.[0] ?? page}`);
}

/** A block begins a line, so that a difference is seen in its line. */
function inLines(html: string): string {
  const lines = html.replace(
    /(?<!\n)(?=<(?:article|aside|details|div|figure|footer|h[1-6]|header|li|main|nav|ol|p|section|table|tr|ul)\b)/g,
    "\n",
  );
  return `${lines.trim()}\n`;
}
