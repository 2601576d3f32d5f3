import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, type Files, makeSite, readOutput, readTree } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";

const DOC = { "content/docs/index.md": "# Start\n" };

/** A post with front matter and a body. */
function post(frontMatter: string, body = "Text.\n"): string {
  return `---\n${frontMatter}\n---\n\n${body}`;
}

function config(blog: string, rest = ""): Files {
  return {
    "site.config.ts": `export default { title: "Fixture", url: "https://example.com", blog: ${blog}, ${rest} };\n`,
  };
}

/** Posts one to five, a day each. */
function posts(count: number, frontMatter = ""): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      return [`content/blog/2026-11-0${index + 1}-post.md`, post(`title: Post ${index + 1}\n${frontMatter}`)];
    }),
  );
}

/** HTML files of the blog. */
function blogPages(root: string): string[] {
  return [...readTree(join(root, "build")).keys()].filter((file) => /^blog\/.*html$/.test(file));
}

/** Titles of the posts on a list page, in order. */
function titlesOn(html: string): string[] {
  const list = /id="docgen-article">([\s\S]*?)<\/main>/
    .exec(html)?.[1]
    ?.replace(/<nav class="recent-posts"[\s\S]*/, "");
  return [...(list ?? "").matchAll(/<h2><a href="[^"]*">(.*?)<\/a>/g)].map(([, title = ""]) => title);
}

async function failingBuild(files: Files): Promise<string> {
  const { code, stderr } = await command("build", "--root", makeSite({ ...DOC, ...files }));
  expect(code).toBe(1);
  return stderr;
}

describe("a post's route", () => {
  test.each([
    ["2026-11-21-name.md", "", "/blog/2026/11/21/name"],
    ["2026-11-21-name/index.md", "", "/blog/2026/11/21/name"],
    ["2026/11/21/name.md", "", "/blog/2026/11/21/name"],
    ["2026/11-21-name.mdx", "", "/blog/2026/11/21/name"],
    ["team/2026-11-21-name.md", "", "/blog/2026/11/21/team/name"],
    ["hello.md", "date: 2026-11-21", "/blog/hello"],
    ["2026-11-21-name.md", "slug: my/own", "/blog/my/own"],
    ["2026-11-21-name.md", "slug: /rooted", "/blog/rooted"],
    ["2026-11-21-name.md", "date: 2025-01-02", "/blog/2026/11/21/name"],
  ])("of %s with front matter %j is %s", async (file, frontMatter, route) => {
    const root = await buildSite({ [`content/blog/${file}`]: post(`title: T\n${frontMatter}`) });
    expect(readOutput(root, `${route.slice(1)}/index.html`)).toContain("<h1>T</h1>");
  });

  test("follows routeBasePath and trailingSlash", async () => {
    const root = await buildSite({
      ...posts(2),
      ...config(`{ routeBasePath: "news", postsPerPage: 1 }`, "trailingSlash: true"),
    });
    expect(readOutput(root, "news/index.html")).toContain('href="/news/page/2/"');
    expect(readOutput(root, "news/2026/11/02/post/index.html")).toContain('href="/news/2026/11/01/post/"');
    expect(existsSync(join(root, "build/news/rss.xml"))).toBe(true);
  });
});

describe("a post's date", () => {
  test("stands in its front matter or its path, with a zone or in UTC, and is shown as the day in UTC", async () => {
    const root = await buildSite({
      "content/blog/2026-11-20-path.md": post("title: A"),
      "content/blog/zone.md": post("title: B\ndate: 2026-11-21T01:30:00+03:00"),
      "content/blog/time.md": post("title: C\ndate: 2026-11-20 23:59"),
    });
    for (const file of ["2026/11/20/path", "zone", "time"]) {
      expect(readOutput(root, `blog/${file}/index.html`)).toMatch(
        /<time dateTime="2026-11-20T[^"]*Z">November 20, 2026</,
      );
    }
  });

  test("depends on no machine's time zone: the bytes are the same", async () => {
    const root = await buildSite(posts(2, "last_update: {date: 2026-11-05}"));
    const before = readTree(join(root, "build"));
    vi.stubEnv("TZ", "Pacific/Auckland");
    const { code } = await command("build", "--root", root);
    vi.unstubAllEnvs();
    expect(code).toBe(0);
    expect(readTree(join(root, "build"))).toEqual(before);
  });

  test("that does not exist is an error at its line, also in a path; one that is missing is an error", async () => {
    const stderr = await failingBuild({
      "content/blog/a.md": post("title: A\ndate: 2026-02-30"),
      "content/blog/b.md": post("title: B\ndate: soon"),
      "content/blog/2026-02-30-c.md": post("title: C"),
      "content/blog/d.md": post("title: D"),
      "content/blog/e.md": post("title: E\ndate: 2026-01-31T12:00:00+25:00"),
      "content/blog/0026-01-31-f.md": post("title: F"),
    });
    expect(stderr).toContain(
      'content/blog/a.md:3:1  error  front matter key "date" must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z, but is "2026-02-30"',
    );
    expect(stderr).toContain('content/blog/b.md:3:1  error  front matter key "date" must be a date');
    expect(stderr).toContain('content/blog/2026-02-30-c.md:1:1  error  "2026-02-30" is not a date');
    expect(stderr).toContain("content/blog/d.md:1:1  error  the post has no date");
    expect(stderr).toContain('content/blog/e.md:3:1  error  front matter key "date" must be a date');
    expect(stderr).toContain('content/blog/0026-01-31-f.md:1:1  error  "0026-01-31" is not a date');
    expect(stderr).toContain("Not built: 6 errors");
  });

  test("in a page that is no post is a warning", async () => {
    const root = makeSite({ "content/docs/index.md": post("title: A\ndate: 2026-11-21") });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toContain('content/docs/index.md:3:1  warning  front matter key "date" only affects blog posts');
    expect(code).toBe(0);
  });
});

describe("lists", () => {
  test("begin with the newest post and go on to older ones", async () => {
    const root = await buildSite({ ...posts(5), ...config("{ postsPerPage: 2 }") });
    expect(titlesOn(readOutput(root, "blog/index.html"))).toEqual(["Post 5", "Post 4"]);
    expect(titlesOn(readOutput(root, "blog/page/2/index.html"))).toEqual(["Post 3", "Post 2"]);
    expect(titlesOn(readOutput(root, "blog/page/3/index.html"))).toEqual(["Post 1"]);
    expect(existsSync(join(root, "build/blog/page/4"))).toBe(false);
    const second = readOutput(root, "blog/page/2/index.html");
    expect(second).toContain('<a href="/blog/" rel="prev" class="pagination-previous">Newer entries</a>');
    expect(second).toContain('<a href="/blog/page/3" rel="next" class="pagination-next">Older entries</a>');
    expect(readOutput(root, "blog/index.html")).not.toContain("Newer entries");
  });

  test("take the order and number that the configuration says", async () => {
    const root = await buildSite({ ...posts(3), ...config(`{ postsPerPage: "ALL", sortPosts: "ascending" }`) });
    expect(titlesOn(readOutput(root, "blog/index.html"))).toEqual(["Post 1", "Post 2", "Post 3"]);
  });

  test("name their title and description", async () => {
    const root = await buildSite({ ...posts(1), ...config(`{ title: "News & views", description: "What is new." }`) });
    const html = readOutput(root, "blog/index.html");
    expect(html).toContain("<title>News &amp; views | Fixture</title>");
    expect(html).toContain("<h1>News &amp; views</h1><p>What is new.</p>");
  });

  test("leave drafts and unlisted posts out, as do feeds, tags, the archive and neighbours", async () => {
    const root = await buildSite({
      ...posts(3, "tags: [common]"),
      "content/blog/2026-11-09-draft.md": post("title: Draft\ndraft: true\ntags: [common]"),
      "content/blog/2026-11-08-hidden.md": post("title: Hidden\nunlisted: true\ntags: [common, alone]"),
    });
    const pages = readTree(join(root, "build"));
    for (const [file, text] of pages) {
      if (file === "docgen-manifest.json" || /\.(js|css)$/.test(file)) continue;
      expect(text.includes("Draft"), file).toBe(false);
      // Its own page and the Markdown copy of it.
      expect(text.includes("Hidden"), file).toBe(/^blog\/2026\/11\/08\/hidden(\/index\.html|\.md)$/.test(file));
    }
    const hidden = readOutput(root, "blog/2026/11/08/hidden/index.html");
    expect(hidden).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(hidden).toContain('href="/blog/tags/common"');
    expect(hidden).not.toContain("/blog/tags/alone");
  });

  test("show drafts when asked for", async () => {
    const root = await buildSite(
      { ...posts(1), "content/blog/2026-11-09-d.md": post("title: Draft\ndraft: true") },
      "--drafts",
    );
    expect(titlesOn(readOutput(root, "blog/index.html"))).toEqual(["Draft", "Post 1"]);
  });

  test("wait for their date, and the first build of that day publishes them", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const at = (day: string) => vi.stubEnv("SOURCE_DATE_EPOCH", String(Date.parse(`${day}Z`) / 1000));
    const root = makeSite({
      ...posts(1),
      "content/docs/index.md": "# Start\n\n[soon](/blog/2026/12/24/soon)\n",
      "content/blog/2026-12-24-soon.md": post("title: Soon\ntags: [new]"),
      "content/blog/2026-12-26-late.md": post("title: Late"),
      "content/blog/2026-12-25-draft.md": post("title: Draft\ndraft: true"),
      ...config("{}", 'onBrokenLinks: "warn"'),
    });
    const build = async (...args: readonly string[]) => (await command("build", "--root", root, ...args)).stdout;
    const titles = () => titlesOn(readOutput(root, "blog/index.html"));
    at("2026-12-23T23:59:59");
    const waiting = "2 posts wait for a later build; next: content/blog/2026-12-24-soon.md, on 2026-12-24 (UTC)\n";
    const first = await command("build", "--root", root);
    expect(first.stdout).toContain(waiting);
    expect(first.stderr).toContain("hint: that page waits for its date, 2026-12-24");
    expect(titles()).toEqual(["Post 1"]);
    // An unchanged build says it, too.
    expect(await build()).toContain(waiting);
    expect(JSON.parse(await build("--json")).waiting).toEqual({
      posts: 2,
      path: "content/blog/2026-12-24-soon.md",
      day: "2026-12-24",
    });
    at("2026-12-24T00:00:00");
    expect(await build()).toContain("1 post waits for a later build; next: content/blog/2026-12-26-late.md");
    expect(titles()).toEqual(["Soon", "Post 1"]);
    expect(existsSync(join(root, "build/blog/tags/new/index.html"))).toBe(true);
    at("2027-01-01T00:00:00");
    expect(await build()).not.toContain("wait");
    expect(titles()).toEqual(["Late", "Soon", "Post 1"]);
    const cached = readTree(join(root, "build"));
    await build("--no-cache");
    expect(readTree(join(root, "build"))).toEqual(cached);
  });

  test("with a date in the far future are shown only when asked for", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("SOURCE_DATE_EPOCH", "");
    const files = { ...posts(1), "content/blog/2926-01-01-far.md": post("title: Far") };
    expect(titlesOn(readOutput(await buildSite(files), "blog/index.html"))).toEqual(["Post 1"]);
    expect(titlesOn(readOutput(await buildSite(files, "--drafts"), "blog/index.html"))).toEqual(["Far", "Post 1"]);
  });

  test("the archive holds every post by year", async () => {
    const root = await buildSite({ ...posts(2), "content/blog/2024-01-31-old.md": post("title: Old") });
    const html = readOutput(root, "blog/archive/index.html");
    expect(html).toMatch(/<h2>2026<\/h2>.*Post 2.*Post 1.*<h2>2024<\/h2>.*January 31, 2024.*Old/s);
  });

  test("the archive can be left out", async () => {
    const root = await buildSite({ ...posts(1), ...config("{ archiveBasePath: null }") });
    expect(existsSync(join(root, "build/blog/archive"))).toBe(false);
    expect(readOutput(root, "blog/index.html")).not.toContain("archive");
  });

  test("the newest posts stand beside every page of the blog, as many as configured", async () => {
    const root = await buildSite({ ...posts(4), ...config(`{ blogSidebarCount: 2, blogSidebarTitle: "Latest" }`) });
    for (const file of ["blog/index.html", "blog/2026/11/01/post/index.html", "blog/archive/index.html"]) {
      const recent = /<nav class="recent-posts"[\s\S]*?<\/nav>/.exec(readOutput(root, file))?.[0] ?? "";
      expect(recent).toContain("<p>Latest</p>");
      expect([...recent.matchAll(/>(Post \d)</g)].map(([, title]) => title)).toEqual(["Post 4", "Post 3"]);
    }
    const without = await buildSite({ ...posts(1), ...config("{ blogSidebarCount: 0 }") });
    expect(readOutput(without, "blog/index.html")).not.toContain("recent-posts");
  });
});

describe("an excerpt", () => {
  const BODY = `First with [own](#part), [doc](../docs/index.md) and a note[^1].

## Before

<!-- truncate -->

## Part

Rest.

[^1]: Note.
`;

  test("ends at the truncate marker; the post does not show it", async () => {
    const root = await buildSite({ ...DOC, "content/blog/2026-11-21-a.md": post("title: A", BODY) });
    const list = readOutput(root, "blog/index.html");
    expect(list).toContain(
      '<p>First with <a href="/blog/2026/11/21/a#part">own</a>, <a href="/docs/">doc</a> and a note.</p>',
    );
    expect(list).toContain("<h2>Before</h2>");
    expect(list).not.toContain("Rest.");
    expect(list).not.toContain("footnote");
    const own = readOutput(root, "blog/2026/11/21/a/index.html");
    expect(own).toContain("Rest.");
    expect(own).not.toContain("truncate");
  });

  test("does not end at a marker in code", async () => {
    const body = "One `<!-- truncate -->`.\n\n<!-- truncate -->\n\nTwo.\n";
    const root = await buildSite({ "content/blog/2026-11-21-a.md": post("title: A", body) });
    const list = readOutput(root, "blog/index.html");
    expect(list).toContain("<p>One <code>&lt;!-- truncate --&gt;</code>.</p>");
    expect(list).not.toContain("Two.");
  });

  test("is the description, or the first paragraph as text, where there is no marker", async () => {
    const root = await buildSite({
      "content/blog/2026-11-21-a.md": post("title: A\ndescription: Said & done.", "Body A.\n"),
      "content/blog/2026-11-20-b.md": post("title: B", "Body *B*.\n\nMore.\n"),
    });
    const list = readOutput(root, "blog/index.html");
    expect(list).toContain('<div class="markdown"><p>Said &amp; done.</p></div>');
    expect(list).toContain('<div class="markdown"><p>Body B.</p></div>');
  });

  test("is the first block where the post has no paragraph; its text describes the post in feeds", async () => {
    const bodies: readonly (readonly [name: string, body: string, html: string, text: string])[] = [
      ["list", "- One *x*\n- Two\n\n1. Rest\n", "<ul>\n<li>One <em>x</em></li>\n<li>Two</li>\n</ul>", "One x Two Rest"],
      ["table", "| A |\n|---|\n| b |\n\n- Rest\n", "<td>b</td>", "A b Rest"],
      ["code", "```text\nconst a;\n```\n\n- Rest\n", "const a;", "Rest"],
      ["only-code", "```text\nconst a;\n```\n", "const a;", "const a;"],
      ["quote", "> Said.\n\n- Rest\n", "<blockquote>\n<p>Said.</p>", "Said. Rest"],
      ["note", ":::note\n\nMind.\n\n:::\n\n- Rest\n", "<p>Mind.</p>", "Note Mind. Rest"],
      ["picture", "![A cat](/cat.svg)\n\n- Rest\n", 'alt="A cat"', "A cat Rest"],
      ["below-heading", "## Part\n\n- One\n\n1. Rest\n", "<h2>Part</h2>\n<ul>\n<li>One</li>\n</ul>", "One Rest"],
    ];
    const root = await buildSite({
      "content/static/cat.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      ...Object.fromEntries(
        bodies.map(([name, body]) => [`content/blog/2026-11-21-${name}.md`, post(`title: ${name}`, body)]),
      ),
      "content/blog/2026-11-20-said.md": post("title: said\ndescription: Said.", "- One\n"),
      "content/blog/2026-11-19-cut.md": post(
        "title: cut\ndescription: Said.",
        "- One\n\n<!-- truncate -->\n\n1. Two\n",
      ),
    });
    const list = readOutput(root, "blog/index.html");
    const excerptOf = (name: string) =>
      new RegExp(`>${name}</a></h2>[\\s\\S]*?<div class="markdown">([\\s\\S]*?)</div><p class="read-more">`).exec(
        list,
      )?.[1] ?? "";
    const feed = JSON.parse(readOutput(root, "blog/feed.json")) as { items: { title: string; summary: string }[] };
    for (const [name, , html, text] of bodies) {
      expect(excerptOf(name), name).toContain(html);
      if (name !== "only-code") expect(excerptOf(name), name).not.toContain("Rest");
      expect(feed.items.find(({ title }) => title === name)?.summary, name).toBe(text);
    }
    expect(excerptOf("said")).toBe("<p>Said.</p>");
    expect(excerptOf("cut")).toContain("<li>One</li>");
  });

  test("says that a marker inside another block has no effect", async () => {
    const root = makeSite({
      "content/blog/2026-11-21-a.md": post("title: A", "- One\n\n  <!-- truncate -->\n\n- Two\n"),
    });
    const { stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      "content/blog/2026-11-21-a.md:7:1  warning  the truncate marker has no effect inside another block",
    );
  });

  test.each([
    ["One <!-- truncate --> two", "5", "a text"],
    ["One\ntwo <!-- truncate --> three", "6", "a text"],
    ["<!-- truncate --> One", "5", "a line of HTML"],
    ["<div>\n<!-- truncate -->\n</div>", "6", "a line of HTML"],
  ])("says that a marker beside a text has no effect, and shows none: %j", async (text, line, outer) => {
    const root = makeSite({ "content/blog/2026-11-21-a.md": post("title: A", `${text}\n\n\`<!-- truncate -->\`\n`) });
    const { stderr } = await command("build", "--root", root);
    expect(stderr.match(/ {2}warning {2}the truncate .*/g)).toEqual([
      `  warning  the truncate marker has no effect inside ${outer}`,
    ]);
    expect(stderr).toContain(`2026-11-21-a.md:${line}:1`);
    const article = /id="docgen-article".*<\/article>/s.exec(readOutput(root, "blog/2026/11/21/a/index.html"));
    expect(article?.[0].match(/truncate [-*]/g)).toHaveLength(1);
  });

  test("does not end in an HTML element that a marker stands in", async () => {
    const inside = "One\n\n<details>\n<summary>More</summary>\n\n<!-- truncate -->\n\nTwo\n\n</details>\n";
    const after = "<details>\n\n<p>Three\n\n</details>\n\n<!-- truncate -->\n\nFour\n";
    const root = makeSite({
      "content/blog/2026-11-21-a.md": post("title: A", inside),
      "content/blog/2026-11-20-b.md": post("title: B", after),
    });
    const { stderr } = await command("build", "--root", root);
    expect(stderr).toContain(
      "content/blog/2026-11-21-a.md:10:1  warning  the truncate marker has no effect inside <details>",
    );
    expect(stderr).not.toContain("-b.md");
    const list = readOutput(root, "blog/index.html");
    expect(list.match(/<details/g)).toHaveLength(1);
    expect(list.match(/<\/details/g)).toHaveLength(1);
    expect(list).not.toContain("Four");
  });

  test("keeps the tabs of two posts apart", async () => {
    const tabs = '<Tabs>\n<TabItem value="a" label="A">\n\nx\n\n</TabItem>\n</Tabs>\n\n<!-- truncate -->\n';
    const root = await buildSite({
      "content/blog/2026-11-21-a.md": post("title: A", tabs),
      "content/blog/2026-11-20-b.md": post("title: B", tabs),
    });
    const names = [...readOutput(root, "blog/index.html").matchAll(/name="(docgen-tabs-[^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(names).size).toBe(2);
  });
});

describe("a post", () => {
  test("shows its date, reading time, authors, tags, neighbours and contents", async () => {
    const words = "word ".repeat(500);
    const root = await buildSite({
      ...posts(1),
      "content/blog/authors.yml": "jane:\n  name: Jane Doe\n  title: Writer\n  url: https://example.com/jane\n",
      "content/blog/2026-11-04-b.md": post(
        "title: B & C\nauthors: jane\ntags: [One, Two words]",
        `## Part\n\n${words}\n`,
      ),
      "content/blog/2026-11-05-c.md": post("title: C"),
    });
    const html = readOutput(root, "blog/2026/11/04/b/index.html");
    expect(html).toContain("<h1>B &amp; C</h1>");
    expect(html).toMatch(/November 4, 2026<\/time> · 3 min read/);
    expect(html).toContain('<a href="https://example.com/jane">Jane Doe</a><small>Writer</small>');
    expect(html).toContain('<a href="/blog/tags/two-words" rel="tag" class="tag">Two words</a>');
    expect(html).toMatch(/href="\/blog\/2026\/11\/05\/c" rel="prev"[^>]*><small>Newer post<\/small>C</);
    expect(html).toMatch(/href="\/blog\/2026\/11\/01\/post" rel="next"[^>]*><small>Older post<\/small>Post 1</);
    expect(html).toContain('<a href="#part">Part</a>');
    expect(readOutput(root, "blog/2026/11/05/c/index.html")).toContain("One min read");
  });

  test("has the title of its heading, or of its name without the day", async () => {
    const root = await buildSite({
      "content/blog/2026-11-21-a.md": "# From *text*\n\nA.\n",
      "content/blog/2026-11-20-big-news/index.md": "B.\n",
    });
    expect(titlesOn(readOutput(root, "blog/index.html"))).toEqual(["From text", "Big news"]);
    expect(readOutput(root, "blog/2026/11/21/a/index.html")).toContain("<h1>From <em>text</em></h1>");
  });

  test("takes hide_table_of_contents, showReadingTime and editUrl", async () => {
    const root = await buildSite({
      "content/blog/2026-11-21-a.md": post("title: A\nhide_table_of_contents: true", "## Part\n"),
      "content/blog/2026-11-22-b.md": post("title: B\ncustom_edit_url: null"),
      ...config(`{ showReadingTime: false, editUrl: "https://example.com/edit/" }`),
    });
    const html = readOutput(root, "blog/2026/11/21/a/index.html");
    expect(html).not.toContain("min read");
    expect(html).not.toContain('class="toc"');
    expect(html).toContain('href="https://example.com/edit/content/blog/2026-11-21-a.md"');
    expect(readOutput(root, "blog/2026/11/22/b/index.html")).not.toContain("https://example.com/edit/");
  });

  test("says in its head when and by whom it was written, as schema.org BlogPosting", async () => {
    const root = await buildSite({
      "content/static/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      "content/blog/2026-11-21-a.md": post(
        'title: "</script> & \\"A\\""\nimage: /p.svg\ndescription: D.\nkeywords: [k]\ntags: [t]\nauthors: {name: Ann, email: ann@example.com}\nlast_update: {date: 2026-11-22}',
      ),
    });
    const html = readOutput(root, "blog/2026/11/21/a/index.html");
    expect(html).toContain('<meta property="og:type" content="article">');
    expect(html).toContain('<meta property="article:published_time" content="2026-11-21T00:00:00.000Z">');
    expect(html).toContain('<meta property="article:modified_time" content="2026-11-22T00:00:00.000Z">');
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const url = "https://example.com/blog/2026/11/21/a";
    expect(JSON.parse(json)).toEqual({
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      "@id": url,
      mainEntityOfPage: url,
      url,
      headline: '</script> & "A"',
      description: "D.",
      datePublished: "2026-11-21T00:00:00.000Z",
      dateModified: "2026-11-22T00:00:00.000Z",
      image: "https://example.com/p.svg",
      author: [{ "@type": "Person", name: "Ann", email: "ann@example.com" }],
      keywords: ["k"],
      isPartOf: { "@type": "Blog", "@id": "https://example.com/blog/", name: "Blog" },
    });
  });

  test("is linked to by path and by route; links to the blog's own pages are checked", async () => {
    const good = "[a](../blog/2026-11-21-a.md) [b](/blog/) [c](/blog/tags/t) [d](/blog/archive) [e](/blog/rss.xml)\n";
    const root = await buildSite({
      "content/docs/index.md": good,
      "content/blog/2026-11-21-a.md": post("title: A\ntags: [t]"),
    });
    expect(articleOf(readOutput(root, "docs/index.html"))).toContain(
      '<a href="/blog/2026/11/21/a">a</a> <a href="/blog/">b</a>',
    );
    const stderr = await failingBuild({
      "content/docs/index.md": "[x](/blog/tags/tt) [y](/blog/page/2)\n",
      "content/blog/2026-11-21-a.md": post("title: A\ntags: [t]"),
    });
    expect(stderr).toContain('content/docs/index.md:1:1  error  broken link "/blog/tags/tt"');
    expect(stderr).toContain('content/docs/index.md:1:20  error  broken link "/blog/page/2"');
  });

  test("of two on one route the second is an error, as is one in the place of a list or a feed", async () => {
    const stderr = await failingBuild({
      "content/blog/2026-11-20-a.md": post("title: A\nslug: same"),
      "content/blog/2026-11-21-b.md": post("title: B\nslug: same"),
      "content/blog/2026-11-22-c.md": post("title: C\nslug: archive"),
      "content/static/blog/rss.xml": "<rss/>",
    });
    expect(stderr).toContain(
      'content/blog/2026-11-21-b.md:3:1  error  the slug "same" leads to route /blog/same, which content/blog/2026-11-20-a.md already has',
    );
    expect(stderr).toContain(
      'content/blog/2026-11-22-c.md:3:1  error  the slug "archive" leads to route /blog/archive, which content/blog already has',
    );
    expect(stderr).toContain("content/static/blog/rss.xml:1:1  error  docgen generates blog/rss.xml");
    const lists = await failingBuild({ ...posts(1, "tags: [a]"), ...config('{ archiveBasePath: "tags" }') });
    expect(lists).toContain(
      "content/blog:1:1  error  route /blog/tags is also generated as the index of content/blog\n    hint: give each list a different path in site.config.ts",
    );
  });
});

describe("authors", () => {
  const AUTHORS = `jane:
  name: Jane Doe
  description: Writes.
  image_url: /jane.svg
  page: true
  socials:
    github: jane
sam:
  name: Sam
  page:
    permalink: /sammy
none:
  name: No Page
`;
  const PICTURE = { "content/static/jane.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' };

  test("come from authors.yml, from the post, or from both", async () => {
    const root = await buildSite({
      ...PICTURE,
      "content/blog/authors.yml": AUTHORS,
      "content/blog/2026-11-21-a.md": post(
        "title: A\nauthors:\n  - jane\n  - name: Ann\n    title: Guest\n  - key: none\n    title: Host",
      ),
    });
    const html = readOutput(root, "blog/2026/11/21/a/index.html");
    expect(html).toContain('<img src="/jane.svg" alt="" width="40" height="40"/>');
    expect(html).toContain('<a href="/blog/authors/jane">Jane Doe</a>');
    expect(html).toContain('<a href="https://github.com/jane">GitHub</a>');
    expect(html).toContain("<b>Ann</b><small>Guest</small>");
    expect(html).toContain("<b>No Page</b><small>Host</small>");
  });

  test("have a list and pages of their posts where they ask for one", async () => {
    const root = await buildSite({
      ...PICTURE,
      "content/blog/authors.yml": AUTHORS,
      ...posts(3, "authors: [jane, none]"),
      ...config("{ postsPerPage: 2 }"),
    });
    const list = readOutput(root, "blog/authors/index.html");
    expect(list).toMatch(
      /href="\/blog\/authors\/jane">Jane Doe<.*Writes\..*3 posts.*href="\/blog\/authors\/sammy">Sam<.*0 posts/s,
    );
    expect(list).not.toContain("No Page");
    const jane = readOutput(root, "blog/authors/jane/index.html");
    expect(jane).toContain("<h1>Jane Doe - 3 posts</h1>");
    expect(jane).toContain('<a href="/blog/authors/">View all authors</a>');
    expect(titlesOn(jane)).toEqual(["Post 3", "Post 2"]);
    expect(titlesOn(readOutput(root, "blog/authors/jane/page/2/index.html"))).toEqual(["Post 1"]);
    expect(readOutput(root, "blog/authors/sammy/index.html")).toContain("This author has not written any posts yet.");
    expect(blogPages(root).some((file) => file.includes("none"))).toBe(false);
  });

  test("that are not known are errors with a suggestion", async () => {
    const stderr = await failingBuild({
      ...PICTURE,
      "content/blog/authors.yml": AUTHORS,
      "content/blog/2026-11-21-a.md": post("title: A\nauthors: [jame]"),
      "content/blog/2026-11-20-b.md": post("title: B\nauthors: {nmae: X}"),
    });
    expect(stderr).toContain('content/blog/2026-11-21-a.md:3:1  error  no author "jame"; did you mean "jane"?');
    expect(stderr).toContain(
      'content/blog/2026-11-20-b.md:3:1  error  front matter key "authors" must be a name from authors.yml',
    );
    const elsewhere = {
      "content/blog/people.yml": 'a: { name: " " }\n',
      ...config('{ authorsMapPath: "people.yml" }'),
    };
    const told = await failingBuild({ ...posts(1, "authors: jane"), ...elsewhere });
    expect(told).toContain("hint: define authors in content/blog/people.yml, or in the post");
    expect(told).toContain('content/blog/people.yml:1:6  error  author "a" must be a mapping with a name');
  });

  test("in a broken authors.yml are one error at its line, not one in each post", async () => {
    const stderr = await failingBuild({
      ...posts(2, "authors: jane"),
      "content/blog/authors.yml": "jane:\n  name: [Jane\n",
    });
    expect(stderr).toMatch(
      /content\/blog\/authors\.yml:2:9 {2}error {2}not valid YAML: the value is not closed, end it with \]/,
    );
    expect(stderr).toContain("Not built: 1 error, 1 warning.");
  });

  test("with faults are told with their keys and lines; their links are checked", async () => {
    const stderr = await failingBuild({
      ...posts(1, "authors: b"),
      "content/blog/authors.yml":
        "a: Jane\nb:\n  name: B\n  ulr: x\n  url: /nowhere\nc:\n  name: C\n  title: [x]\nd:\n  name: D\n  socials: {forum: dd}\ne: {name: E, page: true}\nf: {name: F, page: {permalink: /e}}\n",
    });
    expect(stderr).toContain('content/blog/authors.yml:1:1  error  author "a" must be a mapping with a name');
    expect(stderr).toContain(
      'content/blog/authors.yml:4:3  warning  author "b": unknown key "ulr"; did you mean "url"?',
    );
    expect(stderr).toContain('content/blog/authors.yml:5:3  error  broken link "/nowhere"');
    expect(stderr).toContain('content/blog/authors.yml:8:3  error  author "c": "title" must be a string');
    expect(stderr).toContain('content/blog/authors.yml:11:13  error  author "d": "forum" in socials needs a URL');
    expect(stderr).toContain('content/blog/authors.yml:13:14  error  author "f": the page "e" already belongs to "e"');
  });
});

describe("no blog", () => {
  test.each([
    ["no folder", {}],
    ["an empty folder", {}],
    ["a folder without posts", { "content/blog/authors.yml": "jane: {name: Jane, page: true}\n" }],
    ["drafts only", { "content/blog/2026-11-21-a.md": post("title: A\ndraft: true") }],
    ["blog: false", { ...posts(2), ...config("false") }],
  ])("with %s: no page, no feed, no link and no search tag", async (what, files) => {
    const root = makeSite({ ...DOC, ...files, "content/static/index.html": "Home\n" });
    if (what === "an empty folder") mkdirSync(join(root, "content/blog"), { recursive: true });
    const { code, stderr } = await command("build", "--root", root);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const output = readTree(join(root, "build"));
    expect([...output.keys()].filter((file) => /blog|search-index-default\.json/.test(file))).toEqual([]);
    expect(readOutput(root, "docs/index.html")).not.toContain("blog");
  });
});

describe("feeds", () => {
  const FILES = {
    ...DOC,
    "content/static/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    "content/blog/2026-11-20-a/index.md": post(
      "title: A\ntags: [x]\nauthors: {name: Ann, url: /docs/}",
      "Lead [own](#part) and [doc](/docs/).\n\n## Part\n\n![p](/p.svg) ![q](./q.svg)\n",
    ),
    "content/blog/2026-11-20-a/q.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    "content/blog/2026-11-21-b.md": post("title: B\nlast_update: {date: 2026-11-25}"),
  };

  test("hold the posts in full, with absolute links and pictures, the newest first", async () => {
    const root = await buildSite(FILES, "--base-url", "/base/");
    const feed = JSON.parse(readOutput(root, "blog/feed.json"));
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "Fixture Blog",
      home_page_url: "https://example.com/base/blog/",
      feed_url: "https://example.com/base/blog/feed.json",
    });
    expect(feed.items.map((item: { title: string }) => item.title)).toEqual(["B", "A"]);
    expect(feed.items[1]).toMatchObject({
      id: "https://example.com/base/blog/2026/11/20/a",
      summary: "Lead own and doc.",
      date_published: "2026-11-20T00:00:00.000Z",
      authors: [{ name: "Ann", url: "https://example.com/base/docs/" }],
      tags: ["x"],
    });
    const html: string = feed.items[1].content_html;
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([
      "https://example.com/base/blog/2026/11/20/a#part",
      "https://example.com/base/docs/",
      "https://example.com/base/p.svg",
      expect.stringMatching(/^https:\/\/example\.com\/base\/assets\/media\/q-\w+\.svg$/),
    ]);
  });

  test("hold absolute addresses of every attribute in HTML, as pages have those of the site", async () => {
    const html = [
      '<video title="v" poster="/p.svg" src="https://x.org/v.mp4"></video>',
      '<picture><source srcset="/p.svg, ./q.svg 2x"><img src="/p.svg" srcset=/p.svg alt=""></picture>',
      '<object title="o" data="/p.svg"></object>',
    ].join("\n");
    const files = { ...FILES, "content/blog/2026-11-20-a/index.md": post("title: A", `Lead\n\n${html}\n`) };
    const root = await buildSite(files, "--base-url", "/base/");
    const written = (text: string) =>
      [...text.matchAll(/ (poster|srcset|data)="([^"]*)"/g)].map(([, name, value]) => `${name} ${value}`);
    const q = /assets\/media\/q-\w+\.svg/.exec(readOutput(root, "blog/2026/11/20/a/index.html"))?.[0];
    const all = (base: string) => [
      `poster ${base}p.svg`,
      `srcset ${base}p.svg, ${base}${q} 2x`,
      `srcset ${base}p.svg`,
      `data ${base}p.svg`,
    ];
    expect(written(articleOf(readOutput(root, "blog/2026/11/20/a/index.html")))).toEqual(all("/base/"));
    const { items } = JSON.parse(readOutput(root, "blog/feed.json")) as { items: { content_html: string }[] };
    expect(written(items[1]?.content_html ?? "")).toEqual(all("https://example.com/base/"));
  });

  test("are as new as their newest post, whatever the clock says", async () => {
    const root = await buildSite(FILES);
    expect(readOutput(root, "blog/atom.xml").match(/<updated>(.*?)</g)).toEqual([
      "<updated>2026-11-25T00:00:00.000Z<",
      "<updated>2026-11-25T00:00:00.000Z<",
      "<updated>2026-11-20T00:00:00.000Z<",
    ]);
    expect(readOutput(root, "blog/rss.xml")).toContain("<lastBuildDate>Wed, 25 Nov 2026 00:00:00 GMT</lastBuildDate>");
  });

  test("are named in the head of the blog's pages and of no others", async () => {
    const root = await buildSite(FILES);
    const link = '<link rel="alternate" type="application/atom+xml" href="/blog/atom.xml" title="Blog (Atom)">';
    for (const file of ["blog/index.html", "blog/archive/index.html", "blog/2026/11/21/b/index.html"]) {
      expect(readOutput(root, file)).toContain(link);
    }
    expect(readOutput(root, "docs/index.html")).not.toMatch(/type="application\/(atom|rss|feed)/);
  });

  test("are those that the configuration asks for, as long as it says", async () => {
    const root = await buildSite({ ...posts(3), ...config(`{ feedOptions: { type: ["json"], limit: 2 } }`) });
    expect(JSON.parse(readOutput(root, "blog/feed.json")).items).toHaveLength(2);
    expect(existsSync(join(root, "build/blog/rss.xml"))).toBe(false);
    expect(readOutput(root, "blog/index.html")).not.toContain("rss.xml");
  });
});

test("posts are searched, lists are not", async () => {
  const root = await buildSite({
    ...posts(2, "tags: [common]"),
    "content/blog/2026-11-05-x.md": post("title: Xylophone", "## Play\n\nmarimba\n"),
  });
  const { documents } = JSON.parse(readOutput(root, "search-index-default.json"));
  expect(documents.map(({ sectionRoute, type }: Record<string, string>) => [sectionRoute, type])).toEqual([
    ["/blog/2026/11/01/post", "blog"],
    ["/blog/2026/11/02/post", "blog"],
    ["/blog/2026/11/05/x", "blog"],
    ["/blog/2026/11/05/x#play", "blog"],
  ]);
  const { stdout } = await command("search", "marimba", "--root", root, "--json");
  expect(JSON.parse(stdout).results[0]).toMatchObject({ route: "/blog/2026/11/05/x#play", pageTitle: "Xylophone" });
});

test("a post is translated in its place: it keeps its address, day, authors and tags", async () => {
  const root = await buildSite({
    ...config("{}", 'i18n: { defaultLocale: "en", locales: ["en", "de"] }'),
    "content/blog/2026-11-21-a.md": post(
      "title: A\ndate: 2026-11-22\nauthors: {name: Ann}\ntags: [t]",
      "One.\n\n<!-- truncate -->\n\nTwo.\n",
    ),
    "content/blog/2026-11-20-b.md": post("title: B"),
    "content/i18n/de/blog/2026-11-21-a.md": post("title: Ah", "Eins.\n\n<!-- truncate -->\n\nZwei.\n"),
    "content/i18n/de/code.json": JSON.stringify({
      "theme.date.long": { message: "{day}. {month} {year}" },
      "theme.date.month.11": { message: "Nebelung" },
      "theme.blog.post.plurals": { message: "Ein Beitrag|{count} Beiträge" },
      "theme.blog.tagTitle": { message: "{nPosts} zu „{tagName}“" },
    }),
  });
  const list = readOutput(root, "de/blog/index.html");
  expect(titlesOn(list)).toEqual(["Ah", "B"]);
  expect(list).toContain('<time dateTime="2026-11-22T00:00:00.000Z">22. Nebelung 2026</time>');
  expect(list).toMatch(/<b>Ann<\/b>.*<p>Eins\.<\/p>/s);
  expect(readOutput(root, "de/blog/2026/11/21/a/index.html")).toContain("Zwei.");
  expect(readOutput(root, "de/blog/tags/t/index.html")).toContain("<h1>Ein Beitrag zu „t“</h1>");
  const { items, language } = JSON.parse(readOutput(root, "de/blog/feed.json"));
  expect(language).toBe("de");
  expect(items[0]).toMatchObject({ title: "Ah", url: "https://example.com/de/blog/2026/11/21/a" });
});

test("check-links and check-samples know the posts", async () => {
  const root = makeSite({
    "content/blog/2026-11-21-a.md": post(
      "title: A",
      "[x](./gone.md)\n\n```js run\nconsole.log(1);\n```\n\n```text output\n2\n```\n",
    ),
  });
  const links = await command("check-links", "--root", root);
  expect(links.stdout + links.stderr).toContain('content/blog/2026-11-21-a.md:5:1  warning  broken link "./gone.md"');
  const samples = await command("check-samples", "--root", root);
  expect(samples.code).toBe(1);
  expect(samples.stdout + samples.stderr).toContain("content/blog/2026-11-21-a.md");
});

test("the server shows what the build writes", async () => {
  const files = {
    "content/docs/index.md": post("title: Start\ntags: [t]"),
    ...posts(3, "tags: [common]"),
    ...config("{ postsPerPage: 2 }"),
  };
  const root = await buildSite(files);
  const address = await startServer("serve", "--root", root);
  const text = async (path: string) => (await fetch(address + path)).text();
  for (const path of ["/blog/", "/blog/page/2", "/blog/tags/common", "/blog/archive", "/docs/tags/t"]) {
    const built = readOutput(root, `${path.slice(1).replace(/\/$/, "")}/index.html`);
    expect(/<main[\s\S]*<\/main>/.exec(await text(path))?.[0], path).toBe(/<main[\s\S]*<\/main>/.exec(built)?.[0]);
  }
  for (const file of ["blog/rss.xml", "blog/atom.xml", "blog/feed.json"]) {
    expect(await text(`/${file}`), file).toBe(readOutput(root, file));
  }
});

describe("several blogs", () => {
  const blogs = `[
    { id: "releases" },
    { id: "team", path: "people", routeBasePath: "about/team", title: "The team", description: "Who we are.", archiveBasePath: null,
      feedOptions: { type: ["atom"] }, editUrl: "https://example.com/edit/" },
  ]`;

  test("have posts, lists, authors, tags and feeds of their own", async () => {
    const root = await buildSite({
      ...config("{}", `blogs: ${blogs}, i18n: { locales: ["en", "de"] }`),
      ...posts(2, "tags: [common]"),
      "content/docs/index.md": "# Start\n\n[a release](../releases/2026-11-03-one.md)\n",
      "content/blog/authors.yml": "jane: {name: Jane of the blog, page: true}\n",
      "content/releases/authors.yml": "jane: {name: Jane of releases, page: true}\n",
      "content/releases/tags.yml": "common: {label: Shared, permalink: /shared}\n",
      "content/releases/2026-11-03-one.md": post("title: One\nauthors: jane\ntags: [common]"),
      "content/releases/2026-11-04-two.md": post("title: Two"),
      "content/people/2026-11-05-new.md": post("title: New people", "A marimba player.\n"),
      "content/i18n/de/code.json": JSON.stringify({ "blogs.releases.title": { message: "Versionen" } }),
    });
    const read = (file: string) => readOutput(root, file);
    expect(titlesOn(read("blog/index.html"))).toEqual(["Post 2", "Post 1"]);
    expect(titlesOn(read("releases/index.html"))).toEqual(["Two", "One"]);
    expect(titlesOn(read("about/team/index.html"))).toEqual(["New people"]);
    expect(read("releases/index.html")).toContain("<h1>Releases</h1>");
    expect(read("de/releases/index.html")).toContain("<h1>Versionen</h1>");
    expect(read("about/team/index.html")).toContain("<h1>The team</h1><p>Who we are.</p>");
    expect(titlesOn(read("releases/tags/shared/index.html"))).toEqual(["One"]);
    expect(titlesOn(read("blog/tags/common/index.html"))).toEqual(["Post 2", "Post 1"]);
    expect(titlesOn(read("releases/authors/jane/index.html"))).toEqual(["One"]);
    expect(read("releases/archive/index.html")).toMatch(/Two.*One/s);
    expect(existsSync(join(root, "build/about/team/archive"))).toBe(false);
    const one = read("releases/2026/11/03/one/index.html");
    expect(one).toContain("Jane of releases");
    expect(/<nav class="recent-posts"[\s\S]*?<\/nav>/.exec(one)?.[0]).toMatch(
      /<p>Recent posts<\/p>.*Two.*One.*Archive/,
    );
    expect(one).not.toMatch(/Post [12]|New people/);
    expect(one).toContain('href="/releases/rss.xml" title="Releases (RSS)"');
    expect(one).not.toContain("edit");
    const team = read("about/team/2026/11/05/new/index.html");
    expect(team).toContain("https://example.com/edit/content/people/2026-11-05-new.md");
    expect(team).toContain('"name":"The team"');
    expect(read("releases/rss.xml")).toMatch(/<title>Fixture Releases<\/title>(?!.*Post).*Two.*One/s);
    expect(read("blog/rss.xml")).not.toContain("Two");
    expect(existsSync(join(root, "build/about/team/rss.xml"))).toBe(false);
    expect(read("about/team/atom.xml")).toContain("New people");
    expect(read("llms.txt")).toMatch(/## Blog\n.*## Releases\n.*Two.*## The team\n/s);
    expect(read("docs/index.html")).toContain('<a href="/releases/2026/11/03/one">a release</a>');
    expect((await command("search", "marimba", "--root", root)).stdout).toContain("/about/team/2026/11/05/new");
    expect((await command("new", "people/x", "--root", root)).stdout).toMatch(/content\/people\/\d{4}-\d\d-\d\d-x\.md/);
  });

  test("without the main one, need neither its folder nor its id", async () => {
    const root = await buildSite({
      ...DOC,
      ...config("false", `blogs: ${blogs}`),
      "content/releases/2026-11-03-one.md": post("title: One"),
    });
    expect(titlesOn(readOutput(root, "releases/index.html"))).toEqual(["One"]);
    expect(readOutput(root, "releases/index.html")).toContain('class="recent-posts"');
  });

  test("can't share an id, a folder or a route", async () => {
    const entries =
      '{ id: "a" }, { id: "a", path: "b" }, { id: "c", path: "docs" }, { id: "d", routeBasePath: "blog" }, { id: "blog", path: "e" }';
    const { code, stderr } = await command(
      "build",
      "--root",
      makeSite({ ...DOC, ...config("{}", `blogs: [${entries}]`) }),
    );
    expect([code, stderr.replace(/site\.config\.ts:\d+:\d+ {2}error {2}/g, "")]).toEqual([
      2,
      [
        'blogs[1].id: "a" is already used by blogs[0]',
        'blogs[2].path: "docs" is already used by docs[0]',
        'blogs[3].routeBasePath: "blog" is already used by blog',
        'blogs[4].id: "blog" is already used by blog',
        "",
      ].join("\n"),
    ]);
  });
});
