import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { pathOfBrowser } from "../helpers/browser.ts";
import { command } from "../helpers/command.ts";
import { makeSite, PROJECT, temporaryFolder } from "../helpers/docgen.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const SITE = {
  "site.config.ts": `export default { title: "Book & more", url: "https://example.com", baseUrl: "/base/", customCss: ["./own.css"],
    docs: [{ sidebars: {
      guide: ["index", { type: "category", label: "Parts", items: ["a", { type: "category", label: "Deep", items: ["deep/c"] }] }],
      other: ["b"],
      "of/../c": ["deep/c"],
    } }] };\n`,
  "own.css": ".own { background: url(./own.png); }\n",
  "own.png": Buffer.from(PIXEL, "base64"),
  "content/pages/index.md": "# Home\n\nText.\n",
  "content/docs/index.md":
    "# Start\n\n## Part\n\n[a](a.md#part) [own](#part) [c](/docs/deep/c) [b](b.md) [x](https://x.example.org/)\n\n![Dot](dot.png)\n",
  "content/docs/dot.png": Buffer.from(PIXEL, "base64"),
  "content/docs/a.md":
    '# A\n\n## Part\n\nNote[^1] and [start](./index.md).\n\n[^1]: A note.\n\n<Tabs>\n<TabItem value="x" label="X">one</TabItem>\n<TabItem value="y" label="Y">two</TabItem>\n</Tabs>\n\n```js\nconst one = 1;\n```\n',
  "content/docs/b.md":
    '# B\n\n<a name="old"></a>[back](#old)\n\n<picture><source srcset="dot.png 1x, dot.png?2 2x"><img src="dot.png" srcset="dot.png 2x" alt="Dot"></picture>\n',
  "content/docs/deep/c.md": "# C\n\nLast.\n",
};

describe("docgen print", () => {
  let root = "";
  let html = "";
  beforeAll(async () => {
    root = makeSite(SITE);
    const out = join(temporaryFolder(), "book.html");
    const { code, stdout, stderr } = await command("print", "--root", root, "--out", out);
    expect([code, stderr, stdout]).toEqual([
      0,
      "",
      expect.stringMatching(/^Printed 3 pages into \S+book\.html \(\d+ kB\)\n$/),
    ]);
    html = readFileSync(out, "utf8");
  });

  test("writes the pages of the first sidebar in its order, below contents with its levels", () => {
    expect([...html.matchAll(/<section id="(p\d)">[\s\S]*?<h1>(\w)/g)].map(([, id, title]) => [id, title])).toEqual([
      ["p1", "S"],
      ["p2", "A"],
      ["p3", "C"],
    ]);
    expect(/<nav class="contents">(.*)<\/nav>/.exec(html)?.[1]).toBe(
      '<ol><li><a href="#p1">Start</a></li><li>Parts<ol><li><a href="#p2">A</a></li><li>Deep<ol><li><a href="#p3">C</a></li></ol></li></ol></li></ol>',
    );
    expect(html).toContain("<title>Book &amp; more</title>");
    expect(html).toContain('<span class="k">const</span>');
  });

  test("gives each page its own anchors, and leads links between its pages to them", () => {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["p1-part", "p2-part", "p2-fn1", "p2-fnref1"]));
    const targets = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => target.startsWith("#") && !ids.includes(target.slice(1)))).toEqual([]);
    expect(targets).toEqual(expect.arrayContaining(["#p2-part", "#p1-part", "#p3", "#p1", "#p2-fn1"]));
    expect(targets.filter((target) => !target.startsWith("#"))).toEqual([
      "https://example.com/base/docs/b",
      "https://x.example.org/",
    ]);
    const names = [...html.matchAll(/<input[^>]* name="([^"]*)"/g)].map(([, name]) => name);
    expect(names.length > 0 && names.every((name) => name?.startsWith("p2-"))).toBe(true);
  });

  test("holds its images and styles, and needs no script and no other file", () => {
    expect(html).toContain(`src="data:image/png;base64,${PIXEL}"`);
    expect(html.match(/url\("data:image\/png;base64,/g)?.length).toBe(1);
    expect(html).toContain("@media print");
    expect(html).not.toMatch(/<script|<link|url\((?!"?data:)/);
  });

  test("leads to names as to ids, and loads no other image than the one in the book", async () => {
    const out = join(temporaryFolder(), "other.html");
    expect((await command("print", "other", "--root", root, "--out", out)).code).toBe(0);
    const other = readFileSync(out, "utf8");
    expect(other).toContain('<a name="p1-old"></a><a href="#p1-old">');
    expect(other).toContain(`<img src="data:image/png;base64,${PIXEL}"`);
    expect(other).not.toContain("srcset");
  });

  test("names the file after the sidebar, whatever its name contains", async () => {
    const folder = temporaryFolder();
    const child = spawnSync(process.execPath, [join(PROJECT, "bin/docgen"), "print", "of/../c", "--root", root], {
      cwd: folder,
    });
    expect([child.status, readdirSync(folder)]).toEqual([0, ["of-..-c.html"]]);
  });

  test("takes the name of a sidebar, and suggests one", async () => {
    const unknown = await command("print", "othr", "--root", root);
    expect([unknown.code, unknown.stderr]).toEqual([2, 'error  no sidebar "othr"; did you mean "other"?\n']);
    const empty = makeSite({ "content/pages/index.md": "# Home\n" });
    const none = await command("print", "--root", empty, "--out", join(empty, "book.html"));
    expect([none.code, none.stderr]).toEqual([
      2,
      'error  the sidebar "tutorialSidebar" contains no pages; add some to content/docs/\n',
    ]);
    expect(existsSync(join(empty, "book.html"))).toBe(false);
    const nowhere = await command("print", "--root", root, "--out", join(root, "gone/book.html"));
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("does not exist; choose a file")]);
  });

  test.each(["/", "/base/"])("prints another language with the styles and pictures of all, at %s", async (baseUrl) => {
    const root = makeSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com", baseUrl: "${baseUrl}", i18n: { locales: ["en", "de"] } };\n`,
      "content/docs/index.md": "# Start\n\n![Dot](dot.png)\n",
      "content/docs/dot.png": Buffer.from(PIXEL, "base64"),
      "content/docs/a.md": "# A\n",
      "content/i18n/de/docs/index.md": "# Anfang\n\n![Punkt](dot.png) [a](a.md)\n",
    });
    const out = join(root, "book.html");
    expect(await command("print", "--root", root, "--locale", "de", "--out", out)).toMatchObject({ code: 0 });
    const german = readFileSync(out, "utf8");
    expect(german).toContain("--color-text:");
    expect(german).toContain(`src="data:image/png;base64,${PIXEL}"`);
    expect(german).toMatch(/<a href="#p\d">a<\/a>/);
  });

  test("writes a PDF by the browser, of the file's ending, and names the way without one", async () => {
    const out = join(temporaryFolder(), "other.pdf");
    vi.stubEnv("CHROME_PATH", await pathOfBrowser("whole"));
    const { code, stderr } = await command("print", "other", "--root", root, "--out", out);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(out).subarray(0, 5).toString()).toBe("%PDF-");
    vi.stubEnv("CHROME_PATH", "");
    vi.stubEnv("PATH", "");
    const second = join(temporaryFolder(), "second.pdf");
    const without = await command("print", "--pdf", "--root", root, "--out", second);
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining("Chromium was not found; install it")]);
    expect(existsSync(second)).toBe(false);
    vi.unstubAllEnvs();
  });
});
