import { execFileSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { extendList } from "../src/config/item-place.ts";
import { command } from "./helpers/command.ts";
import { buildSite, type Files, makeSite, writeFiles } from "./helpers/docgen.ts";

const read = (root: string, path: string) => readFileSync(join(root, path), "utf8");

function git(root: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: root, stdio: "ignore" });
}

const SITE: Files = {
  "site.config.ts": `export default { title: "T", url: "https://example.com",
  footer: { links: [{ label: "Old", to: "/docs/old" }] },
  redirects: [{ from: "/docs/old", to: "/docs/guide/one#part" }] };\n`,
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/one.md": "# One\n\n## Part\n",
  "content/docs/guide/two.md": "# Two\n",
  "content/pages/index.tsx": 'export default () => <p><a href="/docs/old">Old</a></p>;\n',
};

test("--fix rewrites what is redirected, of wrong case or has another slash, and touches nothing else in the file", async () => {
  const before = [
    "---",
    "title: Page",
    "---",
    "",
    "Text `/docs/old` and [/docs/old](/docs/old  'title') or [own](/docs/old?a=1#x)  ",
    "[a](./Guide/One.md#Part) [b](/docs/Guide/two/?q=1) [c][ref] <a href='/docs/GUIDE/one'>d</a>",
    "[gone](/docs/gone) [![i](/docs/old)](/docs/old)",
    "",
    "\t[ref]: nothing",
    "",
    "[ref]: /docs/guide/two/ 'T'",
    "",
    "[ignored](/docs/old) <!-- docgen-ignore-link -->",
  ].join("\r\n");
  const root = makeSite({ ...SITE, "content/docs/page.md": before });
  const { stdout, stderr, code } = await command("check-links", "--root", root, "--fix");
  const after = before
    .replace("](/docs/old  'title')", "](/docs/guide/one#part  'title')")
    .replace("/docs/old?a=1#x", "/docs/guide/one?a=1#x")
    .replace("./Guide/One.md#Part", "./guide/one.md#Part")
    .replace("/docs/Guide/two/?q=1", "/docs/guide/two?q=1")
    .replace("'/docs/GUIDE/one'", "'/docs/guide/one'")
    .replace("[![i](/docs/old)](/docs/old)", "[![i](/docs/guide/one#part)](/docs/guide/one#part)")
    .replace("[ref]: /docs/guide/two/ 'T'", "[ref]: /docs/guide/two 'T'");
  expect(read(root, "content/docs/page.md")).toBe(after);
  expect(read(root, "site.config.ts")).toBe(
    SITE["site.config.ts"]?.toString().replace('to: "/docs/old" }]', 'to: "/docs/guide/one#part" }]'),
  );
  expect(read(root, "content/pages/index.tsx")).toContain('href="/docs/guide/one#part"');
  const row = before.split("\r\n")[6] ?? "";
  expect(stdout).toContain(`--- a/content/docs/page.md\n+++ b/content/docs/page.md\n`);
  expect(stdout).toContain(`@@ -7 +7 @@\n-${row}\r\n+${row.replaceAll("(/docs/old)", "(/docs/guide/one#part)")}\r\n`);
  expect(stdout).toMatch(/^6 lines rewritten in 3 files$/m);
  // What is left is told.
  expect(stderr).toContain('broken link "/docs/gone"');
  expect(stderr).not.toContain("redirect");
  expect(code).toBe(1);
});

describe("where git knows that a file was renamed", () => {
  const moved = (): string => {
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/docs/guide/first.md": "# First\n\nA page with some text that makes it itself.\n",
      "content/docs/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>',
      "content/docs/links.md":
        '# Links\n\n[a](./guide/first.md#x) [b](/docs/guide/first)\n\n![p](./picture.svg)\n\n<img alt="" srcset="./other.svg, ./picture.svg 2x">\n',
      "content/docs/other.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="3"/>',
    });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-qm", "one");
    writeFiles(root, { "content/docs/manual/_category_.json": "{}" });
    renameSync(join(root, "content/docs/guide/first.md"), join(root, "content/docs/manual/middle.md"));
    renameSync(join(root, "content/docs/picture.svg"), join(root, "content/docs/manual/drawing.svg"));
    git(root, "add", ".");
    git(root, "commit", "-qm", "two");
    renameSync(join(root, "content/docs/manual/middle.md"), join(root, "content/docs/manual/last.md"));
    git(root, "add", ".");
    git(root, "commit", "-qm", "three");
    return root;
  };

  test("it is said where to, over several renames", async () => {
    const { stderr } = await command("check-links", "--root", moved());
    const hints = [...stderr.matchAll(/hint: (.*)/g)].map(([, hint]) => hint);
    expect(hints).toEqual([
      "renamed according to git: write ./manual/last.md#x",
      "renamed according to git: write /docs/manual/last",
      "renamed according to git: write ./manual/drawing.svg",
      "renamed according to git: write ./manual/drawing.svg",
    ]);
  });

  test("--fix follows it", async () => {
    const root = moved();
    await command("check-links", "--root", root, "--fix");
    expect(read(root, "content/docs/links.md")).toBe(
      '# Links\n\n[a](./manual/last.md#x) [b](/docs/manual/last)\n\n![p](./manual/drawing.svg)\n\n<img alt="" srcset="./other.svg, ./manual/drawing.svg 2x">\n',
    );
  });

  test("not committed yet, --fix follows it and touches nothing else; --redirect writes the old address down", async () => {
    const links = "# Links\n\n[a](./guide/first.md) [b](/docs/guide/first#x) [c](/docs)\n";
    const files = {
      "site.config.ts":
        'import { redirects } from "./redirects.ts";\nexport default { title: "T", url: "https://example.com", redirects };\n',
      "redirects.ts": 'export const redirects = [\n  { from: "/docs/older", to: "/docs/" }\n];\n',
      "content/docs/index.md": "# Start\n",
      "content/docs/guide/first.md": "# First\n\nA page with some text that makes it itself.\n\n## X\n",
      "content/docs/links.md": links,
      "content/static/index.html": "Home\n",
    };
    const rename = (root: string) =>
      renameSync(join(root, "content/docs/guide/first.md"), join(root, "content/docs/last.md"));
    const follow = async (root: string) => {
      const { stderr } = await command("check-links", "--root", root, "--fix", "--redirect");
      expect(stderr).toBe('Written into redirects.ts:\n  { from: "/docs/guide/first", to: "/docs/last" },\n');
      expect(read(root, "content/docs/links.md")).toBe("# Links\n\n[a](./last.md) [b](/docs/last#x) [c](/docs)\n");
      expect(read(root, "redirects.ts")).toBe(
        'export const redirects = [\n  { from: "/docs/older", to: "/docs/" },\n  { from: "/docs/guide/first", to: "/docs/last" },\n];\n',
      );
    };
    const known = makeSite(files);
    git(known, "init", "-q");
    git(known, "add", ".");
    git(known, "commit", "-qm", "one");
    const index = readFileSync(join(known, ".git/index"));
    rename(known);
    await follow(known);
    expect(readFileSync(join(known, ".git/index"))).toEqual(index);
    // Without git, from what the last build has read.
    const built = await buildSite(files);
    rename(built);
    await follow(built);
  });
});

test("a list of the configuration is written to where it stands as it is", () => {
  const extended = (config: string) =>
    extendList(new Map([["site.config.ts", config]]), "redirects", ["{ a }", "{ b }"])?.text;
  expect(extended("export default { redirects: [{ c }] };")).toBe(
    "export default { redirects: [{ c }, { a }, { b }] };",
  );
  expect(extended("export default {\n  title,\n};\n")).toBe(
    "export default {\n  title,\n  redirects: [\n    { a },\n    { b },\n  ],\n};\n",
  );
  expect(extended("export default { redirects: [] };")).toContain("[\n  { a },\n  { b },\n] };");
  expect(extended("export default { redirects: made.map(String) };")).toBe(undefined);
  expect(extended("export default make();")).toBe(undefined);
});

test("each kind has a level in the configuration, in check-links and in a build", async () => {
  const site = (settings: string): Files => ({
    "site.config.ts": `export default { title: "T", url: "https://example.com", links: { levels: { ${settings} } } };`,
    "content/docs/index.md": "# Start\n\n[here](/gone) [Other](/Docs/) [slash](/docs)\n",
  });
  const codes = async (settings: string, ...args: readonly string[]) => {
    const { stderr, code } = await command(...args, "--root", makeSite(site(settings)));
    return [...[...stderr.matchAll(/^content\S+ {2}(\w+)/gm)].map(([, level]) => level), code];
  };
  expect(await codes("", "check-links")).toEqual(["error", "warning", "error", 1]);
  const changed = '"broken-link": "warn", "wrong-case": "ignore", "vague-text": "error", "trailing-slash": "warn"';
  expect(await codes(changed, "check-links")).toEqual(["warning", "error", "warning", 1]);
  expect(await codes(changed, "build")).toEqual(["warning", 0]);
  const unknown = await command("check-links", "--root", makeSite(site('"brokn-link": "warn"')));
  expect(unknown.stderr).toMatch(/links\.levels.*brokn-link/);
  expect(unknown.code).toBe(2);
});
