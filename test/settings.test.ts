import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite, docgen, makeSite, readOutput } from "./helpers/docgen.ts";

const PAGE = { "content/docs/index.md": "# Start\n" };

function config(more: string): Record<string, string> {
  return { "site.config.ts": `export default { title: "T", url: "https://example.com", ${more} };` };
}

test("theme colours stand over the theme's own, per colour mode", async () => {
  const colours = 'themeColors: { light: { "--color-accent": "#123456" }, dark: { "color-accent": "#abcdef" } }';
  const root = await buildSite({ ...PAGE, ...config(colours) });
  expect(readOutput(root, "docs/index.html")).toContain(
    '<style>:root:not([data-theme="dark"]){--color-accent:#123456}:root[data-theme="dark"]{--color-accent:#abcdef}' +
      "@media (prefers-color-scheme:dark){:root:not([data-theme]){--color-accent:#abcdef}}</style>",
  );
});

test("logos have both colour modes, sizes, and lead where they are told to", async () => {
  const logo =
    '{ src: "/l.svg", srcDark: "/d.svg", alt: "Logo", width: 40, height: 20, href: "https://example.org", target: "_blank" }';
  const files = { "content/static/l.svg": "<svg/>", "content/static/d.svg": "<svg/>" };
  const root = await buildSite({
    ...PAGE,
    ...files,
    ...config(`navbar: { logo: ${logo} }, footer: { logo: ${logo} }`),
  });
  const html = readOutput(root, "docs/index.html");
  const pictures =
    '<img class="light-only" src="/l.svg" alt="Logo" width="40" height="20"/><img class="dark-only" src="/d.svg" alt="Logo" width="40" height="20"/>';
  expect(html).toContain(`<a href="https://example.org" target="_blank" class="brand">${pictures}`);
  expect(html).toContain(`<a href="https://example.org" target="_blank">${pictures}</a>`);
});

test("a site without a page is refused: it would empty the output folder", async () => {
  const root = await buildSite(PAGE);
  rmSync(join(root, "content"), { recursive: true });
  const { stderr, code } = await docgen("build", "--root", root);
  expect(stderr).toBe(
    "error  content/ holds no page; put Markdown into content/docs/, or choose the site's root with --root\n",
  );
  expect(code).toBe(1);
  expect(readOutput(root, "docs/index.html")).toContain("Start");
});

test.each([["build"], ["check-links"], ["search", "start"]])(
  "%s --verbose says how long each step takes",
  async (...args) => {
    const { stderr } = await docgen(...args, "--root", makeSite(PAGE), "--verbose");
    expect(stderr).toMatch(/^read: \d+\.\d{3} s$/m);
    expect(stderr).toMatch(/^compile: \d+\.\d{3} s$/m);
  },
);
