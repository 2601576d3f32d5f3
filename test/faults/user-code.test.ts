import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { evaluateConfig } from "../../src/config/load.ts";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { get, watchSite } from "../helpers/watch.ts";

const DOCS = { "content/docs/index.md": "# Start\n" };
const FIELDS = 'title: "Fixture", url: "https://example.com"';
const CONFIG = `export default { ${FIELDS} };\n`;
const PAGE = "export default () => <p>shown</p>;\n";
/** Of a clock for what waits, of a processor for what works: a busy machine gives up nothing else. */
const LIMIT_S = 1;
const SLOW = { timeout: 120_000 };

beforeAll(() => void vi.stubEnv("DOCGEN_TIME_LIMIT", String(LIMIT_S)));
afterAll(() => void vi.unstubAllEnvs());

/** Builds, and looks at what is left under way. */
async function build(files: Files) {
  const root = makeSite({ ...DOCS, ...files });
  const { code, stderr } = await command("build", "--root", root);
  const left = readdirSync(join(root, ".docgen")).filter((name) => name !== "cache");
  return { code, stderr, left, isBuilt: existsSync(join(root, "build")) };
}

describe("a configuration", () => {
  const FAULTS: readonly (readonly [config: string, message: string])[] = [
    [`await new Promise(() => {});\n${CONFIG}`, `: takes longer than ${LIMIT_S} s to load; DOCGEN_TIME_LIMIT`],
    [`while (true);\n${CONFIG}`, `: takes longer than ${LIMIT_S} s to load; DOCGEN_TIME_LIMIT`],
    [`\nprocess.exit(0);\n${CONFIG}`, ":2:9: ends the process; throw an error instead"],
    [`setTimeout(() => process.exit(0), 10);\n${CONFIG}`, ":1:26: ends the process; throw an error instead"],
    [`\n\nPromise.reject(new Error("lost"));\n${CONFIG}`, ":3:16: throws in code that it does not await: lost"],
    [
      `setTimeout(() => {\n  throw new Error("late");\n}, 10);\n${CONFIG}`,
      ":2:9: throws in code that it does not await: late",
    ],
    [
      `setTimeout(() => {\n  throw new Error("late");\n});\nawait new Promise(() => {});\n${CONFIG}`,
      ":2:9: throws in code that it does not await: late",
    ],
    [`import "./lib/own.ts";\n${CONFIG}`, ": throws while it is read: no luck (lib/own.ts:2:7)"],
    [`export default () => ({ ${FIELDS} });`, ": configuration: must not be a function; write"],
    ["export default null;", ": configuration: must be an object, but is null"],
    [`export default { ${FIELDS}, title: "G" };`, ': Duplicate key "title" in object literal; remove one of the two'],
    [
      `export default { ${FIELDS}, navbar: { items: import("node:fs") } };`,
      ": navbar.items: must not be a promise; write await before it",
    ],
    [`export default Promise.resolve({ ${FIELDS} });`, ": configuration: must not be a promise; write"],
    [
      `export default { ${FIELDS}, customFields: { a: [1, { make: () => 1 }] } };`,
      ": customFields.a[1].make: must not be a function",
    ],
    [
      `export default { ${FIELDS}, get tagline() { throw new Error("no luck"); } };`,
      ": tagline: throws while it is read: no luck",
    ],
  ];

  test(
    "that fails, runs for ever, ends the process or holds no values is told by its name, exit code 2",
    SLOW,
    async () => {
      const lib = { "lib/own.ts": '// One.\nthrow new Error("no luck");\n' };
      const runs = await Promise.all(FAULTS.map(([config]) => build({ ...lib, "site.config.ts": config })));
      for (const [index, { code, stderr, left, isBuilt }] of runs.entries()) {
        expect(stderr).toMatch(/^\S+ {2}error {2}[^\n]*\n$/);
        const [, place = "", message] = /^(:\d+:\d+)?: (.*)$/.exec(FAULTS[index]?.[1] ?? "") ?? [];
        expect(stderr).toMatch(place === "" ? /^site\.config\.ts:\d+:\d+ / : `site.config.ts${place}  `);
        expect(stderr).toContain(`  error  ${message}`);
        expect([code, left, isBuilt]).toEqual([2, [], false]);
      }
    },
  );

  test("that ends the process is told where docgen learns of that and of its values at once", async () => {
    const end = join(temporaryFolder(), "end");
    const code = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(end)}, ""));
setTimeout(() => process.exit(0));
export default {};`;
    const value = evaluateConfig(temporaryFolder(), { inputs: [], code, circle: "" });
    await Promise.resolve();
    // This thread hears nothing of the other until that has ended.
    const clock = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(end)) Atomics.wait(clock, 0, 0, 5);
    Atomics.wait(clock, 0, 0, 50);
    await expect(value).rejects.toThrow("ends the process");
  });

  test("that ends the process ends no command with success", SLOW, async () => {
    const root = makeSite({ ...DOCS, "site.config.ts": `process.exit(0);\n${CONFIG}` });
    const runs = [["check-links"], ["check-samples"], ["search", "start"]].map(([name = "", ...words]) =>
      command(name, ...words, "--root", root),
    );
    for (const { code, stderr } of await Promise.all(runs)) {
      expect(stderr).toBe("site.config.ts:1:9  error  ends the process; throw an error instead\n");
      expect(code).toBe(2);
    }
  });

  test("holds values of any kind, and may ask its surroundings each time", SLOW, async () => {
    const config = `const ignore = [/^\\/docs\\/later/];
export default { ${FIELDS}, tagline: process.env.TAGLINE, links: { ignore }, customFields: { when: new Date(0), of: new Map() } };`;
    vi.stubEnv("TAGLINE", "First");
    const root = await buildSite({ "content/docs/index.md": "# S\n\n[a](/docs/later/x)\n", "site.config.ts": config });
    const tagline = () => /"tagline":"(\w*)"/.exec(readOutput(root, dataFile(root)))?.[1];
    expect(tagline()).toBe("First");
    vi.stubEnv("TAGLINE", "Second");
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(tagline()).toBe("Second");
  });

  test("is given up by its limit alone where that is a number of seconds", SLOW, async () => {
    vi.stubEnv("DOCGEN_TIME_LIMIT", "soon");
    const { code, stderr } = await build({ "site.config.ts": `process.version;\n${CONFIG}` });
    vi.stubEnv("DOCGEN_TIME_LIMIT", String(LIMIT_S));
    expect(stderr).toBe('error  DOCGEN_TIME_LIMIT: "soon" is not a number of seconds up to a day; the default is 10\n');
    expect(code).toBe(2);
  });

  test("that never settles while the site is served is told, and taken up when it is mended", SLOW, async () => {
    const site = await watchSite(DOCS);
    writeFiles(site.root, { "site.config.ts": `await new Promise(() => {});\n${CONFIG}` });
    await site.said(/site\.config\.ts:1:1 {2}error {2}takes longer than \d+ s/);
    expect((await get(`${site.address}/docs/`)).body).toContain("Start | Fixture");
    const mended = `setTimeout(() => {}, 10);\n${CONFIG.replace("Fixture", "Mended")}`;
    await site.edit({ "site.config.ts": mended }, "/docs/", "<title>Start | Mended</title>");
  });

  test("that never settles is not waited for when it is edited", SLOW, async () => {
    vi.stubEnv("DOCGEN_TIME_LIMIT", "3600");
    const site = await watchSite(DOCS);
    vi.stubEnv("DOCGEN_TIME_LIMIT", String(LIMIT_S));
    const begun = join(site.root, "begun");
    const waits = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(begun)}, "");\nawait new Promise(() => {});\n`;
    writeFiles(site.root, { "site.config.ts": waits + CONFIG });
    await expect.poll(() => existsSync(begun)).toBe(true);
    await site.edit(
      { "site.config.ts": CONFIG.replace("Fixture", "Mended") },
      "/docs/",
      "<title>Start | Mended</title>",
    );
    expect(site.output()).not.toContain("error");
  });
});

describe("a React page", () => {
  test("that fails in the background or ends the process fails the build at its line", SLOW, async () => {
    const { code, stderr, left, isBuilt } = await build({
      "content/pages/rejects.tsx": `\nPromise.reject(new Error("lost"));\n${PAGE}`,
      "content/pages/says.tsx": `Promise.reject("only a text");\n${PAGE}`,
      "content/pages/throws.tsx": `${PAGE}const tick = () => {\n  throw new Error("late");\n};\nsetTimeout(tick, 10);\n`,
      "content/pages/ends.tsx": "export default () => process.exit(0);\n",
      "content/pages/lib.tsx": 'import { bad } from "../../lib/bad.ts";\nexport default bad;\n',
      "lib/bad.ts": 'export function bad() {\n  throw new Error("no luck");\n}\n',
      "content/pages/good.tsx": PAGE,
    });
    const errors = stderr.split("\n").filter((line) => line.includes("  error  "));
    const background = "error  throws in the background:";
    expect(errors).toEqual([
      "content/pages/ends.tsx:1:22  error  uses process.exit in the browser",
      "content/pages/ends.tsx:1:30  error  ends the process while it is rendered",
      "content/pages/lib.tsx:1:1  error  throws while it is rendered: no luck (lib/bad.ts:2:9)",
      `content/pages/rejects.tsx:2:16  ${background} lost`,
      `content/pages/says.tsx:1:1  ${background} only a text`,
      `content/pages/throws.tsx:3:9  ${background} late`,
    ]);
    expect([code, left, isBuilt]).toEqual([1, [], false]);
  });

  test("that never ends is given up and told; the other pages are not to blame", SLOW, async () => {
    const { code, stderr, left } = await build({
      "content/pages/good.tsx": PAGE,
      "content/pages/later.tsx": PAGE,
      "content/pages/loops.tsx": "export default () => {\n  for (;;);\n};\n",
      "content/pages/itself.tsx": "export default function Own() {\n  return <Own />;\n}\n",
      "content/pages/waits.tsx": `await new Promise(() => {});\n${PAGE}`,
    });
    const errors = stderr.split("\n").filter((line) => line.includes("  error  "));
    expect(errors).toEqual([
      `content/pages/itself.tsx:1:1  error  is not rendered within ${LIMIT_S} s`,
      `content/pages/loops.tsx:1:1  error  is not rendered within ${LIMIT_S} s`,
      `content/pages/waits.tsx:1:1  error  is not loaded on the server within ${LIMIT_S} s`,
    ]);
    expect([code, left]).toEqual([1, []]);
  });

  test("that ends the process is told by check-links", SLOW, async () => {
    const root = makeSite({ ...DOCS, "content/pages/p.tsx": `process.exit(0);\n${PAGE}` });
    const { code, stderr } = await command("check-links", "--root", root);
    expect(stderr).toContain("content/pages/p.tsx:1:9  error  ends the process while it is loaded on the server");
    expect(code).toBe(1);
  });

  test("that fails in the background leaves docgen serve alive, which tells it once", SLOW, async () => {
    const site = await watchSite({ ...DOCS, "content/pages/p.tsx": PAGE }, "/p");
    writeFiles(site.root, {
      "content/pages/p.tsx": `setInterval(() => {\n  throw new Error("tick " + Math.random());\n}, 1);\n${PAGE}`,
    });
    const told = await site.told(({ errors }) => errors?.[0]?.message.includes("in the background: tick") === true);
    expect(told.errors).toMatchObject([{ path: "content/pages/p.tsx", line: 2, column: 9 }]);
    expect((await get(`${site.address}/p`)).body).toContain("<p>shown</p>");
    await site.edit({ "content/docs/index.md": "# Anew\n" }, "/docs/", "Anew");
    await site.edit({ "content/pages/p.tsx": PAGE.replace("shown", "mended") }, "/p", "<p>mended</p>");
    await site.told(({ type, errors }) => type === "problems" && errors?.length === 0);
    expect(site.output().match(/in the background/g)).toHaveLength(1);
  });

  test("that never settles while it is served is told, and shows when it is mended", SLOW, async () => {
    const site = await watchSite({ ...DOCS, "content/pages/p.tsx": PAGE }, "/p");
    writeFiles(site.root, { "content/pages/p.tsx": `await new Promise(() => {});\n${PAGE}` });
    await site.said(/content\/pages\/p\.tsx:1:1 {2}error {2}is not loaded on the server within/);
    expect((await get(`${site.address}/docs/`)).status).toBe(200);
    expect((await get(`${site.address}/p`)).body).toContain("is not loaded on the server within");
    await site.edit({ "content/pages/p.tsx": PAGE.replace("shown", "mended") }, "/p", "<p>mended</p>");
  });

  test("ends with its thread when it is edited", SLOW, async () => {
    const ends = (root: string) => `const { appendFileSync } = process.getBuiltinModule("fs");
process.on("exit", () => appendFileSync(${JSON.stringify(join(root, "ended"))}, "x"));\n`;
    const site = await watchSite({ ...DOCS, "content/pages/p.tsx": PAGE }, "/p");
    await site.edit({ "content/pages/p.tsx": ends(site.root) + PAGE.replace("shown", "first") }, "/p", "first");
    expect(existsSync(join(site.root, "ended"))).toBe(false);
    await site.edit({ "content/pages/p.tsx": PAGE.replace("shown", "second") }, "/p", "second");
    await expect.poll(() => existsSync(join(site.root, "ended")), SLOW).toBe(true);
  });
});

function dataFile(root: string): string {
  const name = readdirSync(join(root, "build/assets")).find((file) => /^site-\w+\.json$/.test(file));
  return `assets/${name}`;
}

test.each([
  "7",
  "null",
  '{ kind: "done", id: 0, value: 1 }',
  '{ kind: "done", id: 0, value: {} }',
  '{ kind: "thrown", id: 0 }',
])("a configuration that posts %s on the port of its thread is at fault itself", async (message) => {
  const root = makeSite({
    "content/docs/index.md": "# Start\n",
    "site.config.ts": `import { parentPort } from "node:worker_threads";\nparentPort.postMessage(${message});\nexport default { title: "T", url: "https://example.com" };\n`,
  });
  const { code, stderr } = await command("build", "--root", root);
  expect([code, stderr]).toEqual([2, expect.stringContaining("site.config.ts:1:1  error  ")]);
});

test("what is no plugin, or has no effect as one, is told with its item and the remedy", async () => {
  const build = async (plugin: string, imports = "") => {
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "plugins/module.cjs": "exports.default = () => {};\n",
      "site.config.ts": `${imports}\nexport default { title: "T", url: "https://example.com",\n  markdown: { plugins: [${plugin}] } };\n`,
    });
    const { code, stderr } = await command("build", "--root", root);
    expect(code).not.toBe(0);
    return stderr.split("\n").find((line) => line.includes("  error  "));
  };
  const rule =
    "must be a function, such as the default export of a module, or a list of it and its options, but is an object";
  const whole = `site.config.ts:3:25  error  markdown.plugins[0]: ${rule}`;
  expect(await build("{ plugin: () => {} }")).toBe(whole);
  expect(await build("[{}, () => {}]")).toBe(whole);
  expect(await build("plugin", 'import * as plugin from "./plugins/module.cjs";')).toBe(whole);
  expect(await build("({}).missing")).toBe(
    "site.config.ts:3:25  error  markdown.plugins[0]: is undefined; remove it, or correct the import or variable that it comes from",
  );
  expect(await build("async (md) => { await md; }")).toBe(
    "site.config.ts:1:1  error  has an async plugin, markdown.plugins[0], which pages don't wait for",
  );
  expect(await build("(md) => { md.renderer.rules.text = () => {}; }")).toContain(
    "throws: renderer.rules.text returns undefined in place of HTML",
  );
});
