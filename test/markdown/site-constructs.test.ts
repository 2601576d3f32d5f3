import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, makeSite, readOutput } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const MATH = 'export default { title: "T", url: "https://example.com", markdown: { math: true } };';

/** What a build that fails says of the content. */
async function problemsOf(files: Record<string, string>): Promise<string[]> {
  const { stderr } = await command("build", "--root", makeSite(files));
  return stderr.split("\n").filter((line) => line.startsWith("content/"));
}

describe("includes", () => {
  test("that go in a circle, out of the root, or to a page are errors", async () => {
    expect(
      await problemsOf({
        "content/docs/a.md":
          '<Include file="./_x.md" />\n\n<Include file="./b.md" />\n\n<<< ../../../../etc/passwd\n\n* <Include file="./_x.md" />\n\n<Include file="../../../../etc/passwd" />\n\n<Include file="./c.js" />\n\n<<< ../../etc/passwd\n',
        "content/docs/_x.md": '<Include file="./_y.md" />\n',
        "content/docs/_y.md": '<Include file="./_x.md" />\n',
        "content/docs/b.md": "# B\n",
      }),
    ).toEqual([
      "content/docs/_y.md:1:1  error  circular include: content/docs/a.md > content/docs/_x.md > content/docs/_y.md > content/docs/_x.md",
      'content/docs/a.md:3:1  error  "./b.md" is also a page',
      'content/docs/a.md:5:1  error  "../../../../etc/passwd" is outside the site',
      "content/docs/a.md:7:1  error  this <Include> includes no file",
      'content/docs/a.md:9:1  error  "../../../../etc/passwd" is outside the site',
      'content/docs/a.md:11:1  error  "./c.js" is not a Markdown file',
      "content/docs/a.md:13:1  error  no file at etc/passwd to include",
    ]);
  });

  test("say what to write instead", async () => {
    const { stderr } = await command(
      "build",
      "--root",
      makeSite({
        "content/docs/a.md": [
          "# A",
          '<Include file="./gone.md" />',
          '<Include file="./_{vars.x}.md" />',
          "<<< ./c.js{1}",
          "<<< ./c.js#two",
          "<<<./c.js",
          "* <<< ./c.js",
          '<Include file="./_p.md" />',
          '<Include file="./_p.md" />',
        ].join("\n\n"),
        "content/docs/_p.md": "---\ntitle: P\n---\nPart[^n].\n\n[^n]: Note.\n\n[x](/nowhere)\n",
        "content/docs/c.js": "// #region one\n1;\n// #endregion\n",
      }),
    );
    const said = stderr.replaceAll("\n    hint: ", " | ").replaceAll("content/docs/", "");
    expect(said.split("\n").filter((line) => /^(a|_p)\.md/.test(line))).toEqual([
      "_p.md:1:1  warning  the front matter of an included file has no effect | remove it",
      '_p.md:8:1  error  broken link "/nowhere": no page or file at /nowhere',
      "a.md:3:1  error  no file at gone.md to include | create the file, or write its path from content/docs, or from the site's root with @site/",
      "a.md:5:1  error  no file at _{vars.x}.md to include | write the name of the file: variables have no effect here",
      "a.md:7:1  error  no file at c.js{1} to include | write a space before {1}",
      'a.md:9:1  error  c.js has no region "two" | regions: one',
      "a.md:11:1  warning  this <<< includes no file | write <<< ./c.js on a line of its own, indented only by spaces",
      "a.md:13:3  warning  this <<< includes no file | write <<< ./c.js on a line of its own, indented only by spaces",
    ]);
  });

  test("in a comment bring nothing", async () => {
    expect(
      await problemsOf({
        "content/docs/a.md": [
          '<!-- <Include file="./_gone.md" /> -->\n',
          '<!--\n<Include file="./_gone.md" />\n-->\n',
          "<!--\n<<< ./gone.js\n-->\n",
          "```html\n<!--\n```\n",
          "<!--\n```\n-->\n",
          '<Include file="./_x.md" />\n',
        ].join("\n"),
        "content/docs/_x.md": "[x](/nowhere)\n",
      }),
    ).toEqual(['content/docs/_x.md:1:1  error  broken link "/nowhere": no page or file at /nowhere']);
  });

  test.runIf(IS_WEEKLY)(
    "may have 200,000 lines with the page's own: what is cut off is an error where it begins",
    async () => {
      const lines = (count: number) => "a\n".repeat(count);
      expect(await problemsOf({ "content/docs/a.md": `a\n\n${lines(199_997)}` })).toEqual([]);
      expect(
        await problemsOf({
          "content/docs/a.md": '<Include file="./_x.md" />\n\n<Include file="./_x.md" />\n',
          "content/docs/_x.md": lines(150_000),
        }),
      ).toEqual(["content/docs/_x.md:50000:1  error  the page has more than 200,000 lines"]);
    },
  );
});

describe("includes of includes", () => {
  const include = (name: string) => `<Include file="./_${name}.md" />\n`;
  const chain = (name: string, length: number, line: (next: string) => string, end: string) => {
    const files = Array.from({ length }, (_, at) => [
      `content/docs/_${name}${at}.md`,
      at === length - 1 ? end : line(`${name}${at + 1}`),
    ]);
    return { [`content/docs/${name}.md`]: include(`${name}0`), ...Object.fromEntries(files) };
  };

  test.runIf(IS_WEEKLY)(
    "are bounded in number, depth and size, and each circle and missing file is told of once",
    async () => {
      const all = Array.from({ length: 4 }, (_, at) => include(`every${at}`)).join("\n");
      const problems = await problemsOf({
        ...chain("every", 4, () => all, all),
        ...chain("fan", 9, (next) => include(next).repeat(10), include("gone").repeat(2)),
        ...chain("wide", 4, (next) => `${" ".repeat(9000)}${include(next)}`, "x\n".repeat(20_000)),
        ...chain("deep", 200, include, "x\n"),
        "content/docs/many.md": include("gone").repeat(10_000),
      });
      const of = (name: string) =>
        problems.filter((line) => line.startsWith(`content/docs/${name}`)).map((line) => line.replace(/^\S+\//, ""));
      expect(of("deep").concat(of("_deep"))).toEqual([
        "_deep99.md:1:1  error  includes are nested deeper than 100 files",
      ]);
      expect(of("_wide")).toEqual([
        "_wide2.md:1:1  error  the included text has more than 10,000,000 characters, including indentation",
      ]);
      expect(of("_fan")).toEqual([
        "_fan7.md:5:1  error  the page includes more than 10,000 files",
        "_fan8.md:1:1  error  no file at content/docs/_gone.md to include",
        "_fan8.md:2:1  error  no file at content/docs/_gone.md to include",
      ]);
      expect(of("many").slice(19)).toEqual([
        "many.md:20:1  error  no file at content/docs/_gone.md to include",
        "many.md:21:1  error  9,980 more includes can't be resolved",
      ]);
      const circles = of("_every").filter((line) => line.includes("circle"));
      expect(circles.length).toBeLessThan(11);
      expect(new Set(circles.map((line) => line.split("  ")[0])).size).toBe(circles.length);
    },
  );
});

describe("formulas", () => {
  test("are text where they are off", async () => {
    const root = await buildSite({ "content/docs/a.md": "Cell $A$ is not a formula.\n" });
    expect(articleOf(readOutput(root, "docs/a/index.html"))).toBe("<p>Cell $A$ is not a formula.</p>");
  });

  test("with a fault are errors at their place", async () => {
    const [problem] = await problemsOf({ "site.config.ts": MATH, "content/docs/a.md": "one\ntwo $\\frac{$ three\n" });
    expect(problem).toMatch(/^content\/docs\/a\.md:2:5 {2}error {2}invalid formula: /);
  });

  test("end where a code span begins, which binds tighter", async () => {
    const root = await buildSite({
      "site.config.ts": MATH,
      "content/docs/a.md": "# A\n\nIt costs $5, so set `$HOME` first.\n\n$a `b` c$ and $\\text{``x''}$ and $d$\n",
    });
    const html = articleOf(readOutput(root, "docs/a/index.html"));
    expect(html).toContain("<p>It costs $5, so set <code>$HOME</code> first.</p>");
    expect(html).toContain("<p>$a <code>b</code> c$ and <math");
    expect(html.match(/<math/g)).toHaveLength(2);
  });
});

test("a head block's tags stand in the page's head, on that page alone", async () => {
  const root = await buildSite({
    "content/docs/a.md": '<head>\n  <script src="https://example.com/a.js"></script>\n</head>\n\nText.\n',
    "content/docs/b.md": "Text.\n",
  });
  const tag = '<script src="https://example.com/a.js"></script>';
  expect(readOutput(root, "docs/a/index.html").split("</head>")[0]).toContain(tag);
  expect(readOutput(root, "docs/b/index.html")).not.toContain(tag);
});

test("pathname:// addresses are checked as static files", async () => {
  expect(await problemsOf({ "content/docs/a.md": "[x](pathname:///files/y.bin)\n" })).toEqual([
    'content/docs/a.md:1:1  error  broken link "pathname:///files/y.bin": no page or file at /files/y.bin',
  ]);
});
