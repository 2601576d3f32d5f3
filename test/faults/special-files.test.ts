import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { makeSite } from "../helpers/docgen.ts";

const SITE = { "content/pages/index.md": "# Home\n", "content/docs/index.md": "# Start\n" };
const LIMIT = { timeout: 60_000 };

/** Puts a pipe in the place of a file, to which nothing is ever written. */
function putPipe(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  mkdirSync(dirname(join(root, path)), { recursive: true });
  execFileSync("mkfifo", [join(root, path)]);
}

test.skipIf(process.platform === "win32")(
  "pipes in the place of what a build reads are told of, and not waited for",
  LIMIT,
  async () => {
    const config = 'import { title } from "./title.ts";\nexport default { title, url: "https://example.com" };\n';
    const page = 'import { text } from "../../text.ts";\nexport default () => <p>{text}</p>;\n';
    const sites = [
      { pipe: "lib.txt", files: { "content/docs/index.md": "# Start\n\n<<< @site/lib.txt\n" } },
      { pipe: "templates/page.html", files: {} },
      { pipe: "site.config.ts", files: {} },
      { pipe: "title.ts", files: { "site.config.ts": config } },
      { pipe: "text.ts", files: { "content/pages/p.tsx": page } },
    ];
    const runs = sites.map(async ({ pipe, files }) => {
      const root = makeSite({ ...SITE, ...files });
      putPipe(root, pipe);
      const { code, stderr } = await command("build", "--root", root);
      return [code, stderr.replaceAll(root, "").split("\n")[0]];
    });
    expect(await Promise.all(runs)).toEqual([
      [1, "content/docs/index.md:3:1  error  no file at lib.txt to include"],
      [1, "error  /templates/page.html: is a pipe, which docgen can't read; replace it with a file"],
      [2, "site.config.ts:1:1  error  /site.config.ts: is a pipe, which docgen can't read; replace it with a file"],
      [2, "site.config.ts:1:23  error  /title.ts: is a pipe, which docgen can't read; replace it with a file"],
      [1, "content/pages/p.tsx:1:22  error  /text.ts: is a pipe, which docgen can't read; replace it with a file"],
    ]);
  },
);

test.skipIf(process.platform === "win32")("a page that is a pipe is left out with a word", async () => {
  const root = makeSite(SITE);
  putPipe(root, "content/docs/f.md");
  const { code, stderr } = await command("build", "--root", root);
  expect([code, stderr]).toEqual([0, "content/docs/f.md:1:1  warning  neither a file nor a folder; ignored\n"]);
});
