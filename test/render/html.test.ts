import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ConfigData, HtmlValidate } from "html-validate/node";
import { expect, test } from "vitest";
import { readManifest } from "../../src/output/manifest.ts";
import { buildSite } from "../helpers/docgen.ts";
import { GRAMMAR_FILES, GRAMMAR_VARS, readGrammar } from "../helpers/grammar.ts";
import { pagesOfEachKind } from "../helpers/page-kinds.ts";
import { openSite } from "../helpers/real-site.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // Ours come from the site's own host; for others the configuration has `integrity`.
    "require-sri": "off",
  },
};

/** Faults of HTML files of an output folder, by default of all, as `file:line:column rule message`. */
async function faultsOf(out: string, of: readonly string[] = readManifest(out)?.files ?? []): Promise<string[]> {
  const validator = new HtmlValidate(RULES);
  const faults: string[] = [];
  for (const file of of) {
    if (!file.endsWith(".html")) continue;
    const { results } = await validator.validateString(readFileSync(join(out, file), "utf8"), file);
    for (const { line, column, ruleId, message } of results.flatMap(({ messages }) => messages)) {
      faults.push(`${file}:${line}:${column} ${ruleId} ${message}`);
    }
  }
  return faults;
}

test("HTML of every kind of page of the site is valid, headings are in order, ids unique", {
  timeout: 240_000,
}, async () => {
  const site = await openSite();
  const pages = IS_WEEKLY ? undefined : pagesOfEachKind(site, 2).map(({ file }) => file);
  expect(pages?.length ?? 100).toBeGreaterThan(20);
  expect(await faultsOf(site.out, pages)).toEqual([]);
});

test("so is the HTML of every construct of the dialect", async () => {
  const constructs = readGrammar().constructs.filter(({ kind }) => kind === "html");
  expect(constructs.length).toBeGreaterThan(30);
  const pages = constructs.map(({ source, line }) => [
    `content/docs/g/line-${line}.md`,
    `# Line ${line}\n\n${source}\n`,
  ]);
  const included = Object.entries(GRAMMAR_FILES).map(([name, text]) => [`content/docs/g/${name}`, text]);
  const root = await buildSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com", onBrokenLinks: "ignore", onBrokenMarkdownLinks: "ignore", vars: ${JSON.stringify(GRAMMAR_VARS)}, markdown: { math: true } };`,
    "content/docs/index.md": "# Start\n",
    "content/docs/g/math.md": "# Math\n\n$a^2$ and\n\n$$\n\\sum x\n$$\n",
    ...Object.fromEntries([...pages, ...included]),
  });
  expect(await faultsOf(join(root, "build"))).toEqual([]);
});

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>';

test("so is the HTML of every item that the configuration can put around a page", async () => {
  const config = {
    title: "T",
    url: "https://example.com",
    favicon: "/logo.svg",
    announcementBar: { content: "New: <b>2.0</b>", isCloseable: true },
    navbar: {
      logo: { src: "/logo.svg", srcDark: "/dark.svg", alt: "Logo", href: "https://example.com" },
      items: [
        { type: "doc", docId: "index", label: "Docs", position: "left" },
        { type: "docSidebar", sidebarId: "tutorialSidebar", label: "Guide", position: "left" },
        { type: "html", value: "<b>beta</b>" },
        {
          type: "dropdown",
          label: "More",
          to: "/docs/",
          items: [
            { label: "Part", to: "/docs/part" },
            { type: "html", value: "<hr>" },
          ],
        },
        { label: "Out", href: "https://example.com/x" },
        { type: "search" },
      ],
    },
    footer: {
      style: "dark",
      logo: { src: "/logo.svg", alt: "Logo", href: "https://example.com" },
      copyright: "Copyright <b>us</b>",
      links: [
        { title: "A", items: [{ label: "One", to: "/docs/" }] },
        { title: "B", items: [{ label: "Two", href: "https://example.com" }] },
      ],
    },
    redirects: [{ from: "/old", to: "/docs/" }],
    scripts: [{ src: "/x.js", async: true, on: "every-page" }],
    themeColors: { light: { "color-accent": "#135e36" }, dark: { "color-accent": "#7fd4a3" } },
  };
  const root = await buildSite({
    "site.config.ts": `export default ${JSON.stringify(config)};`,
    "content/static/logo.svg": PICTURE,
    "content/static/dark.svg": PICTURE,
    "content/static/x.js": "",
    "content/docs/index.md": "# Start\n\n## Part `a`\n\n<DocCardList />\n",
    "content/docs/part/_category_.json": '{"label":"Part","link":{"type":"generated-index","description":"All."}}',
    "content/docs/part/a.md": "---\ndescription: A.\nkeywords: [x]\nimage: /logo.svg\n---\n\n# A\n",
    "content/docs/part/hidden.md": "---\nunlisted: true\n---\n\n# Hidden\n",
    "content/pages/index.md": "# Home\n",
    "content/pages/live.tsx": "export default function Live() { return <><h1>Live</h1><p>Text.</p></>; }",
  });
  expect(await faultsOf(join(root, "build"))).toEqual([]);
});
