import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput } from "../helpers/docgen.ts";

function doc(title: string, tags: string, rest = ""): string {
  return `---\ntitle: ${title}\ntags: ${tags}\n${rest}---\n\nLead of ${title}.\n`;
}

const DOCS = {
  "content/docs/index.md": doc("Start", "[import, export]"),
  "content/docs/a.md": doc("Beta", "[import]", "description: All of beta.\n"),
  "content/docs/b.md": doc("Alpha", "[Éclair, import]"),
};

describe("docs tags", () => {
  test("are listed by their first letter with the number of their docs", async () => {
    const html = readOutput(await buildSite(DOCS), "docs/tags/index.html");
    expect(html).toContain("<h1>Tags</h1>");
    expect([...html.matchAll(/<h2>(.)<\/h2>/g)].map(([, letter]) => letter)).toEqual(["E", "I", "É"]);
    expect(html).toContain('<a href="/docs/tags/import" rel="tag" class="tag">import <span>3</span></a>');
    expect(html).toContain('<a href="/docs/tags/%C3%A9clair"');
  });

  test('have a page that says "{n} docs tagged with", with titles, descriptions and a link to all tags', async () => {
    const root = await buildSite(DOCS);
    const html = readOutput(root, "docs/tags/import/index.html");
    expect(html).toContain("<title>3 docs tagged with “import” | Fixture</title>");
    expect(html).toContain("<h1>3 docs tagged with “import”</h1>");
    expect(html).toContain('<a href="/docs/tags/">View all tags</a>');
    expect(
      [...html.matchAll(/<h2><a href="([^"]*)">(.*?)<\/a><\/h2><p>(.*?)<\/p>/g)].map((found) => found.slice(1)),
    ).toEqual([
      ["/docs/b", "Alpha", "Lead of Alpha."],
      ["/docs/a", "Beta", "All of beta."],
      ["/docs/", "Start", "Lead of Start."],
    ]);
    const one = readOutput(root, "docs/tags/export/index.html");
    expect(one).toContain("<h1>One doc tagged with “export”</h1>");
    // What a list is about, and none of one page for search engines.
    expect(html).toContain('<meta name="description" content="3 docs tagged with “import”: Alpha · Beta · Start">');
    expect(html).not.toContain("noindex");
    expect(one).toContain('<meta name="robots" content="noindex, nofollow">');
    const sitemap = readOutput(root, "sitemap.xml");
    expect(sitemap).toContain("/docs/tags/import<");
    expect(sitemap).not.toContain("/docs/tags/export<");
  });

  const TAGS = `import:
  label: Imports
  permalink: /in
  description: Reading <files>.
"C#":
  permalink: /c-sharp
export:
`;

  test("have the label, the permalink and the description of tags.yml, by key or label", async () => {
    const root = await buildSite({
      "content/docs/tags.yml": TAGS,
      "content/docs/a.md": doc("A", '[import, "C#"]'),
      "content/docs/b.md": doc("B", "[Imports, export]"),
      "content/blog/tags.yml": "news: { label: What is new, description: All news. }\n",
      "content/blog/2026-11-21-a.md": doc("A", "[news]"),
    });
    const html = readOutput(root, "docs/tags/in/index.html");
    expect(html).toContain("<h1>2 docs tagged with “Imports”</h1><p>Reading &lt;files&gt;.</p>");
    expect(html).toContain('<meta name="description" content="Reading &lt;files&gt;.">');
    // Not once more above the list.
    expect(html.match(/<p>Reading &lt;files&gt;.<\/p>/g)).toHaveLength(1);
    const tagsOn = (file: string) =>
      [...readOutput(root, file).matchAll(/<a href="([^"]*)" rel="tag" class="tag">(.*?)<\/a>/g)].map((found) =>
        found.slice(1),
      );
    expect(tagsOn("docs/a/index.html")).toEqual([
      ["/docs/tags/in", "Imports"],
      ["/docs/tags/c-sharp", "C#"],
    ]);
    expect(tagsOn("docs/b/index.html")).toEqual([
      ["/docs/tags/in", "Imports"],
      ["/docs/tags/export", "Export"],
    ]);
    const news = readOutput(root, "blog/tags/news/index.html");
    expect(news).toContain("<h1>One post tagged with “What is new”</h1><p>All news.</p>");
    const { stdout } = await command("search", "imports", "--root", root, "--json");
    expect(JSON.parse(stdout).results).toHaveLength(2);
  });

  test("that tags.yml lacks are told as onInlineTags says, and work", async () => {
    const files = { "content/docs/tags.yml": TAGS, "content/docs/a.md": doc("A", "[imprt]") };
    const config = (level: string) => ({
      "site.config.ts": `export default { title: "F", url: "https://example.com", docs: [{ onInlineTags: "${level}" }] };\n`,
    });
    const told = 'the tag "imprt" is not in content/docs/tags.yml; did you mean "import"?';
    const build = async (rest: Readonly<Record<string, string>>) => {
      const root = makeSite({ ...files, ...rest });
      const { code, stderr } = await command("build", "--root", root);
      return { code, stderr, isMade: existsSync(join(root, "build/docs/tags/imprt/index.html")) };
    };
    const warned = await build({});
    expect([warned.code, warned.isMade]).toEqual([0, true]);
    expect(warned.stderr).toContain(`content/docs/a.md:3:1  warning  ${told}`);
    expect(await build(config("throw"))).toMatchObject({ code: 1, stderr: expect.stringContaining(`error  ${told}`) });
    const ignored = await build(config("ignore"));
    expect([ignored.code, ignored.isMade]).toEqual([0, true]);
    expect(ignored.stderr).not.toContain("imprt");
  });

  test("may have a permalink in the page", async () => {
    const root = await buildSite({ "content/docs/a.md": doc("A", '["C++", { label: "C#", permalink: /c-sharp }]') });
    expect(readOutput(root, "docs/tags/c/index.html")).toContain("“C++”");
    expect(readOutput(root, "docs/tags/c-sharp/index.html")).toContain("“C#”");
  });

  test("that two languages name by signs alone are told how to part them", async () => {
    const root = makeSite({ "content/docs/a.md": doc("A", '["C++"]'), "content/docs/b.md": doc("B", '["C#"]') });
    const { stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      'content/docs/b.md:3:1  warning  the tags "C#" and "C++" (content/docs/a.md) have the same URL, "c", and count as one tag',
    );
    expect(stderr).toContain('hint: write "C++" in both, or give one a permalink in content/docs/tags.yml');
  });

  test("of a faulty tags.yml are errors at their lines", async () => {
    const root = makeSite({
      "content/docs/a.md": doc("A", "[a]"),
      "content/docs/tags.yml": 'a: { lable: A }\n"C++":\n"C#":\n"!": {}\nd: D\ne: { label: [x] }\nf: { label: " " }\n',
      "content/docs/data/tags.yml": "- no tags\n",
    });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr.match(/.*tags\.yml:.*/g)).toEqual([
      'content/docs/tags.yml:1:6  warning  tag "a": unknown key "lable"; did you mean "label"?',
      'content/docs/tags.yml:3:1  error  the tags "C#" and "C++" have the same URL, "c": change the permalink of one',
      'content/docs/tags.yml:4:1  error  tag "!" has no URL: set permalink, such as /words',
      'content/docs/tags.yml:5:1  error  tag "d" must be a mapping',
      'content/docs/tags.yml:6:6  error  tag "e": "label" must be a string',
      'content/docs/tags.yml:7:6  error  tag "f": "label" must be a string that is not blank',
    ]);
    expect(code).toBe(1);
  });

  test("have the texts of the language, and one address in all", async () => {
    const root = await buildSite({
      "site.config.ts": 'export default { title: "F", url: "https://example.com", i18n: { locales: ["en", "de"] } };\n',
      "content/docs/a.md": doc("A", "[import]"),
      "content/docs/tags.yml": TAGS,
      "content/i18n/de/docs/tags.yml": "import: { label: Einlesen, permalink: /ein }\n",
    });
    const html = readOutput(root, "de/docs/tags/in/index.html");
    expect(html).toContain("Einlesen");
    expect(html).toContain("<p>Reading &lt;files&gt;.</p>");
  });

  test("stand at the foot of a doc as links", async () => {
    const html = readOutput(await buildSite(DOCS), "docs/b/index.html");
    expect(html).toContain(
      '<b>Tags:</b><ul><li><a href="/docs/tags/%C3%A9clair" rel="tag" class="tag">Éclair</a></li>',
    );
  });

  test("that make one address are one tag, and a warning names both files", async () => {
    const root = makeSite({
      "content/docs/a.md": doc("A", "[Release notes]"),
      "content/docs/b.md": doc("B", "[release-notes, release  notes]"),
    });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      'content/docs/b.md:3:1  warning  the tags "release-notes" and "Release notes" (content/docs/a.md) have the same URL, "release-notes", and count as one tag',
    );
    expect(code).toBe(0);
    expect(readOutput(root, "docs/tags/release-notes/index.html")).toContain("2 docs tagged with “Release notes”");
    expect(readOutput(root, "docs/b/index.html").match(/class="tag"/g)).toHaveLength(1);
  });

  test("that hold HTML or nothing to name are harmless", async () => {
    const root = await buildSite({ "content/docs/a.md": doc("A", `["<script>", "a/b", "C++", "../x"]`) });
    expect(readOutput(root, "docs/tags/script/index.html")).toContain("“&lt;script&gt;”");
    for (const slug of ["ab", "c", "x"])
      expect(existsSync(join(root, `build/docs/tags/${slug}/index.html`)), slug).toBe(true);
    const { code, stderr } = await command("build", "--root", makeSite({ "content/docs/a.md": doc("A", `["!!!"]`) }));
    expect(stderr).toContain('content/docs/a.md:3:1  error  the tag "!!!" contains no letter or digit to form a URL');
    expect(code).toBe(1);
  });

  test("leave unlisted docs and drafts out", async () => {
    const root = await buildSite({
      ...DOCS,
      "content/docs/c.md": doc("Hidden", "[import, secret]", "unlisted: true\n"),
      "content/docs/d.md": doc("Draft", "[import]", "draft: true\n"),
    });
    const html = readOutput(root, "docs/tags/import/index.html");
    expect(html).toContain("3 docs tagged");
    expect(html).not.toMatch(/Hidden|Draft/);
    expect(existsSync(join(root, "build/docs/tags/secret"))).toBe(false);
    expect(readOutput(root, "docs/c/index.html")).not.toContain("/docs/tags/secret");
  });

  test("are not in the search, and links to their pages are checked", async () => {
    const root = makeSite({
      ...DOCS,
      "content/docs/l.md": "[a](/docs/tags/) [b](/docs/tags/import) [c](/docs/tags/imprt)\n",
    });
    const { stderr } = await command("build", "--root", root);
    expect(stderr.match(/broken link/g)).toHaveLength(1);
    expect(stderr).toContain('content/docs/l.md:1:41  error  broken link "/docs/tags/imprt"');
    const { stdout } = await command("search", "import", "--root", makeSite(DOCS), "--json");
    const routes = JSON.parse(stdout).results.map(({ route }: { route: string }) => route);
    expect(routes).toHaveLength(3);
    expect(routes.some((route: string) => route.includes("/tags/"))).toBe(false);
  });

  test("take another place where the configuration says so", async () => {
    const config = `export default { title: "F", url: "https://example.com", docs: [{ tagsBasePath: "topics" }] };\n`;
    const root = await buildSite({ ...DOCS, "content/docs/tags/index.md": "# My tags\n", "site.config.ts": config });
    expect(readOutput(root, "docs/topics/import/index.html")).toContain('<a href="/docs/topics/">View all tags</a>');
    expect(readOutput(root, "docs/tags/index.html")).toContain("My tags");
  });

  test("of each docs version stay among its own docs", async () => {
    const root = await buildSite({
      ...DOCS,
      "content/versions.json": '["1.0"]',
      "content/versioned_docs/version-1.0/index.md": doc("Old", "[import]", "description: Old one.\n"),
    });
    expect(readOutput(root, "docs/tags/import/index.html")).toMatch(/One doc tagged.*href="\/docs\/">Old</s);
    expect(readOutput(root, "docs/next/tags/import/index.html")).toMatch(
      /3 docs tagged.*href="\/docs\/next\/a">Beta</s,
    );
    expect(readOutput(root, "docs/next/a/index.html")).toContain('href="/docs/next/tags/import" rel="tag"');
  });

  test("make no page where no doc has one", async () => {
    const root = await buildSite({ "content/docs/index.md": "# Start\n" });
    expect(existsSync(join(root, "build/docs/tags"))).toBe(false);
    expect(readOutput(root, "docs/index.html")).not.toContain("tag-links");
  });
});
