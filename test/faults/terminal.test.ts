import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { docgen, makeSite, writeFiles } from "../helpers/docgen.ts";
import { serve } from "../helpers/watch.ts";

/** Writes the terminal's title, changes its colours in two ways, goes back to the beginning of the line, turns text round. */
const HOSTILE = "x\u001b]0;title\u0007\u001b[31m\u009b32m\u007f\rx\u202ey";
const SHOWN = "x\\x1b]0;title\\x07\\x1b[31m\\x9b32m\\x7f\\x0dx\\u202ey";
const CONTROL = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;
const code = (...lines: readonly string[]) => ["```js run", ...lines, "```"].join("\n");
const text = JSON.stringify(HOSTILE);

/** Each file has a fault that quotes it. */
const FAULTY = {
  "content/docs/index.md": `---\ntitle: ${text}\n${text}: 1\n---\n\n[${HOSTILE}](./${encodeURIComponent("a\u001b")}.md)\n`,
  "content/docs/link.md": `# ${HOSTILE}\n\n[a](<./gone\u001b[31m\u009b.md>)\n\n[b](./index.md#${encodeURIComponent(HOSTILE)})\n\n{vars.${HOSTILE}}\n`,
  "content/docs/include.md": `# A\n\n<<< @site/${HOSTILE}.js\n\n:::${HOSTILE}\n\n<X${HOSTILE} />\n`,
  [`content/docs/${HOSTILE}.md`]: "# A\n",
  "content/docs/samples.md": `# S\n\n${code(`console.log(${text});`)}\n\n\`\`\`text output\nnothing\n\`\`\`\n\n${code(`throw new Error(${text});`)}\n\n\`\`\`json\n${HOSTILE}\n\`\`\`\n`,
};

async function expectNone(run: typeof docgen, ...commands: readonly (readonly string[])[]): Promise<string> {
  const runs = await Promise.all(commands.map((args) => run(...args)));
  return runs
    .map(({ stdout, stderr }, index) => {
      const output = stdout + stderr;
      const line = output.split("\n").find((one) => CONTROL.test(one));
      expect([commands[index]?.join(" "), line]).toEqual([commands[index]?.join(" "), undefined]);
      expect(output).not.toBe("");
      return output;
    })
    .join("");
}

describe("no terminal gets a control character that stands in content:", () => {
  test("from commands that find it faulty", async () => {
    const root = makeSite(FAULTY);
    const at = (...args: readonly string[]) => [...args, "--root", root];
    const output = await expectNone(
      command,
      at("build"),
      at("build", "--json", "--verbose"),
      at("check-links"),
      ...["json", "github", "sarif"].map((format) => at("check-links", "--format", format)),
      at("check-samples"),
      at("check-samples", "--json"),
      at("search", HOSTILE),
    );
    expect(output).toContain(SHOWN);
    expect(output).toContain("\\u001b]0;title");
  });

  test("from commands that do what they are for", async () => {
    const root = makeSite({
      "content/docs/index.md": `# A\n\n## Zebra ${HOSTILE}\n\nGiraffe ${HOSTILE}\n\n[b](./moved.md#${HOSTILE.slice(1, 5)}) ${HOSTILE}\n\n[c](/docs/Other)\n`,
      "content/docs/other.md": `# Other\n\n[a](/docs/Other) ${HOSTILE}\n`,
      "content/docs/samples.md": `# S\n\n${code(`console.log(${text});`)}\n\n\`\`\`text output\nnothing\n\`\`\`\n`,
      "site.config.ts": `export default { title: "x\u202ey", url: "https://example.com", onBrokenLinks: "warn" };`,
    });
    const at = (...args: readonly string[]) => [...args, "--root", root];
    await expectNone(command, at("search", "giraffe"), at("search", "--json", "zebra"), at("search", `+${HOSTILE}:x`));
    // One after the other: each changes what the next one reads.
    const fixed = await expectNone(command, at("check-links", "--fix"));
    const output =
      fixed + (await expectNone(command, at("check-samples", "--update"))) + (await expectNone(command, at("build")));
    expect(output).toContain(`+[a](/docs/other) ${SHOWN}`);
    expect(output).toContain("updated");
  });

  test("from commands that fail", async () => {
    const failing = (line: string) => {
      return makeSite({ "site.config.ts": `${line}\nexport default { title: "T", url: "https://example.com" };` });
    };
    const thrown = failing(`throw new Error(${text});`);
    const late = failing(`setTimeout(() => { throw new RangeError(${text}); }); await new Promise(() => {});`);
    const output = await expectNone(
      docgen,
      ["build", "--root", thrown],
      ["check-links", "--root", thrown],
      ["serve", "--root", thrown, "--port", "0"],
      ["check-samples", "--root", late],
      ["search", "--root", late, "x"],
      ["build", "--root", HOSTILE],
      ["preview", "--root", thrown, "--out", HOSTILE],
      ["serve", "--port", HOSTILE],
      [`build${HOSTILE}`],
      ["build", `--${HOSTILE}`],
    );
    expect(output).toContain(SHOWN);
  });

  test("from a server that tells of faults and edits", async () => {
    const root = makeSite(FAULTY);
    const server = await serve(root);
    await fetch(`${server.address}/docs/`);
    await server.said(/title/);
    // An edit that comes while earlier ones are told is told with them, as a number of files.
    let edits = 0;
    const edit = () => {
      writeFiles(root, { [`content/docs/new${HOSTILE}.md`]: `# New ${edits++}\n\n[a](./${HOSTILE}.md)\n` });
      return server.output();
    };
    await expect.poll(edit, { interval: 500 }).toMatch(/(?:updated|changed) .*new/);
    expect(server.output()).not.toMatch(CONTROL);
  });
});
