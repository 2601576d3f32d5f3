import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { PROJECT, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { migrated } from "../helpers/migrated.ts";

const CONFIG = "module.exports = { title: 'T', url: 'https://t.example', presets: [['classic', {}]] };\n";

test("anchors that components generate are known, and for others the report says what to write", async () => {
  const old = temporaryFolder();
  writeFiles(old, {
    "docs/a/index.html": '<h2 id="of-one">One</h2><h3 id="of-two">Two</h3><h2 id="gone">Gone</h2>',
    "blog/archive/index.html": '<h2 id="2024">2024</h2>',
  });
  const site = await migrated(
    {
      "docusaurus.config.js": CONFIG,
      "docs/a.mdx":
        "import List from '@site/src/list';\nimport Lost from 'lost';\n\n# A\n\n<List names={['one', 'two']} />\n\n<Lost />\n",
      "blog/2024-01-02-post.md": "# Post\n",
      "docs/b.mdx": "import List from '@site/src/list';\n\n# B\n\n<List names={['one', 'two']} />\n",
      "src/list.jsx":
        "export default ({ names }) => names.map((name) => <h2 key={name} id={'of-' + name}>{name}</h2>);\n",
      "src/pages/index.md": "# Home\n",
    },
    "--check",
    old,
  );
  expect(site.todo.filter((line) => line.includes("anchor"))).toEqual([
    '/docs/a:1: the page has no anchor "gone" any more; give its heading the id {#gone}, or write <a id="gone"></a> above what a component generates',
  ]);
  // What the report says works.
  const page = site.file("content/docs/a.mdx").replace(/<!-- <Lost>.*-->/, '<a id="gone"></a>\n\n[Gone](#gone)');
  writeFiles(site.root, { "content/docs/a.mdx": page });
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken|anchor/)]);
});

test("authors keep the addresses of their pages, and those without one are told", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.md": "# A\n",
    "src/pages/index.md": "# Home\n",
    "blog/2024-01-02-post.md": "---\nauthors: [janeDoe, bob, 'o_k']\n---\n\n# Post\n",
    "blog/authors.yml": `# Ours
janeDoe:
  name: Jane
  socials:
    github: jane

  page: true
bob:
  name: Bob
'o_k':
  name: O
  page: true # kept
plain:
  name: Plain
  page: true
`,
  });
  expect(site.todo).toEqual([]);
  expect(site.changed).toContain(
    "blog/authors.yml:1: bob: without a page, so the list of authors leaves them out; write page: true to list them",
  );
  expect(site.file("content/blog/authors.yml")).toContain(
    '    github: jane\n\n  page: { permalink: "/jane-doe" }\nbob:',
  );
  expect((await site.build()).code).toBe(0);
  for (const name of ["jane-doe", "o-k", "plain"])
    expect(site.file(`build/blog/authors/${name}/index.html`)).toContain("<h1");

  const bare = await migrated({
    "docusaurus.config.js": CONFIG,
    "blog/2024-01-02-post.md": "---\nauthors: bob\n---\n\n# Post\n",
    "blog/authors.yml": "bob:\n  name: Bob\n",
  });
  expect(bare.changed).toContainEqual(expect.stringContaining("bob: without a page, so there is no list of authors"));
});

test("pictures whose names tell docgen another size are told", async () => {
  const picture = readFileSync(join(PROJECT, "content/docs/demos/grid/img/gdg.png"));
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.md": "# A\n\n![A](a@2x.png) ![B](/img/b@3x.png)\n",
    "docs/a@2x.png": picture,
    "static/img/b@3x.png": picture,
    "static/img/c@2x.txt": "No picture.\n",
  });
  expect(site.changed.filter((line) => line.includes("@"))).toEqual([
    "docs/a@2x.png:1: docgen shows it at half of its size in pixels because of its name; rename it to keep its size",
    "static/img/b@3x.png:1: docgen shows it at a third of its size in pixels because of its name; rename it to keep its size",
  ]);
});

test("sitemaps are read as they are served, and none takes endless time or memory", { timeout: 60_000 }, async () => {
  const urls = (...list: readonly string[]) =>
    `<x:urlset>${list.map((url) => `<x:loc>${url}</x:loc>`).join("")}</x:urlset>`;
  const index = (...list: readonly string[]) =>
    `<sitemapindex>${list.map((path) => `<loc>${origin}${path}</loc>`).join("")}</sitemapindex>`;
  const answers: Readonly<Record<string, () => string | Buffer>> = {
    "/sitemap.xml": () => index("/sitemap.xml", "/inner.xml", "/zip.xml.gz"),
    "/inner.xml": () => index("/pages.xml", "/sitemap.xml"),
    "/pages.xml": () =>
      urls(
        "https://other.example/foreign",
        "no address",
        "mailto:a@b",
        "<![CDATA[https://t.example/cdata?a&b]]>",
        "https://t.example/it&#39;s",
      ),
    "/zip.xml.gz": () => gzipSync(urls("https://t.example/zipped")),
    "/endless/1/sitemap.xml": () => index(`/endless/${++count}/sitemap.xml`),
  };
  let count = 1;
  const chunk = " ".repeat(1 << 20);
  const server = createServer(({ url = "" }, response) => {
    if (url === "/moved/sitemap.xml") response.writeHead(301, { Location: "/sitemap.xml" }).end();
    else if (url === "/circle/sitemap.xml") response.writeHead(302, { Location: url }).end();
    else if (url === "/huge/sitemap.xml") {
      const write = () => void (response.destroyed || response.write(chunk, write));
      write();
    } else {
      const answer = answers[url.replace(/^\/endless\/\d+/, "/endless/1")];
      response.writeHead(answer === undefined ? 404 : 200).end(answer?.());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const from = temporaryFolder();
  writeFiles(from, { "docusaurus.config.js": CONFIG, "docs/a.md": "# A\n" });
  const run = async (path: string) => {
    const { code, stdout, stderr } = await command("migrate", from, "--dry-run", "--check", origin + path);
    return code === 2
      ? stderr.trim()
      : [...stdout.matchAll(/^(\/.*):1 {2}the new site has no page/gm)].map(([, lost]) => lost);
  };
  for (const path of ["", "/sitemap.xml", "/moved/"]) expect(await run(path)).toEqual(["/cdata", "/it's", "/zipped"]);
  const message = (path: string, cause: string) => `error  --check ${origin}${path}: ${cause}`;
  for (const [path, at, cause] of [
    ["/none", "/none/sitemap.xml", "status 404"],
    ["/circle", "/circle/sitemap.xml", "redirect count exceeded"],
    ["/huge", "/huge/sitemap.xml", "it is larger than 50 MB"],
    ["/endless/1", "/endless/1001/sitemap.xml", "more than 1000 sitemaps"],
  ] as const) {
    expect(await run(path)).toBe(message(at, cause));
  }
  server.close();
});
