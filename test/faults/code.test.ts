import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { articleOf, readOutput, readTree } from "../helpers/docgen.ts";
import { buildFaults, type Faults } from "../helpers/faults.ts";

const fence = (info: string, code: string) => `# Page\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;

let faults: Faults;
beforeAll(async () => {
  faults = await buildFaults({
    "content/docs/unknown.md": fence("pyhton", "print(1)"),
    "content/docs/long.md": fence("js", `const a = "${"x".repeat(50_000)}"; const b = 1;`),
    "content/docs/title.md": fence('js title="</script><script>alert(1)</script>"', 'const a = "</script>";'),
    "content/docs/large.md": fence("js", "const a = 1;\n".repeat(20_000)),
  });
});

describe("31: code", () => {
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
});
