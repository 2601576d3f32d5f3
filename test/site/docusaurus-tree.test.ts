import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, makeSite, readOutput } from "../helpers/docgen.ts";

const CONFIG = `export default {
  title: "T",
  url: "https://example.com",
  favicon: "img/icon.png",
  navbar: { logo: { src: "img/logo.svg", alt: "" } },
};
`;

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A tree as Docusaurus has it. */
const FILES = {
  "site.config.ts": CONFIG,
  "content/static/img/icon.png": PICTURE,
  "content/static/img/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "content/docs/intro.md":
    "<!-- note -->\n# A heading of its own\n\n[![License](/img/icon.png)](https://example.com) ![Build](/img/icon.png)\n\nThe  first sentence.\n\n[one](guide/start.md) [two](/guide/topic/one.md#x) [three](@site/docs/guide/start.md) [four](@site/content/docs/intro.md)\n\n![five](@site/static/img/icon.png)\n\n## The <code>x</code> thing\n",
  "content/docs/guide/_category_.yml": "label: Guides\nposition: 2\ncollapsed: false\n",
  "content/docs/guide/start.md":
    "---\ntags: [{ label: One tag, permalink: /one }, two]\ntitle_meta: For engines\nsidebar_key: x\nmdx: { format: md }\n---\n\n# Start\n\n[one](topic/one.md) [two](guide/topic/one.md) [three](/guide/start.md)\n",
  "content/docs/guide/2-topic.md": "# The topic\n\n<DocCardList />\n",
  "content/docs/guide/topic/one.md": "# One\n\nWhat one is about.\n\n## X\n",
  "content/docs/guide/topic/2-last.md": "---\nparse_number_prefixes: false\n---\n\n# Last\n\nText.\n",
  "content/docs/FAQ.md": "# Questions\n",
  "content/docs/faq/why.md": "# Why\n",
  "content/pages/about.js": "export const title = 'About';\nexport default () => <h1>About us</h1>;\n",
  "content/pages/more.jsx": "export default function More() { return <p>More of it</p>; }\n",
};

describe("a tree written for Docusaurus", () => {
  let root: string;
  const page = (path: string) => readOutput(root, `${path}/index.html`);
  beforeAll(async () => {
    root = await buildSite(FILES);
  });

  test("titles, descriptions and labels are those of the text", () => {
    const html = page("docs/intro");
    expect(html).toContain("<title>A heading of its own | T</title>");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<meta name="description" content="The first sentence.">');
    expect(html).toContain('aria-label="Link to The x thing"');
    expect(page("docs/guide/start")).toContain("<title>For engines | T</title>");
    expect(page("docs/tags/one")).toContain("Start");
  });

  test("paths of source files lead from the file, the set of pages and the site; pictures of the site from its base", () => {
    const html = page("docs/intro");
    for (const route of ["/docs/guide/start", "/docs/guide/topic/one#x", "/docs/intro"]) {
      expect(html).toContain(`href="${route}"`);
    }
    expect(html.match(/href="\/docs\/guide\/start"/g)?.length).toBeGreaterThan(1);
    expect(html).toMatch(/<img src="\/img\/icon.png"[^>]* alt="five"/);
    expect(articleOf(page("docs/guide/start"))).toMatch(
      /"\/docs\/guide\/topic\/one".*"\/docs\/guide\/topic\/one".*"\/docs\/guide\/start"/,
    );
    expect(html).toContain('<link rel="icon" href="/img/icon.png">');
    expect(html).toContain('src="/img/logo.svg"');
  });

  test("a page beside a folder of its name is that folder's index, described by its pages' first sentences", () => {
    const html = page("docs/guide/topic");
    expect(html).toMatch(/class="cards".*href="\/docs\/guide\/topic\/one">One<\/a><p>What one is about\.<\/p>/);
    expect(html).toContain('href="/docs/guide/topic/2-last"');
    expect(page("docs/FAQ")).toContain("Questions");
    // A category's label is the folder's; its page is named as itself.
    expect(page("docs/faq/why")).toMatch(/class="pagination[\s\S]*Questions/);
    expect(page("docs/intro")).toContain("Guides");
  });

  test("pages in React may be .js and .jsx", () => {
    expect(page("about")).toContain("<h1>About us</h1>");
    expect(page("about")).toContain("<title>About | T</title>");
    expect(page("more")).toContain("<p>More of it</p>");
  });
});

test("what can't be taken over is told with its remedy, all of it at once", async () => {
  const config = `export default { title: "T", url: "https://example.com", themeConfig: {}, presets: [], onBrokenLink: "throw", navbar: { itmes: [], logos: 1 } };`;
  const { code, stderr } = await command("build", "--root", makeSite({ "site.config.ts": config }));
  expect(code).toBe(2);
  expect(stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/navbar: unknown key "itmes"; did you mean "items"\?/),
    expect.stringMatching(/navbar: unknown key "logos"; did you mean "logo"\?/),
    expect.stringMatching(/configuration: unknown key "themeConfig": move its settings .*docgen migrate/),
    expect.stringMatching(/configuration: unknown key "presets": move its options/),
    expect.stringMatching(/configuration: unknown key "onBrokenLink"; did you mean "onBrokenLinks"\?/),
  ]);

  const root = makeSite({
    "content/docs/a.md": '# A\n\n[x]({item.href})\n\n```title="a.js"\nx\n```\n',
    "content/pages/index.md": "# Home\n",
    "content/docs/b.md": "---\nslug: /c/\n---\n\n# B\n",
    "content/docs/c/d.md": "# D\n",
    "content/docs/f/_category_.yml": "label: [\n",
    "content/docs/e/_category_.yaml": "position: two\nlabl: x\n",
    "content/docs/e/f.md": "# F\n",
  });
  const run = await command("build", "--root", root, "--json");
  const { problems } = JSON.parse(run.stdout) as {
    problems: { path: string; line: number; message: string; hint?: string }[];
  };
  expect(problems.map(({ path, line, message, hint }) => `${path}:${line} ${message} (${hint})`)).toEqual([
    expect.stringMatching(/a\.md:3 broken link "\{item\.href\}".*\(braces contain JSX code/),
    expect.stringMatching(/a\.md:5 no highlighting for "title="a\.js"".*\(write the language first: text title=/),
    expect.stringMatching(/b\.md:1 route \/docs\/c\/ is also generated as the index of content\/docs\/c \(rename/),
    expect.stringMatching(/_category_\.yaml:1 "position" must be a number/),
    expect.stringMatching(/_category_\.yaml:2 unknown key "labl"; did you mean "label"\?/),
    expect.stringMatching(/_category_\.yml:\d .*not valid YAML/),
  ]);
});
