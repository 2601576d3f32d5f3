import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, makeSite, readOutput } from "../helpers/docgen.ts";
import { buildFaults } from "../helpers/faults.ts";
import { askRaw } from "../helpers/raw-http.ts";
import { startServer } from "../helpers/server.ts";

const PAGES = {
  "content/pages/index.md": "# Home\n",
  "content/docs/guide/index.md": "# Guide\n",
  "content/docs/guide/one.md": "# One\n\n## Part\n",
  "content/docs/guide/sp ace.md": "# Space\n",
  "content/docs/guide/caf\u00e9.md": "# Caf\u00e9\n",
};

test("a broken link names its place, why, and what is nearest, all in one report, exit code 1", async () => {
  const { of, code, stderr } = await buildFaults({
    ...PAGES,
    "content/static/file.zip": "zip",
    "content/docs/guide/picture.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "content/docs/guide/links.md":
      "[a](./oen.md)\n\n[b](#gnoe)\n\n## Gone\n\n[c](./one.md#prat)\n\n![d](./pictur.svg)\n\n[e](/file.zi)\n",
  });
  const said = of("content/docs/guide/links.md").join("\n");
  for (const [place, nearest] of [
    ["1:1", "./one.md"],
    ["3:1", "#gone"],
    ["7:1", "#part"],
    ["9:1", "./picture.svg"],
    ["11:1", "/file.zip"],
  ]) {
    expect(said.split("\n").find((line) => line.startsWith(`${place} `))).toContain(`(did you mean ${nearest}?)`);
  }
  expect(stderr).toContain("Not built: 4 errors, 1 warning.");
  expect(code).toBe(1);
});

describe("every way to write a link leads to the one address of its page", () => {
  test.each<[string, readonly string[]]>([
    [
      "/docs/guide/one",
      [
        "one",
        "./one",
        "one/",
        "./one.md",
        "one.html",
        "/docs/guide/one",
        "/docs/guide/one/",
        "/docs/guide/one.html",
        "/docs/guide/one/index.html",
        "/docs/guide/one.md",
        "/docs/guide/%6fne",
      ],
    ],
    ["/docs/guide/one?q=%20&b", ["./one.md?q=%20&b", "/docs/guide/one/?q=%20&b", "one.html?q=%20&b"]],
    ["/docs/guide/one#part", ["one.md#part", "/docs/guide/one/#part", "one.html#part"]],
    ["/docs/guide/one#:~:text=One", ["one.md#:~:text=One", "/docs/guide/one/#:~:text=One"]],
    ["/docs/guide/", [".", "./", "index.md", "/docs/guide", "/docs/guide/index.html", "../guide/"]],
    ["/docs/guide/sp%20ace", ["<sp ace.md>", "sp%20ace.md", "/docs/guide/sp%20ace/", "<sp ace>"]],
    ["/docs/guide/caf%C3%A9", ["caf\u00e9.md", "caf%C3%A9.md", "/docs/guide/caf\u00e9/", "caf%c3%a9"]],
  ])("%s", async (address, links) => {
    const source = links.map((link) => `[x](${link})\n`).join("\n");
    const { root, stderr, code } = await buildFaults({ ...PAGES, "content/docs/guide/two.md": source });
    expect([stderr, code]).toEqual(["", 0]);
    const html = articleOf(readOutput(root, "docs/guide/two/index.html"));
    const found = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replaceAll("&amp;", "&"));
    expect(found).toEqual(links.map(() => address));
  });
});

test("an invalid percent-encoding in a link is an error that names it", async () => {
  const { of, code } = await buildFaults({ ...PAGES, "content/docs/a.md": "Text.\n\n[x](/docs/guide/%E0%A4%A)\n" });
  expect(of("content/docs/a.md").join()).toMatch(/^3:1 {2}error {2}.*%E0%A4%A.*percent-encoding/);
  expect(code).toBe(1);
});

test.each(["serve", "preview"])(
  "an invalid percent-encoding in a request is refused, and docgen %s stays up",
  async (command) => {
    const root = await buildSite(PAGES);
    const address = await startServer(command, "--root", root);
    for (const path of ["/docs/%E0%A4%A", "/%", "/%zz", "/docs/guide/%ff", "/docs/guide/one?q=%E0%A4%A"]) {
      const { status } = await askRaw(address, path);
      expect([path, status]).toEqual([path, path.includes("?") ? 200 : 400]);
    }
    expect((await askRaw(address, "/docs/guide/one")).status).toBe(200);
  },
);

test("links of replaced parts of the theme are checked once, at their place", async () => {
  const footer = `import { Link, useUrl } from "docgen/theme";
export default function Footer() {
  const name = ["no", "where"].join("");
  return <footer>
    <a href="/base/docs/missing">Missing</a>
    <Link to="/docs/#none">Anchor</Link>
    <Link to="/docs/a">Fine</Link>
    <img src="/base/none.png" alt="" />
    <a href={useUrl()(\`/docs/\${name}\`)}>Computed</a>
    <a href="/docs/b">Outside</a>
  </footer>;
}
`;
  const root = makeSite({
    "site.config.ts":
      'export default { title: "T", url: "https://example.com", baseUrl: "/base/", i18n: { locales: ["en", "de"] },\n navbar: { items: [{ label: "N", to: "/docs/none" }] } };\n',
    "content/docs/index.md": "# Start\n",
    "content/docs/a.md": "# A\n",
    "content/docs/b.md": "# B\n",
    "content/pages/index.tsx": "export default () => <h1>Home</h1>;\n",
    "templates/Footer.tsx": footer,
    "templates/NotFound.tsx":
      'import { Link } from "docgen/theme";\nexport default () => <Link to="/docs/lost">Docs</Link>;\n',
  });
  const expected = [
    /^site\.config\.ts:2:\d+ {2}error {2}broken link "\/docs\/none"/,
    /^templates\/Footer\.tsx:1:1 {2}error {2}broken link "\/docs\/nowhere"/,
    /^templates\/Footer\.tsx:5:19 {2}error {2}broken link "\/docs\/missing"/,
    /^templates\/Footer\.tsx:6:14 {2}error {2}broken link "\/docs\/#none": \/docs\/ has no anchor "none"/,
    /^templates\/Footer\.tsx:8:20 {2}error {2}broken link "\/none.png"/,
    /^templates\/Footer\.tsx:10:13 {2}error {2}"\/docs\/b" leads to \/docs\/b, outside the base URL "\/base\/"/,
    /^templates\/NotFound\.tsx:2:31 {2}error {2}broken link "\/docs\/lost"/,
  ].map((pattern) => expect.stringMatching(pattern));
  for (const name of ["build", "check-links"]) {
    const { code, stderr } = await command(name, "--root", root);
    expect(code).toBe(1);
    expect(stderr.split("\n").filter((line) => line.includes("  error  "))).toEqual(expected);
  }
});
