import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";
import { buildFaults, type Faults } from "../helpers/faults.ts";
import { get, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const fence = (info: string, code: string) => `# Page\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;

/** A line, not longer than what is coloured, on which the grammar of C# does not end. */
const ENDLESS = fence("cs", "<a ".repeat(660));
/** The same behind lines that are taken out of what is shown. */
const MARKED = ENDLESS.replace("cs\n", "cs\n// highlight-next-line\n// [!code focus]\n");
/** Of a processor: a busy machine gives up nothing else. */
const LIMIT_S = 2;
const ENDLESS_SAID = `this code can't be highlighted: its cs grammar did not finish within ${LIMIT_S} s`;
const SLOW = { timeout: 180_000 };

let faults: Faults;
afterAll(() => void vi.unstubAllEnvs());
beforeAll(async () => {
  vi.stubEnv("DOCGEN_TIME_LIMIT", String(LIMIT_S));
  faults = await buildFaults({
    "content/docs/unknown.md": fence("pyhton", "print(1)"),
    "content/docs/long.md": fence("js", `const a = "${"x".repeat(50_000)}"; const b = 1;`),
    "content/docs/title.md": fence('js title="</script><script>alert(1)</script>"', 'const a = "</script>";'),
    "content/docs/large.md": fence("js", "const a = 1;\n".repeat(20_000)),
  });
});

describe("code", () => {
  test("of an unknown language is plain, with a warning", () => {
    expect(faults.code).toBe(0);
    expect(faults.of("content/docs/unknown.md").join()).toMatch(
      /^3:\d+ {2}warning {2}.*"pyhton".*did you mean "python"/,
    );
    expect(articleOf(readOutput(faults.root, "docs/unknown/index.html"))).toContain("print(1)");
  });

  test("with a line of 50 kB is plain there", () => {
    const html = readOutput(faults.root, "docs/long/index.html");
    expect(html).toContain("x".repeat(50_000));
    expect(faults.of("content/docs/long.md")).toEqual([]);
  });

  test("of more than 200 kB is plain", () => {
    expect(readOutput(faults.root, "docs/large/index.html")).toContain("const a = 1;\nconst a = 1;");
  });

  test("with a title that is a script is escaped", () => {
    for (const [file, text] of readTree(join(faults.root, "build"))) {
      if (file.endsWith(".html")) expect(text).not.toContain("<script>alert(1)");
    }
  });

  test(
    "that freezes its grammar fails the build at its line; other code of its language is not to blame",
    SLOW,
    async () => {
      const others = Object.fromEntries(
        Array.from({ length: 20 }, (_, page) => [`content/docs/p${page}.md`, fence("cs", `int a = ${page};`)]),
      );
      const root = await buildSite({ ...others, "content/static/index.html": "Home\n" });
      const before = readTree(join(root, "build"));
      writeFiles(root, { "content/docs/a.md": MARKED, "content/docs/z.md": fence("cs", "int z;") });
      // The second build finds what the first one stored.
      for (let run = 0; run < 2; run++) {
        const { code, stderr } = await command("build", "--root", root);
        expect(stderr).toBe(
          `content/docs/a.md:3:1  error  ${ENDLESS_SAID}\n    hint: set its language to "text"\nNot built: 1 error. The output folder is unchanged.\n`,
        );
        expect(code).toBe(1);
      }
      expect(readTree(join(root, "build"))).toEqual(before);
      writeFiles(root, { "content/docs/a.md": MARKED.replace("```cs", "```text") });
      expect((await command("build", "--root", root)).code).toBe(0);
      expect(readOutput(root, "docs/z/index.html")).toMatch(/<span class="[^"]+">int<\/span>/);
    },
  );

  test.runIf(IS_WEEKLY)(
    "that freezes its grammar holds up no other page of docgen serve, and is told there",
    SLOW,
    async () => {
      const site = await watchSite({ "content/docs/index.md": "# Start\n", "content/docs/a.md": "# A\n" }, "/docs/a");
      writeFiles(site.root, { "content/docs/a.md": ENDLESS });
      for (let look = 0; look < 20; look++) expect((await get(`${site.address}/docs/`)).status).toBe(200);
      const { errors } = await site.told((message) => message.errors !== undefined && message.errors.length > 0);
      expect(errors?.[0]).toMatchObject({ path: "content/docs/a.md", message: expect.stringContaining(ENDLESS_SAID) });
      await site.edit({ "content/docs/a.md": fence("cs", "int mended;") }, "/docs/a", "mended");
      expect((await get(`${site.address}/docs/a`)).body).toMatch(/<span class="[^"]+">int<\/span>/);
    },
  );
});
