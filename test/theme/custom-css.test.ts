import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, PROJECT, readOutput, writeFiles } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";
import { get, watchSite } from "../helpers/watch.ts";

/** A site with style sheets. @param more of its configuration */
function site(customCss: readonly string[], files: Files, more = ""): Files {
  const config = `export default { title: "T", url: "https://example.com", customCss: ${JSON.stringify(customCss)}, ${more} };`;
  return {
    "content/docs/index.md": "# Start\n",
    "content/static/index.html": "Home\n",
    "site.config.ts": config,
    ...files,
  };
}

/** The one style sheet of a page: its name and its text. */
function sheetOf(root: string, baseUrl = "/"): readonly [name: string, text: string] {
  const links = [...readOutput(root, "docs/index.html").matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
  expect(links).toHaveLength(1);
  const name = (links[0]?.[1] ?? "").slice(baseUrl.length);
  return [name, readOutput(root, name)];
}

const assetsOf = (root: string, ending: string) =>
  readdirSync(join(root, "build/assets"))
    .filter((name) => name.endsWith(ending))
    .sort();

/** Builds a site that is at fault. @returns what it says of it, line by line, and its exit code */
async function faultsOf(files: Files | string) {
  const root = typeof files === "string" ? files : makeSite(files);
  const { code, stderr } = await command("build", "--root", root);
  return {
    code,
    said: unplaced(stderr)
      .split("\n")
      .filter((line) => /error|warning|hint/.test(line)),
  };
}

test("the site's style sheets follow the theme's layers in the one file that pages load, minified and named by its bytes", async () => {
  const css = { "brand.css": "/* Ours. */\nh1 {\n  color: rgb(1 2 3);\n}\n", "style/late.css": "h1 { color: blue }\n" };
  const plain = sheetOf(await buildSite(site([], {})));
  const first = await buildSite(site(["./brand.css", "style/late.css"], css));
  const second = await buildSite(site(["./brand.css", "style/late.css"], css));
  const [name, text] = sheetOf(first);
  expect(text).toBe(`${plain[1].trimEnd()}h1{color:#010203}h1{color:#00f}\n`);
  expect(assetsOf(first, ".css")).toEqual([name.slice("assets/".length)]);
  expect(sheetOf(second)).toEqual([name, text]);
  expect(name).not.toBe(plain[0]);
});

test("all rules of the theme are in the layer docgen, and so are the configured colours", async () => {
  const root = await buildSite(site([], {}, 'themeColors: { light: { "--color-accent": "#123456" } }'));
  const [, text] = sheetOf(root);
  let depth = 0;
  let rule = "";
  const outer: string[] = [];
  for (const sign of text.replace(/"[^"]*"|url\([^)]*\)/g, "")) {
    if (depth === 0) rule += sign;
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (depth === 0 && (sign === "}" || sign === ";")) {
      outer.push(rule.replace(/\{.*$/, ""));
      rule = "";
    }
  }
  expect(outer.filter((one) => !one.startsWith("@layer docgen."))).toEqual([]);
  expect(outer.length).toBeGreaterThan(5);
  expect(readOutput(root, "docs/index.html")).toContain("<style>@layer docgen.colors{:root");
});

test("what a style sheet imports is in it, and files that it names are beside it; static ones have the base URL", async () => {
  const root = await buildSite(
    site(
      ["./brand/brand.css"],
      {
        "brand/brand.css": `@import "./parts/type.css" layer(type);
@import "a-font/400.css";
.a { background: url("../pictures/a b.svg#part") }
.b { background: url(/logo.svg) }
.c { background: url(https://example.org/c.png) }
.d { background: url("data:image/png;base64,AAAA") }
`,
        "brand/parts/type.css": '@font-face { font-family: Own; src: url("own.woff2") }\n',
        "brand/parts/own.woff2": "OWN",
        "pictures/a b.svg": "<svg/>",
        "node_modules/a-font/package.json": '{"name":"a-font"}',
        "node_modules/a-font/400.css": "@font-face { font-family: A; src: url(./a.woff2); *zoom: 1 }\n",
        "node_modules/a-font/a.woff2": "A",
      },
      'baseUrl: "/base/"',
    ),
  );
  const [theirs, own] = assetsOf(root, ".woff2");
  const [picture] = assetsOf(root, ".svg");
  const [, text] = sheetOf(root, "/base/");
  expect(text.slice(text.indexOf("@layer type{")).trimEnd()).toBe(
    `@layer type{@font-face{font-family:Own;src:url("./${own}")}}` +
      `@font-face{font-family:A;src:url("./${theirs}");*zoom: 1}` +
      `.a{background:url("./${picture}#part")}` +
      ".b{background:url(/base/logo.svg)}" +
      ".c{background:url(https://example.org/c.png)}" +
      ".d{background:url(data:image/png;base64,AAAA)}",
  );
  expect(readOutput(root, `assets/${own}`)).toBe("OWN");
});

test("the configuration's faults name the item, the file and what to do", async () => {
  const item = "error  site.config.ts: customCss[0]:";
  expect(await faultsOf(site(["./none.css"], {}))).toEqual({
    code: 2,
    said: [`${item} "./none.css" does not exist; create it, or correct the path`],
  });
  const form = "must be the path of a .css file inside the root, relative to the root";
  const outside = ["../brand.css", "https://example.com/a.css", "/a.css", "a.scss"];
  expect(await faultsOf(site(outside, {}))).toEqual({
    code: 2,
    said: outside.map((path, index) => `error  site.config.ts: customCss[${index}]: ${form}, but is "${path}"`),
  });
  expect(await faultsOf(site(["a.css"], { "a.css/b.css": "" }))).toEqual({
    code: 2,
    said: [`${item} "a.css" is not a file; replace it with a file`],
  });
  const linked = makeSite(site(["./brand.css"], {}));
  symlinkSync(join(PROJECT, "src/theme/styles/base.css"), join(linked, "brand.css"));
  expect(await faultsOf(linked)).toEqual({
    code: 2,
    said: [`${item} "./brand.css" leads out of the site's root; replace the symbolic link with the file`],
  });
});

test.skipIf(process.platform === "win32")("a pipe is refused, as a style sheet and as what one names", async () => {
  const root = makeSite(site(["./brand.css"], {}));
  execFileSync("mkfifo", [join(root, "brand.css"), join(root, "font.woff2")]);
  expect((await faultsOf(root)).said[0]).toMatch(/customCss\[0\]: "\.\/brand\.css" is not a file/);
  writeFiles(root, { "other.css": ".a { background: url(font.woff2) }\n", ...site(["./other.css"], {}) });
  expect(await faultsOf(root)).toEqual({
    code: 1,
    said: [
      'other.css:1:18  error  "font.woff2" is not a file; replace it with a file',
      expect.stringContaining("Not built"),
    ],
  });
});

test("faults of CSS name the file, the line and the column, and all are told at once", async () => {
  const { code, said } = await faultsOf(
    site(["./brand.css"], {
      "brand.css": '@import "./parts/a.css";\nh1 { widht: 1px }\nh2 {\n  color: red;\n',
      "parts/a.css": "a { color: blue }\n} b { color: red }\n",
    }),
  );
  expect(code).toBe(1);
  expect(said.slice(0, -1)).toEqual([
    'brand.css:2:6  warning  "widht" is not a known CSS property',
    '    hint: write "width"',
    'brand.css:5:1  error  Expected "}" to go with "{"',
    '    hint: write "}"',
    'parts/a.css:2:1  error  Unexpected "}"',
  ]);
});

test("what can't be imported is refused where it is named", async () => {
  const css = `@import "https://example.org/a.css";
@import "./none.css";
.a { background: url(none.png) }
.b { background: url(../outside.png) }
`;
  const root = makeSite({ "outside.png": "", ...site([], {}) });
  const inner = join(root, "site");
  writeFiles(inner, site(["./brand.css"], { "brand.css": css }));
  expect((await faultsOf(inner)).said.slice(0, -1)).toEqual([
    expect.stringMatching(
      /^brand\.css:1:9 {2}error {2}"https:\/\/example\.org\/a\.css" can't be imported: .*put the file/,
    ),
    'brand.css:2:9  error  "./none.css" does not exist; paths are relative to this file',
    'brand.css:3:18  error  "none.png" does not exist; paths are relative to this file',
    'brand.css:4:18  error  "../outside.png" is outside the site\'s root; move it next to this file',
  ]);
});

test("a build sees edits of style sheets, of what they import and of the files that they name", async () => {
  const files = {
    "brand.css": '@import "./part.css";\n.a { background: url(a.svg) }\n',
    "part.css": "h1 { color: red }\n",
    "a.svg": "<svg/>",
  };
  const root = await buildSite(site(["./brand.css"], files));
  const again = async (edit: Files) => {
    writeFiles(root, edit);
    expect((await command("build", "--root", root)).code).toBe(0);
    return sheetOf(root);
  };
  const before = sheetOf(root);
  expect(await again({})).toEqual(before);
  expect((await again({ "part.css": "h1 { color: #010203 }\n" }))[1]).toContain("h1{color:#010203}");
  const old = assetsOf(root, ".svg");
  await again({ "a.svg": "<svg></svg>" });
  expect(assetsOf(root, ".svg")).toHaveLength(1);
  expect(assetsOf(root, ".svg")).not.toEqual(old);
});

test("a server tells of a fault, keeps the last good style, and takes up the files that were missing", async () => {
  const watched = await watchSite(site(["./style/brand.css"], { "style/brand.css": "h1 { color: #010203 }\n" }));
  const cssOf = async () => {
    const { body } = await get(`${watched.address}/docs/`);
    return (await get(watched.address + (/href="(\/assets\/index-[^"]+\.css)"/.exec(body)?.[1] ?? ""))).body;
  };
  expect(await cssOf()).toContain("h1{color:#010203}");
  writeFiles(watched.root, { "style/brand.css": '@import "./later.css";\nh1 { color: #040506 }\n' });
  const { errors } = await watched.told(({ type, errors: found }) => type === "problems" && found?.length === 1);
  expect(errors?.[0]).toMatchObject({ path: "style/brand.css", line: 1, column: 9 });
  expect(await cssOf()).toContain("h1{color:#010203}");
  writeFiles(watched.root, { "style/later.css": "h2 { color: #070809 }\n" });
  await watched.told(({ type, errors: found }) => type === "problems" && found?.length === 0);
  expect(await cssOf()).toContain("h2{color:#070809}h1{color:#040506}");
});

test("a server tells of a style sheet that isn't there, and takes it up when it comes", async () => {
  const watched = await watchSite(site(["./brand.css"], {}));
  const page = () => get(`${watched.address}/docs/`);
  expect((await page()).body).toContain("brand.css");
  writeFiles(watched.root, { "brand.css": "h1 { color: #010203 }\n" });
  const sheetOf = ({ body }: { readonly body: string }) => /href="(\/assets\/index-[^"]+\.css)"/.exec(body)?.[1];
  // A server that has not checked the site yet tells of no problems, too.
  await expect.poll(async () => sheetOf(await page())).toBeDefined();
  const sheet = sheetOf(await page());
  expect((await get(watched.address + sheet)).body).toContain("h1{color:#010203}");
});
