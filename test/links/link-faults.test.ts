import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { type Files, makeSite } from "../helpers/docgen.ts";

/** A site with one of each fault. */
const SITE: Files = {
  "site.config.ts": `import { moved } from "./content/moved.ts";

export default {
  title: "Faults",
  url: "https://docs.example.com",
  navbar: {
    items: [
      { label: "Start", to: "/docs/" },
      { label: "Gone", to: "/docs/gone-from-navbar" },
      { type: "doc", docId: "ghost" },
    ],
  },
  footer: { links: [{ label: "Part", to: "/docs/guide/one#gone-part" }], copyright: '<a href="/gone-imprint">©</a>' },
  announcementBar: { content: 'See <a href="/gone-news">the news</a>' },
  redirects: moved,
  links: { ignore: ["/ignored/exactly", "/ignored/by/**", /^\\/ignored-\\d+$/, "/never-used"] },
};
`,
  "content/moved.ts": `export const moved = [
  { from: "/docs/old", to: "/docs/guide/one#part" },
  { from: "/docs/older", to: "/docs/old" },
  { from: "/docs/lost", to: "/docs/nowhere" },
  { from: "/docs/round", to: "/docs/and-round" },
  { from: "/docs/and-round", to: "/docs/round" },
];
`,
  "content/docs/index.md": "# Start\n",
  "content/docs/guide/one.md": "# One\n\n## Part\n",
  "content/docs/guide/two.md": "---\npagination_next: gone/page\n---\n\n# Two\n",
  "content/docs/guide/_category_.json": '{\n  "label": "Guide",\n  "link": { "type": "doc", "id": "absent" }\n}\n',
  "content/docs/guide/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  "content/docs/draft.md": "---\ndraft: true\n---\n\n# Draft\n",
  "content/docs/hidden.md": "---\nunlisted: true\n---\n\n# Hidden\n",
  "content/pages/lonely.md": "# Lonely\n",
  "content/pages/index.tsx":
    'export default () => <p><a href="/docs/">Docs</a> and <a href="/gone-from-tsx">more</a></p>;\n',
  "content/blog/2026-01-02-post.md":
    "---\nauthors: { name: J, url: /gone-author }\n---\n\n# Post\n\n[Gone](/blog/gone)\n",
  "content/static/file.zip": "zip",
  "content/docs/faults.md": `# Faults

[missing page](/docs/guide/onee)
[missing page again](./guide/onee)
[missing file](./guide/tow.md)
[missing anchor here](#gone)
[missing anchor there](./guide/one.md#prt)
![missing picture](./guide/pictur.svg)
[missing download](/fil.zip)
<video src="/gone.mp4" title="Video"></video>
[wrong case](/docs/Guide/One)
[draft](./draft.md)
[unlisted](./hidden.md)
[redirect](/docs/old)
[own](https://docs.example.com/docs/guide/one)
[own, gone](https://docs.example.com/docs/gone)
[secure](https://other.example.org/a) and [not](http://other.example.org/b)
[no address]()
[](/docs/guide/one)
[here](./guide/one.md)
[encoding](/docs/%E0%A4%A)
[slash](/docs/guide/one/)
[ignored](/ignored/exactly), [ignored](/ignored/by/a/glob), [ignored](/ignored-42)
[ignored](/ignored-by-comment) <!-- docgen-ignore-link -->
[fine](/docs/guide/one) <!-- docgen-ignore-link -->

## Same

<b id="same">twice</b>

[ignored](/ignored/exactly/not)
`,
};

const REPORT = `content/blog/2026-01-02-post.md:2:1  error  broken link "/gone-author": no page or file at /gone-author  [broken-link]
content/blog/2026-01-02-post.md:7:1  error  broken link "/blog/gone": no page or file at /blog/gone  [broken-link]
content/docs/faults.md:3:1  error  broken link "/docs/guide/onee": no page or file at /docs/guide/onee  [broken-link]
    hint: did you mean /docs/guide/one?
    also: content/docs/faults.md:4:1
content/docs/faults.md:5:1  warning  broken link "./guide/tow.md": no page at content/docs/guide/tow.md  [broken-markdown-link]
    hint: did you mean ./guide/two.md?
content/docs/faults.md:6:1  error  broken link "#gone": /docs/faults has no anchor "gone"  [broken-anchor]
content/docs/faults.md:7:1  error  broken link "./guide/one.md#prt": /docs/guide/one has no anchor "prt"  [broken-anchor]
    hint: did you mean #part?
content/docs/faults.md:8:1  error  broken link "./guide/pictur.svg": no page or file at /docs/guide/pictur.svg  [broken-image]
    hint: did you mean ./guide/picture.svg?
content/docs/faults.md:9:1  error  broken link "/fil.zip": no page or file at /fil.zip  [broken-file]
    hint: did you mean /file.zip?
content/docs/faults.md:10:1  error  broken link "/gone.mp4": no page or file at /gone.mp4  [broken-media]
content/docs/faults.md:11:1  error  broken link "/docs/Guide/One": no page or file at /docs/Guide/One  [wrong-case]
    hint: write /docs/guide/one: URLs are case-sensitive
content/docs/faults.md:12:1  warning  broken link "./draft.md": no page at content/docs/draft.md  [draft-link]
    hint: that page is a draft
content/docs/faults.md:13:1  warning  link "./hidden.md" leads to an unlisted page  [unlisted-link]
content/docs/faults.md:14:1  warning  link "/docs/old" goes through a redirect to /docs/guide/one  [redirected-link]
    hint: write /docs/guide/one#part
content/docs/faults.md:15:1  warning  link "https://docs.example.com/docs/guide/one" contains the URL of this site  [own-address]
    hint: write /docs/guide/one
content/docs/faults.md:16:1  error  broken link "https://docs.example.com/docs/gone": no page or file at /docs/gone  [broken-link]
content/docs/faults.md:17:43  warning  link "http://other.example.org/b" uses http:, but other links to other.example.org use https:  [insecure-link]
    hint: write https://other.example.org/b
content/docs/faults.md:18:1  error  broken link "": the link has no URL  [empty-link]
content/docs/faults.md:19:1  error  link "/docs/guide/one" has no text  [empty-link]
content/docs/faults.md:20:1  warning  link text "here" does not describe "./guide/one.md"  [vague-text]
    hint: describe the target of the link
content/docs/faults.md:21:1  error  broken link "/docs/%E0%A4%A": "/docs/%E0%A4%A" has invalid percent-encoding  [bad-encoding]
    hint: write "%25" for a percent sign
content/docs/faults.md:25:25  warning  the comment docgen-ignore-link matches nothing  [unused-ignore]
    hint: remove it
content/docs/faults.md:29:1  warning  the id "same" is used more than once: links lead to the first  [duplicate-id]
content/docs/faults.md:31:1  error  broken link "/ignored/exactly/not": no page or file at /ignored/exactly/not  [broken-link]
content/docs/guide/_category_.json:3:1  error  "link": no doc "absent"  [broken-reference]
content/docs/guide/two.md:2:1  error  pagination_next: no page with the id "gone/page"  [broken-reference]
content/moved.ts:3:30  warning  redirects[1].to: leads to /docs/guide/one through /docs/old  [redirect-chain]
    hint: write /docs/guide/one#part
content/moved.ts:4:29  error  redirects[2].to: no page at /docs/nowhere  [broken-reference]
content/moved.ts:5:30  error  redirects[3].to: is circular: /docs/and-round > /docs/round > /docs/and-round  [redirect-loop]
    also: content/moved.ts:6:34
content/pages/index.tsx:1:63  error  broken link "/gone-from-tsx": no page or file at /gone-from-tsx  [broken-link]
content/pages/index.tsx:1:63  warning  link text "more" does not describe "/gone-from-tsx"  [vague-text]
    hint: describe the target of the link
content/pages/lonely.md:1:1  warning  nothing links to /lonely  [orphan]
site.config.ts:9:28  error  broken link "/docs/gone-from-navbar": no page or file at /docs/gone-from-navbar  [broken-link]
site.config.ts:10:29  error  navbar.items[2]: no doc "ghost" (valid: faults, guide/one, guide/two, hidden, index)  [broken-reference]
site.config.ts:13:42  error  broken link "/docs/guide/one#gone-part": /docs/guide/one has no anchor "gone-part"  [broken-anchor]
site.config.ts:13:94  error  broken link "/gone-imprint": no page or file at /gone-imprint  [broken-link]
site.config.ts:14:44  error  broken link "/gone-news": no page or file at /gone-news  [broken-link]
site.config.ts:16:78  warning  links.ignore: "/never-used" matches nothing  [unused-ignore]
    hint: remove it
`;

describe("a site with one of each fault", () => {
  test("is reported exactly: place, link, why, and the nearest real target", async () => {
    const { stderr, stdout, code } = await command("check-links", "--root", makeSite(SITE));
    expect(stderr).toBe(REPORT);
    expect(stdout).toBe("41 links checked, 24 errors, 13 warnings\n");
    expect(code).toBe(1);
  });
});

test("an address with a line break is told in one line", async () => {
  const root = makeSite({ "content/docs/index.md": '# A\n\n<a href="./no\npage.md">x</a>\n' });
  const told = 'broken link "./no\\npage.md": no page at content/docs/no\\npage.md';
  for (const name of ["build", "check-links"]) {
    const { stderr } = await command(name, "--root", root);
    expect(stderr).toMatch(new RegExp(`^[^\n]*  ${told.replace(/[.\\]/g, "\\$&")}(?:$|  \\[)`, "m"));
  }
});
