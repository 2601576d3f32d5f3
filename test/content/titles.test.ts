import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, PROJECT, readOutput, readTree, temporaryFolder } from "../helpers/docgen.ts";
import { printedSeed } from "../helpers/random.ts";
import { openSite } from "../helpers/real-site.ts";
import { sidebarLabels, titlesIn } from "../helpers/titles.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const CONFIG = `export default {
  title: "T", url: "https://example.com", vars: { release: "4.2", mark: "a *x* & b" }, markdown: { math: true },
};`;
const PART = { "content/docs/_part.md": "# Title from a part\n" };

/** Forms in which a page can begin, and the title that each gives. */
const FORMS: readonly (readonly [body: string, title: string])[] = [
  ["# Release {vars.release}", "Release 4.2"],
  ["# A {vars.mark}", "A a x & b"],
  ['<Include file="./_part.md" />\n\nText.', "Title from a part"],
  ["Quarterly report\n====\n\nText.", "Quarterly report"],
  ["Two\nlines *of it*\n===", "Two lines of it"],
  ["# Using C\\#", "Using C#"],
  ["# Promise<void>", "Promise<void>"],
  ["# :rocket: Deploying", "🚀 Deploying"],
  ["# Red &mdash; black &copy; &#35;", "Red — black © #"],
  ["# ~~Old~~ new", "Old new"],
  ["# See [x][r] and [y]\n\nText.\n\n[r]: https://example.com\n[y]: https://example.com/y", "See x and y"],
  ["# Not a [reference]", "Not a [reference]"],
  ["# Note[^1]\n\nText[^1].\n\n[^1]: Aside.", "Note"],
  ["[//]: # (checked by the linter)\n\n# Heron", "Heron"],
  ["[^1]: Aside.\n\n# Stork[^1]", "Stork"],
  ["<!-- a\n\n# b -->\n\n# After a comment", "After a comment"],
  ["# Rows <Badge>new</Badge> <Kbd>C</Kbd>", "Rows new C"],
  ["# The * operator", "The * operator"],
  ["# Fetch <https://api.example/v1>", "Fetch https://api.example/v1"],
  ["# At https://example.com/a_b_c", "At https://example.com/a_b_c"],
  ["# snake __init__ file", "snake init file"],
  ["# `**/*.ts` and ``a`b`` < c", "**/*.ts and a`b < c"],
  ["# Line<br>two", "Line two"],
  ["# <kbd>Ctrl</kbd> <span>+ C</span>", "Ctrl + C"],
  ["# ![Logo](https://example.com/a.png) Name", "Logo Name"],
  ["# The $x$ formula", "The x formula"],
  ["# **Bold _nested_** [link](https://example.com) ##", "Bold nested link"],
  ["# Own id {#own}", "Own id"],
  ["   # Three spaces", "Three spaces"],
];

/** Pages without a heading: the name of the file is the title. */
const NAMELESS = [
  "    # install\n    npm ci\n\nThen.",
  "Text.\n\n# Later",
  "## Two",
  "#\n\nBody.",
  "# <br>\n\nBody.",
  "# <!-- c -->",
  "",
];

const FIXTURES = ["book", "dialect", "extensions", "languages"];

const nameOf = (number: number) => `page-${number}`;

/** Folder of a language in the output. */
function folderOf(path: string): string {
  return /^fr\//.exec(path)?.[0] ?? "";
}

/**
 * Expects that all places say the same of every page.
 *
 * @param hasLabels whether pages may have a label of their own in sidebars
 * @returns the title of each page by its route
 */
function expectAgreement(files: ReadonlyMap<string, string>, site = "T", hasLabels = false): Map<string, string> {
  const titles = new Map<string, string>();
  for (const [path, html] of files) {
    if (!path.endsWith(".html") || !html.includes('id="docgen-page"') || /"kind":"component"/.test(html)) continue;
    const { h1, ...places } = titlesIn(html, site);
    const { breadcrumb, ...named } = places;
    expect(named, path).toEqual(Object.fromEntries(Object.keys(named).map((place) => [place, h1])));
    if (!hasLabels && breadcrumb !== undefined) expect(breadcrumb, path).toBe(h1);
    titles.set(folderOf(path) + /"route":"([^"]*)"/.exec(html)?.[1], h1 ?? "");
  }
  for (const [path, text] of files) {
    if (!/(?:^|\/)search-index-.*\.json$/.test(path)) continue;
    const { documents } = JSON.parse(text) as { documents: { sectionRoute: string; pageTitle: string }[] };
    for (const { sectionRoute, pageTitle } of documents) {
      const [route = ""] = sectionRoute.split("#", 1);
      expect(pageTitle.replace(/\s+/g, " "), `the search: ${route}`).toBe(
        titles.get(folderOf(path) + route) ?? pageTitle,
      );
    }
  }
  return titles;
}

const outputOf = (root: string) => filesIn(join(root, "build"));

/** Text files below a folder, by path. */
function filesIn(folder: string): Map<string, string> {
  return new Map([...readTree(folder)].map(([path, text]) => [path, Buffer.from(text, "latin1").toString()]));
}

describe("the title of a page", () => {
  test("is what its heading shows, in each form and place", async () => {
    const pages = FORMS.map(([body], number) => [`content/docs/${nameOf(number)}.md`, body] as const);
    const root = await buildSite({ "site.config.ts": CONFIG, ...PART, ...Object.fromEntries(pages) });
    const labels = sidebarLabels(readOutput(root, "docs/page-0/index.html"));
    const copies = readOutput(root, "llms.txt");
    expectAgreement(outputOf(root));
    for (const [number, [body, title]] of FORMS.entries()) {
      const route = `/docs/${nameOf(number)}`;
      expect(titlesIn(readOutput(root, `${route.slice(1)}/index.html`), "T").h1, body).toBe(title);
      expect(labels.get(route), body).toBe(title);
      expect(copies, body).toContain(`[${title.replace(/[[\]]/g, "\\$&")}](https://example.com${route}.md)`);
    }
  });

  test("is made of the file's name for a page that begins with no heading", async () => {
    const pages = NAMELESS.map((body, number) => [`content/docs/${nameOf(number)}.md`, body] as const);
    const root = await buildSite({ "site.config.ts": CONFIG, ...Object.fromEntries(pages) });
    for (const [number, body] of NAMELESS.entries()) {
      const { h1, title } = titlesIn(readOutput(root, `docs/${nameOf(number)}/index.html`), "T");
      expect([h1, title], body).toEqual([`Page ${number}`, `Page ${number}`]);
    }
  });

  test("is what a plugin of the site makes of the heading", async () => {
    const plugin = `const loud = (md) => md.core.ruler.push("loud", ({ tokens }) => {
      for (const { children } of tokens) for (const token of children ?? []) token.content = token.content.toUpperCase();
    });`;
    const config = `${plugin}\nexport default { title: "T", url: "https://example.com", markdown: { plugins: [loud] } };`;
    const root = await buildSite({ "site.config.ts": config, "content/docs/a.md": "# Said `twice`\n" });
    expect(titlesIn(readOutput(root, "docs/a/index.html"), "T")).toMatchObject({
      h1: "SAID TWICE",
      title: "SAID TWICE",
    });
    expectAgreement(outputOf(root));
  });

  test("is what a page in React exports as a string", async () => {
    const page = (title: string) => `export const title${title};\nexport default () => <p>Text</p>;\n`;
    const root = makeSite({
      "content/docs/a.md": "# A\n",
      "content/pages/index.tsx": page(`: string = "It\\'s \\"here\\""`),
      "content/pages/late.jsx": page(' = "La" + "te"'),
    });
    const { stderr } = await command("build", "--root", root);
    const index = readOutput(root, "search-index-default.json");
    const { documents } = JSON.parse(index) as { documents: { pageTitle: string }[] };
    expect(documents.map(({ pageTitle }) => pageTitle)).toEqual([`It's "here"`, "Late"]);
    expect(titlesIn(readOutput(root, "index.html"), "Fixture").title).toBe(`It's "here"`);
    expect(titlesIn(readOutput(root, "late/index.html"), "Fixture").title).toBe("Late");
    expect(stderr).not.toContain("title is not");
  });

  test("of a page in React is the file's name if code computes it, which is told", async () => {
    const code = 'export const title = ["In", "dex"].join("");\nexport default () => <p>Text</p>;\n';
    const root = makeSite({ "content/docs/a.md": "# A\n", "content/pages/start.tsx": code.replace('"dex"', '"fo"') });
    const { stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      `content/pages/start.tsx:1:1  warning  title is not a string literal, so docgen names the page "Start"`,
    );
    expect(stderr).toContain('write it as a string: export const title = "Info";');
    expect(titlesIn(readOutput(root, "start/index.html"), "Fixture").title).toBe("Start");
  });

  test("is the same everywhere, whatever a page begins with", async () => {
    const piece = fc.constantFrom(
      ..."# |*|**|_|`|``|~~|<b>|</b>|<T>|<br>|&amp;|&lt;|&nope;|\\#|\\|[|](x)|][r]|[^1]|:tada:|:x|{vars.release}|{vars.|$x$|$|<Kbd>|</Kbd>|<Badge/>|<!-- c -->|<|>|http://e.com/|<http://e.com>|!|![a](https://e.com/a.png)|{#id}| |word|ß|読む".split(
        "|",
      ),
    );
    const before = fc.constantFrom("", "<!-- c -->\n", "[a]: x\n\n", "\n\n", "<!-- c\n", "export const a = `\n");
    const end = fc.constantFrom("", "\n===", " ##", "\n\nText.", "\n\n[r]: y", "\n\n[^1]: z", "\n-->\n# Later");
    const page = fc
      .tuple(before, fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 6 }), end)
      .map(([first, isAtx, pieces, last]) => `${first}${isAtx ? "# " : ""}${pieces.join("")}${last}\n`);
    const bodies = fc.sample(page, {
      numRuns: IS_WEEKLY ? 400 : 100,
      seed: printedSeed("pages that begin in many forms"),
    });
    const pages = bodies.map((body, number) => [`content/docs/${nameOf(number)}.md`, body] as const);
    const config = CONFIG.replace("markdown:", `onBrokenLinks: "ignore", onBrokenMarkdownLinks: "ignore", markdown:`);
    const root = makeSite({ "site.config.ts": config, ...Object.fromEntries(pages) });
    const { stdout } = await command("build", "--root", root, "--json");
    const { errors } = JSON.parse(stdout) as { errors: { path: string }[] };
    // A site with faults is not written.
    for (const path of new Set(errors.map(({ path }) => path))) rmSync(join(root, path));
    const { code, stderr } = await command("build", "--root", root);
    expect(code, stderr).toBe(0);
    expect(expectAgreement(outputOf(root)).size).toBeGreaterThan(bodies.length / 3);
  });

  test.each(FIXTURES)("is the same everywhere in the fixture %s", async (name) => {
    const root = temporaryFolder();
    cpSync(join(PROJECT, "test/fixtures", name), root, { recursive: true });
    const { code, stderr } = await command("build", "--root", root);
    expect(code, stderr).toBe(0);
    const [, site = ""] = /title: "([^"]*)"/.exec(readFileSync(join(root, "site.config.ts"), "utf8")) ?? [];
    expect(expectAgreement(outputOf(root), site, true).size).toBeGreaterThan(2);
  });

  test("is the same everywhere in this site", async () => {
    const { out } = await openSite();
    const titles = expectAgreement(filesIn(out), "SheetJS CE", true);
    expect(titles.size).toBeGreaterThan(200);
  });
});
