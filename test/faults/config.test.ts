import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { makeSite, writeFiles } from "../helpers/docgen.ts";
import { buildFaults, unplaced } from "../helpers/faults.ts";
import { get, watchSite } from "../helpers/watch.ts";

const PAGES = {
  "content/pages/index.md": "# Home\n",
  "content/docs/index.md": "# Start\n",
  "content/docs/a.md": "# A\n",
};

test("a redirect to a missing page, to itself, in a circle, or from one place twice is an error at its entry", async () => {
  const redirects = [
    '{ from: "/docs/old", to: "/docs/nowhere-at-all" }',
    '{ from: "/docs/self", to: "/docs/self" }',
    '{ from: "/docs/one", to: "/docs/two" }',
    '{ from: "/docs/two", to: "/docs/one" }',
    '{ from: "/docs/twice", to: "/docs/" }',
    '{ from: "/docs/twice/", to: "/docs/a" }',
    '{ from: "/../outside", to: "/docs/" }',
    '{ from: "/docs/out", to: "https://evil.com/" }',
    '{ from: "/docs/js", to: "javascript:alert(1)" }',
  ];
  const config = `export default { title: "T", url: "https://example.com", redirects: [${redirects.join(", ")}] };`;
  const { stderr, code } = await buildFaults({ ...PAGES, "site.config.ts": config });
  for (const index of [0, 1, 2, 3, 5, 6, 7, 8])
    expect(unplaced(stderr)).toContain(`site.config.ts: redirects[${index}].`);
  expect(stderr).not.toContain("redirects[4].");
  expect(code).toBe(2);
});

describe("a configuration that is broken is told, exit code 2:", () => {
  test.each<[string, string, readonly string[]]>([
    ["a syntax error", "export default {\n  title: \n};", ['site.config.ts:3:1  error  Unexpected "}"']],
    ["an exception", 'throw new Error("no luck");', ["site.config.ts:1:7  error  throws while it is read: no luck"]],
    [
      "no export",
      "const a = 1;",
      ['site.config.ts:1:1  error  exports nothing; write "export default defineConfig({ … })"'],
    ],
    [
      "all its problems at once: an unknown key, wrong types, a base URL without a slash",
      'export default { title: 3, url: "https://example.com", baseUrl: "/docs", colorMode: { respectPrefersColorScheme: "yes" }, navbr: {} };',
      [
        "site.config.ts:1:18  error  title: must be text, but is 3",
        'site.config.ts:1:56  error  baseUrl: must begin and end with "/", but is "/docs"',
        'site.config.ts:1:87  error  colorMode.respectPrefersColorScheme: must be true or false, but is "yes"',
        'site.config.ts:1:123  error  configuration: unknown key "navbr"; did you mean "navbar"?',
      ],
    ],
  ])("%s", async (_, config, messages) => {
    const { stderr, code } = await buildFaults({ ...PAGES, "site.config.ts": config });
    expect(stderr.trimEnd().split("\n")).toEqual(messages);
    expect(code).toBe(2);
  });

  test("docgen serve keeps the last good one", { timeout: 60_000 }, async () => {
    const site = await watchSite(PAGES);
    for (const config of ["export default {\n  title: \n};", 'throw new Error("no luck");', "const a = 1;"]) {
      writeFiles(site.root, { "site.config.ts": config });
      await site.told(({ errors }) => errors?.some(({ path }) => path === "site.config.ts") === true);
      const { status, body } = await get(`${site.address}/docs/a`);
      expect([status, body.includes("<title>A | Fixture</title>")]).toEqual([200, true]);
    }
    const good = 'export default { title: "Mended", url: "https://example.com" };\n';
    rmSync(join(site.root, "site.config.ts"));
    await site.told(({ errors = [] }) => {
      return errors.length > 0 && errors.every(({ message }) => message.includes("not found"));
    });
    await site.edit({ "site.config.ts": good }, "/docs/a", "<title>A | Mended</title>");
  });
});

test("a placeholder that the template can't have or lacks is an error with its place", async () => {
  const said = async (template: string) => {
    const { code, stderr } = await command(
      "build",
      "--root",
      makeSite({ "content/docs/a.md": "# A\n", "templates/page.html": template }),
    );
    return [code, stderr];
  };
  expect(await said("<html>\n<body>{{ content }}</body>\n")).toEqual([
    2,
    "templates/page.html:2:7  error  unknown placeholder {{ content }} (valid: {{htmlAttributes}}, {{head}}, {{app}}, {{data}})\n",
  ]);
  expect(await said("<html {{htmlAttributes}}>{{head}}{{app}}")).toEqual([
    2,
    "templates/page.html:1:1  error  the placeholder {{data}} is missing; add it\n",
  ]);
});

test("navbar items that lead nowhere, are of an unknown type, or name an unknown sidebar are errors that name the item", async () => {
  const config = (items: string) => ({
    "site.config.ts": `export default { title: "T", url: "https://example.com",
      docs: [{}, { id: "more", folder: "more", routeBasePath: "more", sidebarId: "moreSidebar" }], navbar: { items: [${items}] } };`,
  });
  const said = async (items: string) => {
    const { stderr, code } = await buildFaults({ ...PAGES, ...config(items) });
    expect(code).toBe(2);
    return unplaced(stderr).trimEnd().split("\n");
  };
  expect(await said('{ type: "docSidebar", sidebarId: "moreSidebar" }')).toEqual([
    'error  site.config.ts: navbar.items[0]: sidebar "moreSidebar" contains no link',
  ]);
  expect(
    await said('{ label: "A", to: "/docs/" }, { type: "docSidebr", sidebarId: "x" }, { type: "spaceship" }'),
  ).toEqual([
    'error  site.config.ts: navbar.items[1]: unknown type "docSidebr"; did you mean "docSidebar"?',
    expect.stringMatching(/^error {2}site\.config\.ts: navbar\.items\[2\]: unknown type "spaceship".*docSidebar/),
  ]);
  expect(await said('{ type: "docSidebar", sidebarId: "nothingAlike" }')).toEqual([
    expect.stringMatching(/navbar\.items\[0\]: no sidebar "nothingAlike".*tutorialSidebar, moreSidebar/),
  ]);
});

test("a broken configuration is told to programs, too, in the form that they read", async () => {
  const root = makeSite({ ...PAGES, "site.config.ts": "export default {\n  title: \n};" });
  const place = { path: "site.config.ts", line: 3, column: 1, severity: "error", message: 'Unexpected "}"' };
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await command(...args, "--root", root);
    expect([code, stderr]).toEqual([2, 'site.config.ts:3:1  error  Unexpected "}"\n']);
    return stdout;
  };
  expect(JSON.parse(await run("build", "--json"))).toMatchObject({ pages: 0, errors: [place], problems: [place] });
  expect(JSON.parse(await run("check-links", "--format", "json"))).toMatchObject({ checked: 0, problems: [place] });
  expect(await run("check-links", "--format", "github")).toBe(
    '::error file=site.config.ts,line=3,col=1,title=failure::Unexpected "}"\n',
  );
  expect(await run("check-links", "--format", "sarif")).toContain("site.config.ts");
  expect(await run("check-api", "--format", "github")).toContain("::error file=site.config.ts,line=3,col=1,");
  for (const args of [["check-api"], ["check-samples"], ["check-freshness"], ["search", "word"]]) {
    expect(JSON.parse(await run(...args, "--json"))).toMatchObject({ problems: [place] });
  }
  const { code, stdout } = await command("diff", "--json", "--root", root);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    2,
    { problems: [{ message: expect.stringContaining("not a git repository") }] },
  ]);
});
