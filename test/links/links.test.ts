import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, type Files, makeSite, readOutput, writeFiles } from "../helpers/docgen.ts";

const SITE: Files = {
  "content/docs/index.md": "# Start\n\n[About us](/about)\n",
  "content/docs/guide/one.md":
    '# One\n\n## Part\n\n<a name="by-name"></a>\n\n### Part\n\n## Über {#own-id #former-id}\n',
  "content/docs/guide/two.md": "# Two\n",
  "content/docs/guide/café.md": "# Café\n",
  "content/docs/guide/my page.md": "# Spaced\n",
  "content/docs/draft.md": "---\ndraft: true\n---\n\n[broken](/nowhere)\n",
  "content/pages/about.md": "# About\n\n## Us\n",
  "content/static/file.zip": "zip",
};
const PAGE = "content/docs/guide/page.md";

/** A link and what is said of it, maybe with a hint. */
type Finding = readonly [target: string, message: string, hint?: string];

/** The names of kinds at the ends of lines are left out: other tests see them. */
async function checkLinks(files: Files, ...args: readonly string[]) {
  const run = await command("check-links", "--root", makeSite({ ...SITE, ...files }), ...args);
  return { ...run, stderr: run.stderr.replace(/ {2}\[[\w-]+\]$/gm, "") };
}

/** Checks links, one on a line each. @returns what is printed of them */
async function findingsOf(links: readonly string[], files: Files = {}): Promise<string[]> {
  const { stderr } = await checkLinks({ ...files, [PAGE]: links.map((link) => `${link}\n`).join("\n") });
  return stderr.trimEnd().split("\n");
}

/** Checks that each link is found broken at its line, in these words. */
async function expectFindings(findings: readonly Finding[], files: Files = {}): Promise<void> {
  const links = findings.map(([target]) => `[Guide](${target})`);
  expect(await findingsOf(links, files)).toEqual(
    findings.flatMap(([target, message, hint], index) => [
      `${PAGE}:${2 * index + 1}:1  ${message.startsWith("no page at content/") ? "warning" : "error"}  broken link "${target.replace(/^<|>$/g, "")}": ${message}`,
      ...(hint === undefined ? [] : [`    hint: ${hint}`]),
    ]),
  );
}

const GOOD = [
  ["./two.md", "two.md", "two", "./two", "../guide/two", "/docs/guide/two", "/docs/guide/two/"],
  ["/docs/guide/two.html", "/docs/guide/two/index.html", "/docs/guide/two.md", "@site/content/docs/guide/two.md"],
  ["/docs/guide/", "/docs/guide", "/docs/guide/index", "/docs/guide/index.html", "/docs", "..", "../index.md", "../"],
  ["#here", "#", "#top", "#:~:text=page", "two.md#:~:text=Two", "two.md#", "/docs/guide/two#docgen-main"],
  [
    "one.md#part",
    "one.md#part-1",
    "one.md#own-id",
    "one.md#former-id",
    "one.md#by-name",
    "/docs/guide/one/#part",
    "/about#us",
  ],
  ["two.md?a=1", "/docs/guide/one?a=1&b=%zz#part", "/file.zip", "/file.zip?raw=1#x", "pathname:///file.zip"],
  ["caf%C3%A9.md", "café.md", "/docs/guide/café", "my%20page.md", "<my page.md>", "/docs/guide/my%20page/"],
  ["mailto:a@example.com", "tel:+1", "https://gone.example.com/x", "//cdn.example.com/x", "HTTP://X.EXAMPLE.COM"],
].flat();

test("no link that a reader could follow is reported, however it is written", async () => {
  const links = GOOD.map((target) => `[x](${target})`).join("\n");
  const { stderr, stdout, code } = await checkLinks({ [PAGE]: `## Here\n\n${links}\n\n<https://example.org>\n` });
  expect(stderr).toBe("");
  expect(stdout).toBe(`${GOOD.length + 2} links checked, none broken\n`);
  expect(code).toBe(0);
});

test("links are written in their one canonical form", async () => {
  const targets = [
    "./one.md?a=1#part",
    "two/",
    "/docs/guide",
    "/docs/guide/two.html",
    "my%20page.md",
    "pathname:///file.zip",
  ];
  const source = targets.map((target) => `[x](${target})`).join(" ");
  const root = await buildSite({ ...SITE, [PAGE]: source }, "--base-url", "/base/");
  const html = articleOf(readOutput(root, "docs/guide/page/index.html"));
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    "/base/docs/guide/one?a=1#part",
    "/base/docs/guide/two",
    "/base/docs/guide/",
    "/base/docs/guide/two",
    "/base/docs/guide/my%20page",
    "/base/file.zip",
  ]);
});

test("a page named index is not the page of its folder", async () => {
  const root = await buildSite({
    "content/docs/guide/index.md": "# Guide\n\n[x](/docs/guide/index) [y](/docs/guide/) [z](./named.md)\n",
    "content/docs/guide/named.md": "---\nslug: index\n---\n\n# Named\n",
  });
  const html = articleOf(readOutput(root, "docs/guide/index.html"));
  const links = [...html.matchAll(/href="([^"#]*)">[xyz]</g)].map(([, url]) => url);
  expect(links).toEqual(["/docs/guide/index", "/docs/guide/", "/docs/guide/index"]);
});

test("addresses and anchors are composed, as keyboards write them, whatever names and headings are", async () => {
  const root = await buildSite({
    "content/docs/index.md": "# Start\n\n[a](/docs/übung#größe)\n",
    [`content/docs/${"übung".normalize("NFD")}.md`]: `# Übung\n\n## ${"Größe".normalize("NFD")}\n`,
  });
  expect(readOutput(root, "docs/übung/index.html")).toContain('id="größe"');
});

describe("a broken link is an error that says why:", () => {
  test("no page, no file, no anchor", async () => {
    await expectFindings([
      ["/docs/guide/noe", "no page or file at /docs/guide/noe", "did you mean /docs/guide/one?"],
      ["ghide", "no page or file at /docs/guide/ghide"],
      ["/completely/elsewhere", "no page or file at /completely/elsewhere"],
      ["./noe.md", "no page at content/docs/guide/noe.md", "did you mean ./one.md?"],
      ["../guide/tow.md#x", "no page at content/docs/guide/tow.md", "did you mean ./two.md?"],
      ["./my%20pge.md", "no page at content/docs/guide/my pge.md", "did you mean ./my%20page.md?"],
      ["/file.zi", "no page or file at /file.zi", "did you mean /file.zip?"],
      ["#gone", '/docs/guide/page has no anchor "gone"'],
      ["one.md#prt", '/docs/guide/one has no anchor "prt"', "did you mean #part?"],
      ["/docs/guide/two/?a=1#here", '/docs/guide/two has no anchor "here"'],
      ["<>", "the link has no URL"],
    ]);
  });

  test("case counts", async () => {
    await expectFindings([
      ["/docs/Guide/One", "no page or file at /docs/Guide/One", "write /docs/guide/one: URLs are case-sensitive"],
      ["./One.md", "no page at content/docs/guide/One.md", "write ./one.md: URLs are case-sensitive"],
      ["one.md#Own-Id", '/docs/guide/one has no anchor "Own-Id"', "write #own-id: URLs are case-sensitive"],
    ]);
  });

  test("letters and their marks count in names of files", async () => {
    const name = "übung.md".normalize("NFD");
    const form = "the two look the same, but one uses combining characters";
    await expectFindings(
      [["./übung.md", "no page at content/docs/guide/übung.md", `write ./${encodeURI(name)}: ${form}`]],
      { [`content/docs/guide/${name}`]: "# Übung\n" },
    );
  });

  test("the page is a draft", async () => {
    await expectFindings([
      ["/docs/draft", "no page or file at /docs/draft", "that page is a draft"],
      ["../draft.md", "no page at content/docs/draft.md", "that page is a draft"],
    ]);
  });

  test("the base URL does not belong there", async () => {
    const config = {
      "site.config.ts": 'export default { title: "T", url: "https://example.com", baseUrl: "/base/" };',
    };
    const message = "no page or file at /base/docs/guide/one";
    await expectFindings([["/base/docs/guide/one", message, "remove the base URL: /docs/guide/one"]], config);
  });

  test("the percent-encoding is invalid; the link stands there as its author wrote it", async () => {
    await expectFindings([
      ["/docs/%E0%A4%A", '"/docs/%E0%A4%A" has invalid percent-encoding', 'write "%25" for a percent sign'],
      ["/docs/verloren-für-immer", "no page or file at /docs/verloren-für-immer"],
      ["</docs/Nicht da, leider, nein>", "no page or file at /docs/Nicht da, leider, nein"],
    ]);
  });

  test("the URL of another site has no host", async () => {
    const hint = 'write a host, as in "https://example.com/"';
    await expectFindings(["http://", "//", "https:///docs"].map((url) => [url, "the URL has no host", hint]));
  });

  test("nothing is like it, so nothing is suggested", async () => {
    await expectFindings([
      ["./gone-astray.md", "no page at content/docs/guide/gone-astray.md"],
      ["quite-different.png", "no page or file at /docs/guide/quite-different.png"],
    ]);
  });

  test("there is no such anchor on a generated index page", async () => {
    await expectFindings([["/docs/guide/#nowhere", '/docs/guide/ has no anchor "nowhere"']]);
  });
});

describe("no false alarm is given for", () => {
  test.each<[string, string, Files?]>([
    ["a static file that is Markdown", "/notes.md", { "content/static/notes.md": "x" }],
    ["a static folder with an index", "/demo/", { "content/static/demo/index.html": "x" }],
    ["an anchor with a text fragment", "one.md#part:~:text=x"],
    ["an address that goes up on its way", "/guide/../docs/guide/two"],
    ["an id without quotes", "two.md#bare", { "content/docs/guide/two.md": "<b id=bare>x</b>\n" }],
    ["an id beside a name", "two.md#b", { "content/docs/guide/two.md": '<a name="a" id="b"></a>\n' }],
  ])("%s", async (_, target, files = {}) => {
    expect(await findingsOf([`[x](${target})`], files)).toEqual([""]);
  });
});

test("the heading of a page is an anchor exactly where its HTML has the id", async () => {
  const link = { [PAGE]: "[x](one.md#one)\n" };
  const { code } = await checkLinks(link);
  const root = await buildSite({ ...SITE, [PAGE]: "# Page\n" });
  expect(code === 0).toBe(readOutput(root, "docs/guide/one/index.html").includes('id="one"'));
});

/** Where each link to a number stands, found in the text itself: `[x](/n7)` begins at its bracket. */
function placesIn(source: string): string[] {
  return source.split("\n").flatMap((line, row) =>
    [...line.matchAll(/!?\[[^[\]]*\]\((\/n\d+)\)|<\w+[^>]*?(?:href|src|srcset|poster|data)=["']?(\/n\d+)[^>]*>/g)].map(
      (match) => {
        return `${row + 1}:${match.index + 1} ${match[1] ?? match[2]}`;
      },
    ),
  );
}

async function placesFound(source: string): Promise<string[]> {
  const { stdout } = await checkLinks({ [PAGE]: source }, "--format", "json");
  type Place = { readonly line: number; readonly column: number };
  const { problems } = JSON.parse(stdout) as { problems: (Place & { message: string; also?: Place[] })[] };
  return problems.flatMap(({ message, also = [], ...first }) => {
    return [first, ...also].map(({ line, column }) => `${line}:${column} ${/"(.*?)"/.exec(message)?.[1]}`);
  });
}

describe("the place of a broken link is right", () => {
  test("in paragraphs, headings, lists, quotes, footnotes, admonitions, tabs, details and raw HTML", async () => {
    const source = `---
title: Places
---
Text **bold [x](/n1)** and \`[x](/n0)\` ä😀 [x](/n2)
second line ![i](/n3) text[^1]

## Heading [x](/n4)

- item
  - See [x](/n5) and
    [y](/n6)

> quote [x](/n7)
> more [x](/n8)

[^1]: note [x](/n9)

:::note Title

In a note [x](/n10)

:::

<Tabs>
<TabItem value="a" label="A">

In a tab [x](/n11)

</TabItem>
</Tabs>

<details>
<summary>More <a href="/n12">x</a></summary>

In details [x](/n13)

</details>

<div class="a">
  <a class="b" href='/n14'>x</a> <img src=/n15 alt="">
</div>

inline <a href="/n16">x</a> and <video src="/n17"></video>

<video poster="/n18"></video> <img alt="" srcset='/n19 2x'> <object data=/n20></object>
`;
    expect(await placesFound(source)).toEqual(placesIn(source).filter((place) => !place.endsWith("/n0")));
  });

  test("in table cells", async () => {
    const source = "| a | b |\n| --- | --- |\n| x | [y](/n1) |\n|[x](/n2)|z|\n| **b** | a [x](/n3) and [y](/n4) |\n";
    expect(await placesFound(source)).toEqual(placesIn(source));
  });

  test("in table cells that are alike or hold an escaped bar", async () => {
    const source = "| a | b |\n| --- | --- |\n| [x](/n1) | [x](/n1) |\n| a \\| [x](/n2) | [y](/n3) |\n";
    expect(await placesFound(source)).toEqual(placesIn(source));
  });

  test("in links by reference, where they are used", async () => {
    expect(await placesFound("First\nand [one][ref], ![two][ref]\n\n[ref]: /n1\n")).toEqual(["2:5 /n1", "2:17 /n1"]);
  });

  test("in front matter", async () => {
    const { stderr } = await checkLinks({ [PAGE]: "---\ntitle: Page\nimage: /gone.png\n---\n" });
    const hint = "hint: save the file as content/static/gone.png";
    expect(stderr).toContain(
      `${PAGE}:3:1  error  broken link "/gone.png": no page or file at /gone.png\n    ${hint}\n`,
    );
  });

  test("in pictures that are links", async () => {
    expect(await placesFound("see [![a](/n1)](/n2)\n")).toEqual(["1:5 /n2", "1:6 /n1"]);
  });
});

test("a build reports missing pictures of the configuration and of front matter, but not those that outputs make", async () => {
  const files = (outputs: string) => ({
    "site.config.ts": `export default { title: "T", url: "https://example.com", favicon: "/gone.svg",
      navbar: { logo: { src: "/logo.svg" } }, scripts: [{ src: "/by-host.js" }]${outputs} };`,
    "content/pages/index.md": "---\ntitle: Page\nimage: /card.png\n---\nText.\n",
  });
  const faults = async (outputs: string) => {
    const { stderr } = await command("build", "--root", makeSite(files(outputs)));
    return [...stderr.matchAll(/^(\S+) {2}error {2}broken link "(.*?)"/gm)].map(
      ([, place, target]) => `${place} ${target}`,
    );
  };
  expect(await faults("")).toEqual([
    "content/pages/index.md:3:1 /card.png",
    "site.config.ts:1:67 /gone.svg",
    "site.config.ts:2:30 /logo.svg",
  ]);
  const made = ', outputs: [{ name: "drawn", files: () => ["card.png", "logo.svg"], make: () => "x" }]';
  expect(await faults(made)).toEqual(["site.config.ts:1:67 /gone.svg"]);
});

test("links in the configuration are checked: navbar, dropdowns and footer", async () => {
  const { stderr, code } = await checkLinks({
    "site.config.ts": `export default { title: "T", url: "https://example.com",
      navbar: { items: [
        { label: "A", to: "/docs/guide/two/" },
        { label: "B", to: "/docs/gone-astray" },
        { type: "dropdown", label: "C", items: [{ label: "D", to: "/docs/guide/one#absent" }] },
        { label: "G", href: "/docs/gone-too" },
      ] },
      footer: { links: [{ title: "E", items: [{ label: "F", to: "/aboot" }] }] } };`,
  });
  expect(stderr.trimEnd().split("\n")).toEqual([
    'site.config.ts:4:27  error  broken link "/docs/gone-astray": no page or file at /docs/gone-astray',
    'site.config.ts:5:67  error  broken link "/docs/guide/one#absent": /docs/guide/one has no anchor "absent"',
    'site.config.ts:6:29  error  broken link "/docs/gone-too": no page or file at /docs/gone-too',
    'site.config.ts:8:65  error  broken link "/aboot": no page or file at /aboot',
    "    hint: did you mean /about?",
  ]);
  expect(code).toBe(1);
});

test("pictures and scripts in the configuration are checked, and may be outputs of the site", async () => {
  const { stderr } = await checkLinks({
    "site.config.ts": `export default { title: "T", url: "https://example.com", favicon: "/gone-icon.svg",
      navbar: { logo: { src: "/gone-logo.svg" } }, scripts: [{ src: "/gone-script.js" }, { src: "https://x.com/x.js" }, { src: "/made.js" }],
      outputs: [{ name: "o", files: () => ["made.js"], make: () => "" }] };`,
  });
  expect(stderr.split("\n").filter((line) => line.startsWith("site"))).toEqual(
    ["1:67 /gone-icon.svg", "2:30 /gone-logo.svg", "2:69 /gone-script.js"].map((finding) => {
      const [place, target] = finding.split(" ");
      return `site.config.ts:${place}  error  broken link "${target}": no page or file at ${target}`;
    }),
  );
});

test("links of React pages are checked", async () => {
  const { stderr, code } = await checkLinks({
    "content/pages/index.tsx": `import { Link } from "docgen/theme";
export default () => <p><Link to="/docs/">a</Link><Link to="/gone-one">b</Link><a href="/gone-two">c</a></p>;\n`,
  });
  const broken = /^content\/pages\/index\.tsx:\d+:\d+ {2}error {2}broken link "(.*)": no page or file/gm;
  expect([...stderr.matchAll(broken)].map(([, target]) => target)).toEqual(["/gone-one", "/gone-two"]);
  expect(code).toBe(1);
});

describe("docgen check-links", () => {
  const broken = { [PAGE]: "[a](/nowhere-at-all) and [b](/other/things/entirely.md)\n" };

  test("sums up on standard output and ends with 1 where a link is broken", async () => {
    const { stdout, stderr, code } = await checkLinks(broken);
    expect(stdout).toBe("3 links checked, 1 error, 1 warning\n");
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    expect(code).toBe(1);
  });

  test("--format json prints one object with every problem", async () => {
    const { stdout, stderr, code } = await checkLinks(broken, "--format", "json");
    const place = { path: PAGE, line: 1, severity: "error" };
    const message = (target: string, why: string) => `broken link "${target}": ${why}`;
    expect(JSON.parse(stdout)).toEqual({
      checked: 3,
      problems: [
        {
          ...place,
          column: 1,
          code: "broken-link",
          message: message("/nowhere-at-all", "no page or file at /nowhere-at-all"),
        },
        {
          ...place,
          column: 26,
          severity: "warning",
          code: "broken-markdown-link",
          message: message("/other/things/entirely.md", "no page at content/other/things/entirely.md"),
        },
      ],
    });
    expect(stderr).toBe("");
    expect(code).toBe(1);
    expect((await checkLinks(broken, "--json")).stdout).toBe(stdout);
    const none = await checkLinks({}, "--format", "json");
    expect(JSON.parse(none.stdout)).toEqual({ checked: 1, problems: [] });
    expect(none.code).toBe(0);
  });

  test("refuses a format that it does not know", async () => {
    const { stderr, stdout, code } = await checkLinks({}, "--format", "yaml");
    expect(stderr).toMatch(
      /^error {2}option '--format <format>' argument 'yaml' is invalid. Allowed choices are text, json/,
    );
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

test("with --strict a warning fails the command: build, check-links and check-samples", async () => {
  const warned = "# Page\n\n[a](./gone-astray.md)\n";
  const root = makeSite({
    "content/pages/index.md": "# Home\n\n[The guide to it all](/docs/)\n",
    "content/docs/index.md": warned,
  });
  for (const name of ["build", "check-links"]) {
    expect(await command(name, "--root", root)).toMatchObject({ code: 0, stderr: expect.stringContaining("warning") });
    expect((await command(name, "--root", root, "--strict")).code).toBe(1);
  }
  writeFiles(root, { "content/docs/index.md": "# Page\n\n[To the home page](/)\n" });
  for (const name of ["build", "check-links", "check-samples"]) {
    expect(await command(name, "--root", root, "--strict")).toMatchObject({ code: 0, stderr: "" });
  }
});

test("a build takes broken links as seriously as the configuration says", async () => {
  const links = "[a](/nowhere-at-all) [b](./gone-astray.md) [c](#gone)\n";
  const levels = async (settings: string) => {
    const config = `export default { title: "T", url: "https://example.com", ${settings} };`;
    const run = await command("build", "--root", makeSite({ ...SITE, "site.config.ts": config, [PAGE]: links }));
    return [...[...run.stderr.matchAll(/^content.*? {2}(\w+)/gm)].map(([, level]) => level), run.code];
  };
  expect(await levels("")).toEqual(["error", "warning", "error", 1]);
  expect(await levels('onBrokenLinks: "warn", onBrokenMarkdownLinks: "ignore"')).toEqual(["warning", "warning", 0]);
  expect(await levels('onBrokenLinks: "ignore", onBrokenMarkdownLinks: "throw"')).toEqual(["error", 1]);
});
