import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput } from "../helpers/docgen.ts";

const PAGE = { "content/docs/index.md": "# Start\n" };

function config(more: string): Record<string, string> {
  return { "site.config.ts": `export default { title: "T", url: "https://example.com", ${more} };` };
}

test("theme colours stand over the theme's own, per colour mode", async () => {
  const colours = 'themeColors: { light: { "--color-accent": "#123456" }, dark: { "color-accent": "#abcdef" } }';
  const root = await buildSite({ ...PAGE, ...config(colours) });
  expect(readOutput(root, "docs/index.html")).toContain(
    '<style>@layer docgen.colors{:root:not([data-theme="dark"]){--color-accent:#123456}' +
      '@media screen{:root[data-theme="dark"]{--color-accent:#abcdef}}' +
      "@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){--color-accent:#abcdef}}" +
      '@media print{:root[data-theme="dark"]{--color-accent:#123456}}}</style>',
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
  expect(html).toContain(
    `<a href="https://example.org" target="_blank" rel="noopener noreferrer" class="brand">${pictures}`,
  );
  expect(html).toContain(`<a href="https://example.org" target="_blank" rel="noopener noreferrer">${pictures}</a>`);
});

test("the footer has columns, or one row of links separated by middots, with logo and copyright", async () => {
  const files = { ...PAGE, "content/static/l.svg": "<svg/>" };
  const logo = 'logo: { src: "/l.svg", href: "/docs/" }, copyright: "© <b>T</b>"';
  const home = '{ label: "Start", to: "/docs" }, { label: "Out", href: "https://example.org" }';
  const base = 'baseUrl: "/base/"';
  const footerOf = (root: string) => {
    const html = readOutput(root, "docs/index.html");
    return html.slice(html.indexOf("<footer"), html.indexOf("</footer>"));
  };
  const end =
    '<a href="/base/docs/"><img class="" src="/base/l.svg" alt="" width="32" height="32"/></a><p class="copyright">© <b>T</b></p></div>';
  const links = '<li><a href="/base/docs/">Start</a></li><li><a href="https://example.org">Out</a></li></ul>';
  const row = await buildSite({ ...files, ...config(`${base}, footer: { links: [${home}], ${logo} }`) });
  expect(footerOf(row)).toBe(
    `<footer class="footer light"><div class="footer-inner"><ul class="footer-row">${links}${end}`,
  );
  const column = `footer: { style: "dark", links: [{ title: "Docs", items: [${home}] }], ${logo} }`;
  const columns = await buildSite({ ...files, ...config(`${base}, ${column}`) });
  expect(footerOf(columns)).toBe(
    `<footer class="footer dark"><div class="footer-inner"><div class="footer-columns"><nav aria-label="Docs"><p class="footer-title">Docs</p><ul>${links}</nav></div>${end}`,
  );
});

test("a site without a page is refused: it would empty the output folder", async () => {
  const root = await buildSite(PAGE);
  rmSync(join(root, "content"), { recursive: true });
  const { stderr, code } = await command("build", "--root", root);
  expect(stderr).toBe(
    "error  content/ contains no pages; add a Markdown file to content/docs/, or set the site's root with --root\n",
  );
  expect(code).toBe(1);
  expect(readOutput(root, "docs/index.html")).toContain("Start");
});

test.each([
  ["build", ["build"], "pages"],
  ["check-links", ["check-links"], "check"],
  ["search", ["search", "start"], "search index"],
])("%s --verbose says how long each step takes", async (_, args, step) => {
  const { stderr } = await command(...args, "--root", makeSite(PAGE), "--verbose");
  expect(stderr).toMatch(/^read: \d+\.\d{3} s$/m);
  expect(stderr).toMatch(new RegExp(`^${step}: \\d+\\.\\d{3} s$`, "m"));
});

test("the table of contents has the levels of the configuration, or of the page", async () => {
  const text = "# T\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n";
  const root = await buildSite({
    "content/docs/a.md": text,
    "content/docs/b.md": `---\ntoc_min_heading_level: 3\ntoc_max_heading_level: 5\n---\n\n${text}`,
    ...config("tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 4 }"),
  });
  const anchorsOf = (file: string) => {
    const [, toc = ""] = /class="toc"(.*?)<\/nav>/s.exec(readOutput(root, file)) ?? [];
    return [...toc.matchAll(/href="#(\w+)"/g)].map(([, id]) => id);
  };
  expect(anchorsOf("docs/a/index.html")).toEqual(["two", "three", "four"]);
  expect(anchorsOf("docs/b/index.html")).toEqual(["three", "four", "five"]);
});
