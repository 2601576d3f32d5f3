import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hydrate, openBrowser, openContext } from "../helpers/browser.ts";
import { previewSite } from "../helpers/command.ts";
import { buildSite } from "../helpers/docgen.ts";

/** HTML that calls `hacked` with the name of the field it got out of, in three ways. */
const payload = (field: string) =>
  `"'><img class="intruder" src="x:" onerror="hacked('${field}')"></title></script></textarea><script class="intruder">hacked('${field}')</script><svg class="intruder" onload="hacked('${field}')">`;

const text = (field: string) => JSON.stringify(payload(field));
/** The same as text of Markdown: each mark escaped. */
const markdown = (field: string) => payload(field).replace(/[!-/:-@[-`{-~]/g, "\\$&");

const SITE = {
  // Without a policy: nothing but the escaping keeps scripts from running.
  "site.config.ts": `export default { title: ${text("site title")}, tagline: ${text("tagline")}, description: ${text("site description")},
    url: "https://example.com", contentSecurityPolicy: false, links: { levels: { "broken-image": "ignore" } },
    docs: [{ editUrl: 'https://example.com/"><img class="intruder" src=x: onerror=hacked(1)>', showLastUpdateAuthor: true }],
    redirects: [{ from: "/docs/old", to: "/docs/page" }],
    navbar: { title: ${text("navbar title")}, items: [
      { label: ${text("navbar label")}, to: "/docs/" },
      { type: "dropdown", label: ${text("dropdown")}, items: [{ label: ${text("dropdown item")}, to: "/docs/page" }] },
    ] },
    footer: { copyright: "plain", links: [{ title: ${text("footer column")}, items: [{ label: ${text("footer link")}, to: "/docs/" }] }] },
    blog: { title: ${text("blog title")}, description: ${text("blog description")}, blogSidebarTitle: ${text("blog sidebar")} } };\n`,
  "content/docs/index.md": "# Start\n\nSee [old](/docs/old).\n",
  "content/docs/folder/_category_.json": JSON.stringify({
    label: payload("category label"),
    description: payload("category description"),
    link: { type: "generated-index", title: payload("category title"), description: payload("index description") },
  }),
  "content/docs/folder/a.md": `# ${markdown("heading 1")}\n\n## ${markdown("heading 2")}\n\nGiraffe ${markdown("text")}\n`,
  "content/docs/page.md": `---
title: ${text("title")}
sidebar_label: ${text("sidebar label")}
description: ${text("description")}
keywords: [${text("keyword")}]
tags: [${text("tag")}]
pagination_label: ${text("pagination label")}
image: ${text("image").replaceAll("/", "")}
last_update: { date: 2026-01-02, author: ${text("last update author")} }
---

Zebra \`${payload("code span")}\`

\`\`\`js title=${text("code title").replaceAll("\\", "")}
${payload("code")}
\`\`\`

:::note ${markdown("admonition title")}

[${markdown("link text")}](/docs/ ${JSON.stringify(payload("link title"))})

:::

<Tabs>
<TabItem value='${payload("tab value").replaceAll("'", "&#39;")}' label='${payload("tab label").replaceAll("'", "&#39;")}'>

x

</TabItem>
</Tabs>

![${markdown("picture")}](https://example.com/x.png)

[^a]

[^a]: ${markdown("footnote")}
`,
  "content/blog/2026-01-02-post.md": `---
title: ${text("post title")}
description: ${text("post description")}
authors: [{ name: ${text("author")}, title: ${text("author title")}, description: ${text("author description")}, image_url: "https://example.com/x.png" }]
tags: [${text("post tag")}]
---

Okapi.
`,
};

let browser: Browser;
let address: string;

beforeAll(async () => {
  const [root, launched] = await Promise.all([buildSite(SITE), openBrowser()]);
  browser = launched;
  address = await previewSite(root);
});
afterAll(() => browser?.close());

/** Opens a page that would note every payload that runs. */
async function openWatched(stored: Readonly<Record<string, string>> = {}) {
  const context = await openContext(browser);
  const ran: string[] = [];
  await context.exposeFunction("hacked", (field: string) => {
    ran.push(field);
  });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, value);
      sessionStorage.setItem(key, value);
    }
  }, stored);
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    ran.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  /** What got out of its field: elements that a payload made, or scripts that ran. */
  const intruders = async () => [
    ...ran,
    ...(await page.locator(".intruder").evaluateAll((found) => found.map((element) => element.outerHTML))),
  ];
  return { context, page, intruders };
}

async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press("/");
  const field = page.getByRole("combobox");
  await field.fill(query);
  await page.locator('[role="option"], .search-panel :text("No results found.")').first().waitFor();
}

describe("no script of a hostile field runs, and none is an element", () => {
  test("on any page, hydrated, and after navigations inside it", async () => {
    const { context, page, intruders } = await openWatched();
    const routes = ["/docs/page", "/docs/folder/a", "/docs/category/folder", "/docs/folder/", "/docs/", "/docs/tags/"];
    for (const route of [...routes, "/blog/", "/blog/2026/01/02/post", "/blog/archive", "/blog/tags/", "/gone"]) {
      await page.goto(address + route);
      await hydrate(page);
      expect(await intruders(), route).toEqual([]);
    }
    await page.goto(`${address}/docs/`);
    for (const name of ["page", "folder"]) {
      // Names as long as these leave no place for a pointer.
      await page.evaluate((part) => document.querySelector<HTMLElement>(`aside a[href*="${part}"]`)?.click(), name);
      await page.waitForURL(new RegExp(name));
      await hydrate(page);
      expect(await intruders()).toEqual([]);
    }
    await context.close();
  });

  test("in results of the search and in its query", async () => {
    const { context, page, intruders } = await openWatched();
    await page.goto(`${address}/docs/`);
    for (const query of ["giraffe", "zebra", "okapi", "intruder", payload("query"), "hacked onerror"]) {
      await search(page, query);
      expect(await intruders(), query).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog.search-panel", { state: "detached" });
    }
    await context.close();
  });

  test("in the address: path, query and hash, with and without encoding", async () => {
    const { context, page, intruders } = await openWatched();
    for (const hostile of [payload("address"), encodeURIComponent(payload("address")), "javascript:hacked('hash')"]) {
      for (const url of [`/docs/?q=${hostile}`, `/docs/#${hostile}`, `/docs/old?${hostile}#${hostile}`]) {
        await page.goto(address + url);
        await page.waitForURL(/\/docs\/(?!old)/);
        await hydrate(page);
        expect(await intruders(), url).toEqual([]);
      }
      await page.goto(`${address}/gone/${encodeURIComponent(hostile.replace(/\/|%2F/g, ""))}`);
      await hydrate(page);
      expect(await intruders()).toEqual([]);
    }
    await context.close();
  });

  test("in stored values", async () => {
    const hostile = payload("storage");
    const keys = [
      "theme",
      "docgen.announcement.id",
      "docs-preferred-version-default",
      "docgen.tabs.pm",
      "docgen.scroll",
    ];
    const { context, page, intruders } = await openWatched({
      ...Object.fromEntries(keys.map((key) => [key, hostile])),
      "docgen.search.recent": JSON.stringify([hostile, { query: hostile }, 1, null]),
      "docgen.search.carried": JSON.stringify({ pathname: "/docs/", terms: [hostile] }),
    });
    await page.goto(`${address}/docs/`);
    await hydrate(page);
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.getByText("</title></script>").first().waitFor();
    expect(await intruders()).toEqual([]);
    await context.close();
  });
});

test("an announcement from the configuration is HTML whose handlers and scripts do not run under the policy", async () => {
  const root = await buildSite({
    "content/docs/index.md": "# Start\n\n<img src='x:' alt='x' onerror='hacked(1)'><script>hacked(2)</script>\n",
    "site.config.ts": `export default { title: "T", url: "https://example.com", announcementBar: { content: ${JSON.stringify(
      `<b class="shown">News</b>${payload("announcement")}`,
    )} } };\n`,
  });
  const own = await previewSite(root);
  const context = await openContext(browser);
  const ran: unknown[] = [];
  await context.exposeFunction("hacked", (field: unknown) => {
    ran.push(field);
  });
  const page = await context.newPage();
  await page.goto(`${own}/docs/`);
  await page.locator(".shown").waitFor();
  await hydrate(page);
  expect(ran).toEqual([]);
  await context.close();
});
