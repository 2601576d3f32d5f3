import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { PLAIN_HIGHLIGHTER } from "../../src/highlight/highlighter.ts";
import { compile } from "../../src/markdown/compile.ts";
import { fillSlots, isTagSlot } from "../../src/markdown/document.ts";
import { createParser } from "../../src/markdown/parser.ts";

interface Example {
  readonly markdown: string;
  readonly html: string;
  readonly number: number;
}

const { tests } = createRequire(import.meta.url)("commonmark-spec") as { tests: Example[] };

/** Examples that differ because of the dialect, by number, with the reason. */
const DIFFERENT: Readonly<Record<number, string>> = {
  163: "a tag that begins with a capital letter is a component",
  ...Object.fromEntries([602, 606, 608, 611, 612].map((number) => [number, "bare addresses are links, as in GFM"])),
  79: "empty headings are left out",
  201: "a name that no element has is text",
  613: "a name that no element has is text",
  623: "a name that no element has is text",
  214: "the layout shows a page's title, and a link in it as text",
};

const compiler = {
  parser: createParser(),
  highlighter: PLAIN_HIGHLIGHTER,
  vars: {},
  components: new Map(),
  readInclude: () => undefined,
  renderComponent: () => "",
};

test("the suite is whole", () => expect(tests).toHaveLength(652));

test.each(tests)("CommonMark 0.31.2 example $number", async ({ markdown, html, number }) => {
  const source = { path: "a.md", body: markdown.replaceAll("→", "\t"), bodyLine: 1 };
  const document = await compile(source, compiler);
  const own = fillSlots(document, ({ kind, url }) =>
    isTagSlot(kind) ? "" : `${kind === "link" ? "href" : "src"}="${escapeAttribute(url)}"`,
  );
  const heading = document.heading === undefined ? "" : `<h1>${document.heading.html}</h1>`;
  const same = normalise(heading + own) === normalise(html.replaceAll("→", "\t"));
  expect(same, `${normalise(heading + own)}\n----\n${normalise(html)}`).toBe(!Object.hasOwn(DIFFERENT, number));
});

function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
}

/** Takes away what the dialect adds to every heading, code block, table and picture, and blank space between blocks. */
function normalise(html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, "")
    .replace(/<(h[1-6]) id="[^"]*"/g, "<$1")
    .replace(/<figure class="code"(?: data-lang="([^"]*)")?><pre tabindex="0"><code>/g, (_, language?: string) => {
      return language === undefined ? "<pre><code>" : `<pre><code class="language-${language}">`;
    })
    .replace(/<\/pre><\/figure>/g, "</pre>")
    .replace(/<img ([^>]*?) loading="lazy" decoding="async">/g, "<img $1 />")
    .replace(/<img ([^>]*?)\s*title="([^"]*)" alt="([^"]*)" \/>/g, '<img $1 alt="$3" title="$2" />')
    .replace(/<(br|hr)>/g, "<$1 />")
    .replace(/<!--(?:-?>|[\s\S]*?-->)/g, "")
    .replace(/\n+<\/code>/g, "</code>")
    .replace(/&ouml;/g, "ö")
    .replace(/>\s+</g, "><")
    .trim();
}
