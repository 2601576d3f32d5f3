import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, PROJECT, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";

const config = (docs: string) => ({
  "site.config.ts": `export default { title: "T", url: "https://example.com", docs: [${docs}] };`,
  "content/pages/index.md": "# Home\n",
});
const BOTH = config("{ showLastUpdateTime: true, showLastUpdateAuthor: true }");

/** Commits everything, as an author, at a time. */
function commit(root: string, author: string, date: string): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const identity = ["-c", `user.name=${author}`, "-c", "user.email=a@example.com"];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, env, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all");
  git(...identity, "commit", "--quiet", "--message", "x");
}

async function build(root: string): Promise<string> {
  const { code, stderr } = await command("build", "--root", root);
  expect(code, stderr).toBe(0);
  return stderr;
}

function lastUpdate(root: string, page: string): string | undefined {
  const html = readOutput(root, `docs/${page}index.html`);
  return /<span class="last-updated">(.*?)<\/span>/.exec(html)?.[1]?.replace(/<!-- -->/g, "");
}

describe("last update from git", () => {
  test("names the newest commit that touches the page, in UTC, whatever the path is called", async () => {
    const root = makeSite({
      ...BOTH,
      "content/docs/index.md": "# A\n",
      "content/docs/ü ‘b’.md": "---\nslug: /b\n---\n# B\n",
    });
    commit(root, "Ada", "2026-11-20T23:30:00-02:00");
    writeFiles(root, { "content/docs/index.md": "# A again\n" });
    commit(root, "Zoë & Co", "2026-12-01T00:30:00+02:00");
    expect(await build(root)).toBe("");
    expect(lastUpdate(root, "b/")).toBe(
      'Last updated on <time dateTime="2026-11-21">November 21, 2026</time> by <b>Ada</b>',
    );
    expect(lastUpdate(root, "")).toBe(
      'Last updated on <time dateTime="2026-11-30">November 30, 2026</time> by <b>Zoë &amp; Co</b>',
    );
    const sitemap = readOutput(root, "sitemap.xml");
    expect(sitemap).toContain("<loc>https://example.com/docs/</loc><lastmod>2026-11-30</lastmod>");
  });

  test("works where the site is a folder of the repository", async () => {
    const repository = temporaryFolder();
    writeFiles(repository, { ...prefixed("site/", { ...BOTH, "content/docs/index.md": "# A\n" }) });
    commit(repository, "Ada", "2026-11-21T12:00:00Z");
    const root = join(repository, "site");
    expect(await build(root)).toBe("");
    expect(lastUpdate(root, "")).toContain("November 21, 2026");
  });

  test("follows commits and .mailmap while the site is served, also of a site in a folder of the repository", async () => {
    const repository = temporaryFolder();
    const files = prefixed("site/", { ...BOTH, "content/docs/index.md": "# A\n" });
    writeFiles(repository, files);
    commit(repository, "Ada", "2026-11-21T12:00:00Z");
    const address = await startServer("serve", "--root", join(repository, "site"));
    const shown = async () => (await (await fetch(`${address}/docs/`)).text()).replace(/<!-- -->/g, "");
    expect(await shown()).toContain("November 21, 2026</time> by <b>Ada</b>");
    writeFiles(repository, { "site/content/docs/index.md": "# Anew\n" });
    await expect.poll(shown).toContain("Anew");
    commit(repository, "Zoe", "2026-11-24T12:00:00Z");
    await expect.poll(shown).toContain("November 24, 2026</time> by <b>Zoe</b>");
    writeFiles(repository, { ".mailmap": "Zoë Q <a@example.com>\n" });
    await expect.poll(shown).toContain("by <b>Zoë Q</b>");
  });

  test("front matter last_update wins", async () => {
    const root = makeSite({
      ...BOTH,
      "content/docs/index.md": "---\nlast_update:\n  date: 2020-02-29 23:00\n  author: Grace\n---\n# A\n",
      "content/docs/b.md": "---\nlast_update:\n  author: Grace\n---\n# B\n",
    });
    commit(root, "Ada", "2026-11-21T12:00:00Z");
    await build(root);
    expect(lastUpdate(root, "")).toBe(
      'Last updated on <time dateTime="2020-02-29">February 29, 2020</time> by <b>Grace</b>',
    );
    expect(lastUpdate(root, "b/")).toBe(
      'Last updated on <time dateTime="2026-11-21">November 21, 2026</time> by <b>Grace</b>',
    );
  });

  test("shows the time or the author alone, and nothing where neither is asked for", async () => {
    const root = makeSite({ "content/docs/index.md": "# A\n" });
    commit(root, "Ada", "2026-11-21T12:00:00Z");
    writeFiles(root, config("{ showLastUpdateTime: true }"));
    await build(root);
    expect(lastUpdate(root, "")).toBe('Last updated on <time dateTime="2026-11-21">November 21, 2026</time>');
    writeFiles(root, config("{ showLastUpdateAuthor: true }"));
    await build(root);
    expect(lastUpdate(root, "")).toBe("Last updated by <b>Ada</b>");
    writeFiles(root, config("{}"));
    await build(root);
    expect(lastUpdate(root, "")).toBeUndefined();
  });

  test("an untracked page quietly has none", async () => {
    const root = makeSite({ ...BOTH, "content/docs/index.md": "# A\n" });
    commit(root, "Ada", "2026-11-21T12:00:00Z");
    writeFiles(root, { "content/docs/new.md": "# New\n" });
    expect(await build(root)).toBe("");
    expect(lastUpdate(root, "new/")).toBeUndefined();
  });

  test("a shallow clone is noticed: dates are left out, and one line says why", async () => {
    const origin = makeSite({
      ...BOTH,
      "content/docs/index.md": "# A\n",
      "content/docs/b.md": "---\nlast_update:\n  date: 2020-02-29\n---\n# B\n",
    });
    commit(origin, "Ada", "2026-11-21T12:00:00Z");
    writeFiles(origin, { "content/docs/c.md": "# C\n" });
    commit(origin, "Ada", "2026-11-22T12:00:00Z");
    const root = join(temporaryFolder(), "clone");
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${origin}`, root], { stdio: "pipe" });
    const stderr = await build(root);
    expect(stderr.match(/warning/g)).toHaveLength(1);
    expect(stderr).toContain("the repository is a shallow clone");
    expect(lastUpdate(root, "")).toBeUndefined();
    expect(lastUpdate(root, "b/")).toContain("February 29, 2020");
  });

  test("outside a repository one line says why, and the page is built", async () => {
    const root = makeSite({ ...BOTH, "content/docs/index.md": "# A\n" });
    const stderr = await build(root);
    expect(stderr.match(/warning/g)).toHaveLength(1);
    expect(stderr).toContain("not a git repository");
    expect(lastUpdate(root, "")).toBeUndefined();
  });

  test("without git one line says why, and the page is built", async () => {
    const root = makeSite({ ...BOTH, "content/docs/index.md": "# A\n" });
    const run = execFileSync(
      "/bin/sh",
      ["-c", `PATH=/nowhere "${process.execPath}" "${join(PROJECT, "bin/docgen")}" build --root "${root}" 2>&1`],
      { encoding: "utf8" },
    );
    expect(run).toContain("git is not installed");
    expect(run.split("\n").filter((line) => line.includes("  warning  "))).toHaveLength(1);
  });
});

describe("breadcrumbs with structured data", () => {
  test("a BreadcrumbList with absolute addresses stands in the head", async () => {
    const files = {
      "site.config.ts": `export default { title: "T", url: "https://example.com", baseUrl: "/base/" };`,
      "content/docs/index.md": "# Start\n",
      "content/docs/guide/index.md": "---\ntitle: Guide </script>\n---\nText.\n",
      "content/docs/guide/two words.md": "# Two\n",
      "content/pages/index.md": "# Home\n",
    };
    const root = await buildSite(files);
    const html = readOutput(root, "docs/guide/two words/index.html");
    const head = html.slice(0, html.indexOf("</head>"));
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? "";
    expect(JSON.parse(json)).toEqual({
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Guide </script>", item: "https://example.com/base/docs/guide/" },
        { "@type": "ListItem", position: 2, name: "Two", item: "https://example.com/base/docs/guide/two%20words" },
      ],
    });
    expect(readOutput(root, "index.html")).not.toContain("BreadcrumbList");
    const without = await buildSite({ ...files, ...config("{ breadcrumbs: false }") });
    expect(readOutput(without, "docs/guide/index.html")).not.toContain("BreadcrumbList");
  });
});

function prefixed(prefix: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [prefix + path, text]));
}
