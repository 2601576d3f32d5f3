import { expect, test } from "vitest";
import type { SiteConfig } from "../../src/config/schema.ts";
import type { SourcePage } from "../../src/content/content-types.ts";
import { renderSitemap } from "../../src/render/sitemap.ts";
import { buildSite, readOutput, readTree } from "../helpers/docgen.ts";

const PAGES = {
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/a & b.md": "---\nlast_update: { date: 2026-01-31 }\n---\n\n# Both\n",
  "content/docs/hidden.md": "---\nunlisted: true\n---\n\n# Hidden\n",
  "content/docs/later.md": "---\ndraft: true\n---\n\n# Later\n",
  "content/pages/index.md": "# Home\n",
};

/** Addresses and dates in a sitemap. */
function entriesOf(xml: string): string[] {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n[\s\S]*<\/urlset>\n$/);
  return [...xml.matchAll(/<url>(.*)<\/url>/g)].map(([, inner = ""]) => inner.replace(/<\/?loc>|<\/lastmod>/g, ""));
}

test("sitemap.xml lists every page by its canonical address, with a date where that is known", async () => {
  const root = await buildSite(PAGES, "--drafts");
  expect(readOutput(root, "docs/later/index.html")).toContain("Later");
  const listed = entriesOf(readOutput(root, "sitemap.xml"));
  expect(listed).toEqual([
    "https://example.com/",
    "https://example.com/docs/",
    "https://example.com/docs/guide/",
    "https://example.com/docs/guide/a%20&amp;%20b<lastmod>2026-01-31",
  ]);
  expect(readOutput(root, "docs/index.html")).toContain('rel="canonical" href="https://example.com/docs/"');
});

test("robots.txt leads to the sitemap, unless the site has its own", async () => {
  const ours = await buildSite({ "content/docs/index.md": "# Start\n" });
  expect(readOutput(ours, "robots.txt")).toBe("User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n");
  const own = await buildSite({
    "content/docs/index.md": "# Start\n",
    "content/static/robots.txt": "User-agent: *\nDisallow: /\n",
    "content/static/sitemap.xml": "<mine/>",
  });
  expect(readOutput(own, "robots.txt")).toBe("User-agent: *\nDisallow: /\n");
  expect(readOutput(own, "sitemap.xml")).toBe("<mine/>");
});

test("under a base URL there is a sitemap and no robots.txt, which no robot would ask for", async () => {
  const root = await buildSite({ "content/docs/index.md": "# Start\n" }, "--base-url", "/x/");
  expect(entriesOf(readOutput(root, "sitemap.xml"))).toEqual(["https://example.com/x/docs/"]);
  expect([...readTree(`${root}/build`).keys()]).not.toContain("robots.txt");
});

test("above 50,000 addresses sitemap.xml is an index of further files", () => {
  const config = { url: "https://example.com", baseUrl: "/" } as SiteConfig;
  const pages = Array.from(
    { length: 50_001 },
    (_, index) => ({ route: `/docs/${index}`, frontMatter: {} }) as SourcePage,
  );
  const files = renderSitemap(pages, config, () => undefined);
  expect([...files.keys()]).toEqual(["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml"]);
  expect(files.get("sitemap.xml")).toContain(
    "<sitemap><loc>https://example.com/sitemap-1.xml</loc></sitemap>\n<sitemap><loc>https://example.com/sitemap-2.xml</loc></sitemap>",
  );
  const parts = ["sitemap-1.xml", "sitemap-2.xml"].map((name) => entriesOf(files.get(name) ?? ""));
  expect(parts.map(({ length }) => length)).toEqual([50_000, 1]);
  expect(new Set(parts.flat()).size).toBe(50_001);
  expect([...renderSitemap(pages.slice(1), config, () => undefined).keys()]).toEqual(["sitemap.xml"]);
});
