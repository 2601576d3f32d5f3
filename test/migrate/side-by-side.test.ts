import { expect, test } from "vitest";
import { docusaurusConfig, passing } from "../helpers/migrated.ts";

// What a build of Docusaurus 3.10 shows, and a migrated site has to show.

test("a folder that can't be collapsed shows its pages, and a generated index what they are about", async () => {
  const { page } = await passing({
    "docs/intro.md": "# Intro\n",
    "docs/open/_category_.yml": "label: Open\ncollapsible: false\n",
    "docs/open/a.md": "# A\n\nAbout A. More.\n",
    "docs/open/b.md": "---\ndescription: About B\n---\n# B\n",
    "docs/made/_category_.json": '{ "link": { "type": "generated-index", "slug": "/made" } }',
    "docs/made/c.md": "# C\n\nAbout C.\n",
  });
  const [, sidebar = ""] = /<nav aria-label="Docs sidebar">(.*?)<\/nav>/s.exec(page("docs/intro")) ?? [];
  expect([...sidebar.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/docs/intro",
    "/docs/made",
    "/docs/open/a",
    "/docs/open/a",
    "/docs/open/b",
  ]);
  expect(sidebar).not.toContain('aria-label="Collapse Open"');
  expect(page("docs/made")).toContain('<ul class="cards"><li><a href="/docs/made/c">C</a><p>About C.</p></li></ul>');
});

test("lists of tags of a version that search engines leave out are left out too", async () => {
  const doc = "---\ntags: [x]\n---\n# A\n";
  const { page } = await passing({
    "docusaurus.config.js": docusaurusConfig("", "docs: { versions: { '1.0': { noIndex: true, path: 'one' } } }"),
    "versions.json": '["2.0", "1.0"]',
    ...Object.fromEntries(
      ["docs", "versioned_docs/version-2.0", "versioned_docs/version-1.0"].flatMap((folder) =>
        ["a", "b"].map((name) => [`${folder}/${name}.md`, doc]),
      ),
    ),
  });
  expect(page("docs/tags/x")).not.toContain('name="robots"');
  for (const path of ["docs/one/a", "docs/one/tags/x", "docs/one/tags"])
    expect(page(path)).toContain('<meta name="robots" content="noindex, nofollow">');
});

test("a dropdown of the navbar keeps its own target, as its first item", async () => {
  const items = "{ label: 'More', to: '/docs/a', items: [{ label: 'B', to: '/docs/b' }] }";
  const { page } = await passing({
    "docusaurus.config.js": docusaurusConfig(`themeConfig: { navbar: { items: [${items}] } },`),
    "docs/a.md": "# A\n",
    "docs/b.md": "# B\n",
  });
  expect(page("docs/b")).toContain(
    '<summary class="navbar-link">More</summary></details><ul><li><a href="/docs/a">More',
  );
});

test("a heading with a formula keeps its id", async () => {
  const { page, todo } = await passing({
    "docusaurus.config.js": docusaurusConfig("", "docs: { remarkPlugins: [require('remark-math')] }"),
    "node_modules/remark-math/index.js": "module.exports = function remarkMath() {};",
    "docs/a.md": "# A\n\n## Area $h^2$\n\n[area](#area-h2)\n",
  });
  expect(todo).toEqual([]);
  expect(page("docs/a")).toContain('<h2 id="area-h2">');
});

test("a page whose front matter says that it is CommonMark shows braces, whatever its extension", async () => {
  const { page, todo } = await passing({
    "docs/a.mdx": "---\nmdx:\n  format: md\n---\n# A\n\nText with {braces} and `{code}`.\n\n    indented\n",
  });
  expect(todo).toEqual([]);
  expect(page("docs/a")).toMatch(/Text with \{braces\} and <code>\{code\}<\/code>\..*indented/s);
});

test("a React page has the title and the description of its layout, also those with the title of the site", async () => {
  const layout = (attributes: string) =>
    `import Layout from '@theme/Layout';
import { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
export default function Page() {
  const { siteConfig } = useDocusaurusContext();
  return <Layout ${attributes}><main>Text</main></Layout>;
}
`;
  const { page } = await passing({
    "docs/a.md": "# A\n",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of the page.
    "src/pages/index.js": layout('title={`Hello from ${siteConfig.title}`} description="Goes into <head />"'),
    "src/pages/b.js": layout(
      `description={\`About \${siteConfig.tagline}\`} title={translate({ id: 'b', message: 'Bee' })}`,
    ),
    "docusaurus.config.js": docusaurusConfig("tagline: 'tags',"),
  });
  expect(page("")).toContain("<title>Hello from T | T</title>");
  expect(page("")).toContain('<meta name="description" content="Goes into &lt;head /&gt;">');
  expect(page("b")).toContain("<title>Bee | T</title>");
  expect(page("b")).toContain('<meta name="description" content="About tags">');
});

test("a component stays in the line, list item, quote or paragraph that it is in", async () => {
  const { page, todo } = await passing({
    "src/H.js": "export default function H({ children }) { return <b>{children}</b>; }",
    "docs/a.mdx": `import H from '../src/H';
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

# A

- <H>item</H>
- text
  <H>of item</H>

<H>one</H> <H>two</H>

First line
<H>alone</H>
last line

Break  
<H>after</H>

> <H>q1</H>
> <H>q2</H>

> <Tabs>
> <TabItem value="x" label="X">In *quote*</TabItem>
> <TabItem value="y" label="Y">
>
> Text
>
> </TabItem>
> </Tabs>
`,
  });
  expect(todo).toEqual([]);
  const [, article = ""] = /id="docgen-article">(.*?)<\/article>/s.exec(page("docs/a")) ?? [];
  expect(article).toMatch(/<li>\s*<b>item<\/b>\s*<\/li>\s*<li>text <b>of item<\/b><\/li>/);
  expect(article).toMatch(/<b>one<\/b>\s+<b>two<\/b>/);
  expect(article).toContain("<p>First line <b>alone</b>\nlast line</p>");
  expect(article).toMatch(/<p>Break<br>\s*<b>after<\/b><\/p>/);
  expect(article).toMatch(
    /<blockquote>\s*<b>q1<\/b>\s+<b>q2<\/b>\s*<\/blockquote>\s*<blockquote>\s*<div class="tabs">/,
  );
  expect(article).toMatch(/In <em>quote<\/em><\/div><div class="tab-panel" data-label="Y"><p>Text<\/p>/);
});

test("numbers without a unit stay without one, also those of prefixed properties", async () => {
  const { page } = await passing({
    "docs/a.mdx": "# A\n\n<div style={{ WebkitLineClamp: 3, lineHeight: 2, margin: 4 }}>Text</div>\n",
  });
  expect(page("docs/a")).toMatch(/style="-webkit-line-clamp: ?3; ?line-height: ?2; ?margin: ?4px"/);
});

test("a partial right below a text is a block of its own", async () => {
  const { page } = await passing({
    "docs/_part.mdx": "Partial *text*\n",
    "docs/a.mdx": "import Part from './_part.mdx';\n\n# A\n\n- item\n  <Part />\n\ntext\n<Part />\n",
  });
  expect(page("docs/a").match(/<p>Partial <em>text<\/em><\/p>/g)).toHaveLength(2);
});

test("a list beside a partial that begins or ends with one stays a list of its own", async () => {
  const { page } = await passing({
    "docs/_part.mdx": "Part\n\n- one\n- two\n",
    "docs/_steps.mdx": "1. first\n2. second\n\nEnd\n",
    "docs/a.mdx": `import Part from './_part.mdx';
import Steps from './_steps.mdx';

# A

<Part />

- after

1. before

<Steps />

> <Part />
>
> - quoted
`,
  });
  const [, article = ""] = /id="docgen-article">(.*?)<\/article>/s.exec(page("docs/a")) ?? [];
  expect(article.match(/<[ou]l>/g)).toHaveLength(6);
  expect(article).toMatch(/<blockquote>\s*<p>Part<\/p>.*<li>quoted<\/li>\s*<\/ul>\s*<\/blockquote>/s);
});

test("components without text on one line are blocks with a space between them", async () => {
  const { page } = await passing({
    "src/S.js": "export default function S({ n }) { return <span>S{n}</span>; }",
    "docs/a.mdx": "import S from '../src/S';\n\n# A\n\n<S n={1} /> <S n={2} />\n",
  });
  expect(page("docs/a")).toMatch(/<span>S1<\/span>\s+<span>S2<\/span>/);
});

test("a removed expression leaves no delimiters and no link without a text", async () => {
  const { page, todo } = await passing({
    "docs/a.mdx": "# A\n\nBold **{gone.x}** and *{gone.x}*, ~~{undefined}~~, [{gone.x}](https://a.example).\n",
    "docs/b.mdx": "# B\n\nText **{null}** end\n",
  });
  expect(todo[0]).toContain("removed {gone.x}");
  expect(page("docs/a")).toMatch(
    /<p>Bold {2}and , , <a href="https:\/\/a\.example"[^>]*>https:\/\/a\.example<\/a>\.<\/p>/,
  );
  expect(page("docs/b")).toContain("<p>Text  end</p>");
});

test("formulas in quotes and list items hide nothing of the page below them", async () => {
  const { page, todo } = await passing({
    "docusaurus.config.js": docusaurusConfig("", "docs: { remarkPlugins: [require('remark-math')] }"),
    "node_modules/remark-math/index.js": "module.exports = function remarkMath() {};",
    "docs/a.mdx": "# A\n\n> $$\n> a^2\n> $$\n\n- $$\n  b\n  $$\n\nThe sum is {1 + 1}.\n",
  });
  expect(todo).toEqual([]);
  expect(page("docs/a")).toMatch(/<blockquote>\s*<p class="math"><math.*<li>\s*<p class="math"><math.*The sum is 2\./s);
});

test("a translation has the names of versions, and not the tags of its original", async () => {
  const labels = (text: string) => JSON.stringify({ "version.label": { message: text } });
  const french = "i18n/fr/docusaurus-plugin-content-docs";
  const { page } = await passing({
    "docusaurus.config.js": docusaurusConfig("i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },"),
    "versions.json": '["1.0"]',
    "docs/a.md": "---\ntags: [x]\n---\n# A\n",
    "versioned_docs/version-1.0/a.md": "# A\n",
    [`${french}/current/a.md`]: "# A en français\n",
    [`${french}/current.json`]: labels("Prochaine"),
    [`${french}/version-1.0.json`]: labels("Un"),
  });
  expect(page("docs/next/a")).toContain('href="/docs/next/tags/x"');
  expect(page("fr/docs/next/a")).toContain("A en français");
  expect(page("fr/docs/next/a")).not.toContain("/tags/x");
  expect(page("fr/docs/next/a")).toContain("Prochaine");
  expect(page("fr/docs/a")).toContain("Version : Un");
});

test("pages of tags of a version lead to that version, and keys that sidebars can't show are told", async () => {
  const items = "{ type: 'docSidebar', sidebarId: 's', label: 'Docs' }, { type: 'docsVersionDropdown' }";
  const sidebars = { s: [{ type: "doc", id: "a", className: "new" }] };
  const { page, changed } = await passing({
    "docusaurus.config.js": docusaurusConfig(
      `themeConfig: { navbar: { items: [${items}] } },`,
      "docs: { sidebarPath: './sidebars.json' }",
    ),
    "sidebars.json": JSON.stringify(sidebars),
    "versions.json": '["1.0"]',
    "versioned_sidebars/version-1.0-sidebars.json": JSON.stringify(sidebars),
    "docs/a.md": "---\ntags: [x]\n---\n# A\n",
    "versioned_docs/version-1.0/a.md": "---\ntags: [x]\n---\n# A\n",
  });
  expect(page("docs/next/tags/x")).toMatch(/<a href="\/docs\/next\/a"[^>]*>Docs/);
  expect(page("docs/tags/x")).toMatch(/<a href="\/docs\/a"[^>]*>Docs/);
  expect(page("docs/next/tags/x")).not.toContain('aria-label="Docs sidebar"');
  expect(changed).toContain("docusaurus.config.js:1: sidebars keep className, without effect");
});
