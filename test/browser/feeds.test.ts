import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../helpers/browser.ts";
import { buildSite, readOutput } from "../helpers/docgen.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
});

const TITLE = `"Quotes" & <b>tags</b>, ]]> it's 𝄞 &amp;`;
const TAG = `<x> & "y"`;
const FILES = {
  "site.config.ts": `export default { title: "A & B <site>", url: "https://example.com", blog: { description: "<p> & more" } };\n`,
  "content/blog/2026-11-21-a.md": `---
title: ${JSON.stringify(TITLE)}
description: "a \\x07 bell & <i>"
authors: { name: "Ann & <Bob>", url: "https://example.com/?a=1&b=2" }
tags: [${JSON.stringify(TAG)}]
---

Text ]]> with <em title="a &quot; b">HTML</em>, \`<a href="/x">\` and [a link](https://example.com/?a=1&b=2 "t & u").

<!-- an & unfinished < comment -->
`,
};

/** Parses XML as a feed reader does. @returns the texts of the elements with each name, or what is wrong */
async function parse(xml: string, names: readonly string[]): Promise<Record<string, string[]>> {
  const page = await browser.newPage();
  const result = await page.evaluate(
    ([source, wanted]) => {
      const document = new DOMParser().parseFromString(source, "application/xml");
      const texts = (name: string) =>
        [...document.getElementsByTagName(name)].map(({ textContent }) => textContent ?? "");
      return Object.fromEntries(["parsererror", ...wanted].map((name) => [name, texts(name)]));
    },
    [xml, names] as const,
  );
  await page.close();
  return result;
}

test("RSS and Atom are well-formed XML whatever stands in a post, and give it back as it was", async () => {
  const root = await buildSite(FILES);
  const { items } = JSON.parse(readOutput(root, "blog/feed.json"));
  expect(items[0].title).toBe(TITLE);
  expect(items[0].content_html).toContain(`<em title="a &quot; b">HTML</em>`);

  expect(
    await parse(readOutput(root, "blog/rss.xml"), [
      "title",
      "description",
      "content:encoded",
      "dc:creator",
      "category",
    ]),
  ).toEqual({
    parsererror: [],
    title: ["A & B <site> Blog", TITLE],
    description: ["<p> & more", "a \uFFFD bell & <i>"],
    "content:encoded": [items[0].content_html],
    "dc:creator": ["Ann & <Bob>"],
    category: [TAG],
  });
  expect(await parse(readOutput(root, "blog/atom.xml"), ["title", "summary", "content", "name", "uri"])).toEqual({
    parsererror: [],
    title: ["A & B <site> Blog", TITLE],
    summary: ["a \uFFFD bell & <i>"],
    content: [items[0].content_html],
    name: ["A & B <site> Blog", "Ann & <Bob>"],
    uri: ["https://example.com/?a=1&b=2"],
  });
});
