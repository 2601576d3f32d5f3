/** From so many pages on a build begins its threads before it has read them. */
const PAGES = 24;

/** Address of a page that has all of it. */
export const REHEARSED_PAGE = "/docs/part-0/page-0";

const CODE = {
  ts: `import { read, utils } from "xlsx";

interface Row<T extends string = "id"> {
  readonly name: T;
  index?: number | null;
}

/** Rows of the first sheet. */
export async function rowsOf(url: string, { header = 1, ...options } = {}): Promise<Row[]> {
  const response = await fetch(url); // may fail
  if (!response.ok) throw new Error(\`\${url}: \${response.status}\`);
  const book = read(await response.arrayBuffer(), { dense: true, ...options });
  return utils.sheet_to_json<Row>(book.Sheets[0], { header }).filter(({ name }) => name.length > 0x1f && /^a+$/i.test(name));
}
`,
  html: `<!doctype html>
<html lang="en">
  <head><title>Rows &amp; more</title><style>td { color: #333; margin: 0 auto; }</style></head>
  <body><table id="rows" class="wide"></table><script type="module">document.querySelector("#rows").hidden = false;</script></body>
</html>
`,
  css: `@media (min-width: 40rem) { .rows > td:nth-child(2n + 1)::before { color: var(--ink, rgb(0 0 0 / 50%)); content: "x"; } }
`,
  json: `{ "name": "rows", "list": [1, -2.5, true, null], "nested": { "text": "a\\u0041\\n" } }
`,
  bash: `#!/bin/bash
npm install --save xlsx && for file in *.xlsx; do echo "$file: $(wc -c < "$file")"; done | sort -n > sizes.txt
`,
};

/**
 * A site with what most sites have, for code that is to have run once: each feature of the dialect, languages that
 * are often highlighted, and links, pictures and categories.
 *
 * @returns its files: path and text
 */
export function rehearsalSite() {
  const pages = Array.from({ length: PAGES }, (_, number) => [
    `content/docs/part-${number % 3}/page-${number}.md`,
    page(number),
  ]);
  const categories = [0, 1, 2].map((part) => [
    `content/docs/part-${part}/_category_.json`,
    JSON.stringify({ label: `Part ${part}`, position: part + 1, collapsed: part > 0 }),
  ]);
  return [
    [
      "site.config.ts",
      'export default { title: "Rehearsal", url: "https://example.com", vars: { version: "1.2.3" } };\n',
    ],
    ["content/docs/index.md", "# Start\n\nThe [first page](./part-0/page-0.md).\n"],
    [
      "content/static/dot.svg",
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><circle cx="2" cy="2" r="2"/></svg>\n',
    ],
    ...categories,
    ...pages,
  ];
}

function page(number) {
  const next = (number + 1) % PAGES;
  const fences = Object.entries(CODE).map(
    ([language, code]) => `## With ${language}\n\n\`\`\`${language} title="file ${number}.${language}"\n${code}\`\`\``,
  );
  return `---
title: Page ${number}
description: What page ${number} is for.
sidebar_position: ${number + 1}
tags: [rows, "part ${number % 3}"]
---

The first paragraph of page ${number} has *some* **words** of \`code\`, a [link](../part-${next % 3}/page-${next}.md#with-ts)
and [another](https://example.com/?a=1&b=2), version {{version}}, e.g. "quoted" -- it\\'s ~~long~~ done :tada:.[^1]

[^1]: A note with \`code\`.

:::note Title

1. One
2. Two

:::

> [!TIP]
> A tip.

| Name | Value |
|:-----|------:|
| \`a_${number}\` | 1 |
| \`b_${number}\` | **2** |

- [x] done
- to do
  - nested

![A dot](/dot.svg)

<details><summary>More</summary>

Hidden <kbd>Ctrl</kbd> text.

</details>

${fences.join("\n\n")}

## Last part {#last}

Term
: What it means.
`;
}
