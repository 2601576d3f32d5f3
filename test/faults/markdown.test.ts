import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";
import { buildSite, readOutput, readTree } from "../helpers/docgen.ts";
import { buildFaults } from "../helpers/faults.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const DEEP = 10_000;
/** Nothing here is looked at for longer. */
const LIMIT = { timeout: 120_000 };

describe("what is nested too deep or not closed is told at its line", () => {
  test.runIf(IS_WEEKLY)("100,000 openers of admonitions", LIMIT, async () => {
    const { problems, html } = await compileText(":::note\n".repeat(100_000));
    expect(problems[0]).toContain('1:1 error ":::note" is not closed (close it with a line of :::)');
    expect(html.length).toBeLessThan(10_000_000);
  });

  test("10,000 nested <Tabs>", LIMIT, async () => {
    const { problems } = await compileText(`${"<Tabs>\n\n".repeat(DEEP)}x\n\n${"</Tabs>\n\n".repeat(DEEP)}`);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^\d+:1 error /);
  });

  test("<Tabs> that are not closed", async () => {
    expect((await compileText("Text.\n\n<Tabs>\n\nx\n")).problems).toEqual([
      "3:1 error <Tabs> is not closed (close it with </Tabs> on a line of its own)",
    ]);
  });
});

test("braces, angle brackets and type parameters in prose are text", async () => {
  const prose = ["{a}", "{{x}}", "a < b", "Array<T>", "<Foo", "{`x`}", "a<b>c", "1 <2> 3"];
  const { html, problems } = await compileText(prose.join("\n\n"));
  const text = html
    .replace(/<\/?(?:p|b|code)>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  for (const words of prose.filter((one) => !one.includes("`") && one !== "a<b>c")) expect(text).toContain(words);
  // An element that there is.
  expect(problems).toEqual(["13:2 warning <b> is not closed (close it with </b> in the same block)"]);
});

describe("docgen removes URLs that would run code, with a warning", () => {
  const WARNING = "warning docgen removes URLs that would run code";
  const MARKDOWN = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](vbscript:x)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](<javascript:alert(1)>)",
    "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)",
    "[x](file:///etc/passwd)",
  ];
  const HTML = [
    '<a href="javascript:alert(1)">x</a>',
    "<a href=javascript:alert(1)>x</a>",
    "<a href='java&#10;script:alert(1)'>x</a>",
    '<a href=" \tjavascript:alert(1)">x</a>',
    "<div>\n<a/href=javascript:alert(1)>x</a>\n</div>",
    '<div>\n<a title=">" href="JAVASCRIPT&colon;alert(1)">x</a>\n</div>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
    '<iframe title="t" src="javascript:alert(1)"></iframe>',
    '<iframe title="t" src="data:text/html,x"></iframe>',
    '<object title="t" data="data:text/html,x"></object>',
    '<a href="data:text/html,<b>x</b>">x</a>',
  ];

  test.each([...MARKDOWN, ...HTML])("%s", async (source) => {
    const { html, problems } = await compileText(`Text.\n\n${source}\n`);
    expect(problems.join()).toContain(WARNING);
    expect(problems[0]).toMatch(/^[34]:\d+ /);
    expect(html).not.toMatch(/<[^>]*(?:href|src|action|data)\s*=[^>]*(?:script|data)(?::|&)/i);
  });

  test("pictures may be in the page, and what is code or a comment is not looked at", async () => {
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    const source = `![x](${picture}) <img alt="" src="${picture}">\n\n\`[x](javascript:a)\` <!-- <a href="javascript:a"> -->\n`;
    const { html, problems } = await compileText(source);
    expect(problems).toEqual([]);
    expect(html.split(picture).length).toBe(3);
  });

  test("also in front matter and of authors", async () => {
    const faults = await buildFaults({
      "content/docs/a.md": '---\ncustom_edit_url: "java\\tscript:alert(1)"\nimage: javascript:alert(1)\n---\n',
      "content/blog/authors.yml":
        "eve:\n  name: Eve\n  url: javascript:alert(1)\n  image_url: data:text/html,x\n  socials:\n    web: data:text/html,x\n",
      "content/blog/2026-01-02-post.md":
        "---\nauthors:\n  - name: Mallory\n    url: ' JavaScript:alert(1)'\n---\n\n# Post\n",
    });
    expect(faults.of("content/docs/a.md").join()).toContain(
      'error  front matter key "custom_edit_url" must be a URL that does not run code, or null',
    );
    expect(faults.of("content/docs/a.md").join()).toContain('"image" must be the URL of an image');
    for (const key of ["url", "image_url"])
      expect(faults.of("content/blog/authors.yml").join()).toContain(`"${key}" is a URL that would run code`);
    expect(faults.of("content/blog/2026-01-02-post.md").join()).toContain('"url" is a URL that would run code');
  });
});

test("a title that is HTML is escaped in the title tag, contents, sidebar, breadcrumbs, data and index", async () => {
  const root = await buildSite({
    "content/docs/index.md": "# Start\n",
    "content/docs/a/index.md": "---\ntitle: '<img src=x onerror=alert(1)>'\n---\n\nText.\n",
    "content/docs/a/b.md":
      "# `</title><script>alert(1)</script>`\n\n## `<img src=x onerror=alert(2)>`\n\nText \\<img src=x onerror=alert(3)>.\n",
  });
  const output = readTree(join(root, "build"));
  for (const [file, text] of output) {
    if (!file.endsWith(".html")) continue;
    expect([file, text.match(/<img[^>]*onerror|<script>alert/g)]).toEqual([file, null]);
  }
  const page = readOutput(root, "docs/a/b/index.html");
  expect(page).toContain("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; | Fixture</title>");
  expect(page.match(/<\/script>/g)?.length).toBe(page.match(/<script\b/g)?.length);
  expect(readOutput(root, "docs/index.html")).toContain("&lt;img src=x onerror=alert(1)&gt;</a>");
});

test("a title keeps the angle brackets of code and types, and loses only marks and tags", async () => {
  const root = await buildSite({
    "content/docs/a.md": "# `Array<T>` of <b>*all*</b> Map<K, V> and [`a_b`](./a.md) <BR> \\<c>\n",
  });
  expect(readOutput(root, "docs/a/index.html")).toContain(
    "<title>Array&lt;T&gt; of all Map&lt;K, V&gt; and a_b &lt;c&gt; | Fixture</title>",
  );
});

test("two headings alike, explicit ids that equal automatic ones, explicit ids twice", async () => {
  const ids = async (source: string) => {
    const { html, problems } = await compileText(source);
    return { ids: [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id), problems };
  };
  expect((await ids("## Part\n\n## Part\n")).ids).toEqual(["part", "part-1"]);
  expect((await ids("## Part\n\n## Other {#part}\n")).ids).toEqual(["part-1", "part"]);
  const twice = await ids("## A {#part}\n\n## B {#part}\n");
  expect(twice.problems.join()).toMatch(/^3:\d+ error .*"part".*line 1/);
});

test("headings of emoji, CJK or punctuation alone have ids that stay", async () => {
  const source = "## \u{1F600}\n\n## \u4e2d\u6587\n\n## !!!\n\n## ...\n\n## \u{1F600}\n";
  const idsOf = async () => [...(await compileText(source)).html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  const ids = await idsOf();
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  expect(ids.every((id) => id !== undefined && id !== "" && !id.startsWith("-"))).toBe(true);
  expect(ids[1]).toBe("\u4e2d\u6587");
  expect(await idsOf()).toEqual(ids);
});
