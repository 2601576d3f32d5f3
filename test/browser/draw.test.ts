import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { isPlainDrawing } from "../../src/shared/drawing.ts";
import { collectComplaints, openBrowser, pathOfBrowser } from "../helpers/browser.ts";
import { command, previewSite } from "../helpers/command.ts";
import { makeSite, readTree, writeFiles } from "../helpers/docgen.ts";

/** Wider than text. */
const DIAGRAM =
  "flowchart LR\n  A[File] -->|bytes| B[Rows] --> C[A long name of a step] --> D[Another long name] --> E[The last step]";
const OTHERS = [
  "sequenceDiagram\n  A->>B: hello",
  "classDiagram\n  Animal <|-- Duck\n  Animal : +int age",
  "stateDiagram-v2\n  [*] --> Still\n  Still --> [*]",
  'pie\n  "a" : 3\n  "b" : 5',
  'flowchart TD\n  A["<img src=x onerror=alert(1)><script>alert(2)</script>"] --> B\n  click A "javascript:alert(3)"',
];
const fenceOf = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;

const HOSTILE = [
  "<script>alert(1)</script>",
  '<image href="https://example.com/a.png"/>',
  '<g onload="alert(1)"/>',
  "<style>body{display:none}</style>",
  "<style>#DRAWING a,body{display:none}</style>",
  "<style>@import 'https://example.com';</style>",
  '<style media="all">body{display:none}</style>',
  "<style><title>a</title>body{display:none}</style>",
  '<rect style="fill: u&#114;l(https://example.com)"/>',
  '<a href="javascript:alert(1)"/>',
  '<rect style="fill: url(https://example.com)"/>',
  "<foreignObject><p>a</p></foreignObject>",
  "<!-- <b> -->",
];

test("diagrams are drawn by a command and put into pages as pictures that need no script and follow the mode", async () => {
  vi.stubEnv("CHROME_PATH", await pathOfBrowser("headless"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const root = makeSite({
    "content/pages/index.md": "# Home\n",
    "content/docs/index.md": `# Start\n\n${fenceOf(DIAGRAM)}\n- in a list\n\n  ${fenceOf(DIAGRAM).replace("mermaid", 'mermaid title="Bytes"').replaceAll("\n", "\n  ")}\n`,
    "content/docs/others.md": `# Others\n\n${OTHERS.map(fenceOf).join("\n")}`,
    "content/docs/faulty.md": `---\ndraft: true\n---\n\n# Faulty\n\n${fenceOf("flowchart LR\n  A --> --> B")}`,
    "content/_diagrams/0123456789abcdef.svg": "<svg></svg>\n",
  });
  const folder = join(root, "content/_diagrams");
  const [undrawn, drawn] = [await command("build", "--root", root), await command("draw", "--root", root)];
  expect(undrawn.stderr).toContain("content/docs/index.md:3:1  warning  the diagram is not drawn yet");
  expect(undrawn.stderr).toContain("docgen draw");
  expect(readdirSync(join(root, "build/assets")).some((name) => name.startsWith("mermaid-"))).toBe(true);
  expect(drawn.stdout).toBe("6 diagrams drawn, 0 kept, 1 removed, 1 not drawn\n");
  expect(drawn.stderr).toMatch(/^content\/docs\/faulty\.md:7:1 {2}error {2}not drawn: Parse error/);
  expect(drawn.code).toBe(1);
  expect(readdirSync(folder)).toHaveLength(6);
  const pie = readdirSync(folder).find((name) => readFileSync(join(folder, name), "utf8").includes("pieCircle")) ?? "";

  // More than a drawing is not put into a page.
  const own = readFileSync(join(folder, pie), "utf8");
  for (const more of HOSTILE) expect(isPlainDrawing(own.trim().replace("</svg>", `${more}</svg>`)), more).toBe(false);
  writeFileSync(join(folder, pie), own.replace("</svg>", `${HOSTILE[0]}</svg>`));
  const tampered = await command("build", "--root", root);
  expect(tampered.stderr.match(/warning/g)).toHaveLength(1);
  expect(tampered.stderr).toContain(`content/_diagrams/${pie} contains more than a drawing`);
  writeFileSync(join(folder, pie), own);

  const built = await command("build", "--root", root);
  expect(built.stderr).not.toContain("diagram");
  expect(readdirSync(join(root, "build/assets")).some((name) => /^mermaid/.test(name) && !name.endsWith(".js"))).toBe(
    false,
  );
  const start = readFileSync(join(root, "build/docs/index.html"), "utf8");
  expect(start).toContain('<figure class="mermaid" data-drawn><figcaption>Bytes</figcaption><div class="diagram"');
  const others = readFileSync(join(root, "build/docs/others/index.html"), "utf8");
  expect(others).not.toMatch(/javascript:|<img src=x|<script>alert|docgen-mermaid/);

  const address = await previewSite(root);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    const complaints = collectComplaints(page);
    for (const path of ["/docs/others", "/docs/"]) {
      await page.goto(address + path);
      const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    const svg = page.locator(".diagram svg").first();
    const look = () =>
      svg.evaluate((picture) => ({
        node: getComputedStyle(picture.querySelector(".node rect") ?? picture).fill,
        text: getComputedStyle(picture.querySelector("text") ?? picture).fill,
        scale: picture.getBoundingClientRect().width / Number(picture.getAttribute("width")),
        size: getComputedStyle(picture.querySelector("text") ?? picture).fontSize,
      }));
    const light = await look();
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    const dark = await look();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await look()).scale).toBeLessThan(1);
    // On a phone, too wide a diagram is reduced to three quarters, with text of 12 px.
    const scale = expect.closeTo(0.75, 2);
    expect(light).toEqual({ node: "rgb(245, 246, 242)", text: "rgb(26, 33, 30)", scale, size: "16px" });
    expect(dark).toEqual({ node: "rgb(23, 30, 27)", text: "rgb(223, 230, 226)", scale, size: "16px" });

    // Where no script can enlarge a diagram, it is as large as it was drawn, and scrolls.
    const plain = await browser.newPage({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
    await plain.goto(`${address}/docs/`);
    const scales = await plain
      .locator(".diagram svg")
      .evaluateAll((pictures) =>
        pictures.map((picture) => [
          picture.getBoundingClientRect().width / Number(picture.getAttribute("width")),
          (picture.parentElement?.scrollWidth ?? 0) > (picture.parentElement?.clientWidth ?? 0),
          (picture.parentElement as HTMLElement).tabIndex,
        ]),
      );
    expect(scales).toEqual([
      [1, true, 0],
      [1, true, 0],
    ]);
    expect(await plain.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  } finally {
    await browser.close();
  }
});

test.each([
  ["a date that is none", { "content/blog/2026-02-30-a.md": "# A\n" }],
  ["front matter that is broken", { "content/docs/a.md": "---\ntitle: a: b\n---\n" }],
])("drawings without a page stay while one is left out for %s", async (_, files) => {
  const drawing = "content/_diagrams/0123456789abcdef.svg";
  const root = makeSite({ ...files, "content/docs/index.md": "# Start\n", [drawing]: "<svg></svg>\n" });
  expect(await command("draw", "--root", root)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0 removed"),
  });
  expect(existsSync(join(root, drawing))).toBe(true);
  for (const file of Object.keys(files)) rmSync(join(root, file));
  expect(await command("draw", "--root", root)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 removed"),
  });
});

test("files that are no drawings stay, and a file in place of the folder is named", async () => {
  const files = { "own.svg": "<svg></svg>\n", "notes.txt": "Notes.\n", "more/deep.svg": "<svg></svg>\n" };
  const root = makeSite({ "content/docs/index.md": "# Start\n" });
  const folder = join(root, "content/_diagrams");
  writeFiles(folder, { ...files, "0123456789abcdef.svg": "<svg></svg>\n" });
  const drawn = await command("draw", "--root", root);
  expect([drawn.code, drawn.stdout]).toEqual([0, "0 diagrams drawn, 0 kept, 1 removed\n"]);
  expect(Object.fromEntries(readTree(folder))).toEqual(files);
  rmSync(folder, { recursive: true });
  writeFiles(root, { "content/_diagrams": "" });
  const refused = await command("draw", "--root", root);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `error  ${folder}: exists already, and is not a folder (EEXIST)\n`,
  ]);
});
