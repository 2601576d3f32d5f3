import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Files, writeFiles } from "../helpers/docgen.ts";
import { printedSeed, randomOf } from "../helpers/random.ts";
import type { Server } from "../helpers/server.ts";
import { get, serve, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

/** Edits of a served site; `DOCGEN_EDITS=500` makes more of them. */
const EDITS = Number(process.env.DOCGEN_EDITS ?? (IS_WEEKLY ? 60 : 30));
/** What a server may hold more after all edits than after a fifth of them, in MiB. */
const GROWTH_BAR = 80;
const SOON = { timeout: 60_000, interval: 200 };

const PAGES = Array.from({ length: 8 }, (_, page) => `p${page}`);
const FOLDERS = ["guide", "manual"];
const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>\n`;
const page = (name: string, round: number) =>
  `---\ntags: [t${round % 3}]\n---\n\n# ${name} of ${round}\n\n## Part ${round % 2}\n\n[p0](./p0.md) ![d](/d.svg)\n\n\`\`\`js\nlet a = ${round};\n\`\`\`\n\n<Include file="../_part.md" />\n`;

const SITE: Files = {
  "content/docs/index.md": "# Start\n",
  "content/docs/_part.md": "Shared words.\n",
  "content/docs/guide/_category_.json": '{ "label": "Guide" }\n',
  "content/static/d.svg": svg(4),
  ...Object.fromEntries(PAGES.map((name) => [`content/docs/guide/${name}.md`, page(name, 0)])),
};

/** What a fault of docgen itself would print: anything but what is wrong with the site. */
const FAULT = /docgen itself|ENOENT|EBUSY|EISDIR|ENOTDIR|TypeError|\n {4}at |unhandled/i;

/** All addresses that the site has had. */
const ADDRESSES = [
  "/docs/",
  "/docs/gone",
  "/tags/t0",
  "/d.svg",
  "/gone.svg",
  ...FOLDERS.flatMap((folder) => [`/docs/${folder}/`, ...PAGES.map((name) => `/docs/${folder}/${name}`)]),
];

/** What a server shows at every address, without the marks of this one server. */
async function stateOf({ address }: Pick<Server, "address">): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const path of ADDRESSES) {
    const { status, body } = await get(address + path);
    state.set(
      path,
      `${status} ${body.replace(/ data-token="[^"]*"/, "").replace(/<meta name="docgen-dev"[^>]*>/, "")}`,
    );
  }
  return state;
}

/** Memory of a process in MiB; NaN where the system does not tell. */
function memoryOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  return existsSync(path) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1]) / 1024 : Number.NaN;
}

/** One change, as editors, scripts and branches make them. */
async function edit(root: string, round: number, random: () => number): Promise<void> {
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const write = (path: string, text: string) => writeFiles(root, { [path]: text });
  const remove = (path: string) => rmSync(join(root, path), { recursive: true, force: true });
  const folder = FOLDERS.find((name) => existsSync(join(root, "content/docs", name))) ?? "guide";
  const name = oneOf(PAGES);
  const path = `content/docs/${folder}/${name}.md`;
  const text = page(name, round);
  /** There for as long as it takes to begin to read it, or to be half-way. */
  const fleeting = async (path: string, text: string) => {
    write(path, text);
    await pause(random() * 40);
    remove(path);
  };
  const kinds: readonly (() => void | Promise<void>)[] = [
    () => write(path, text),
    () => write(path, text),
    async () => {
      write(path, text.slice(0, random() * text.length));
      await pause(random() * 40);
      write(path, text);
    },
    () => {
      write(`${path}~`, text);
      renameSync(join(root, `${path}~`), join(root, path));
    },
    () => remove(path),
    () => fleeting("content/docs/gone.md", `# Gone\n\n${"Many words of a page. ".repeat(random() * 50_000)}\n`),
    () => fleeting("content/static/gone.svg", svg(round) + " ".repeat(random() * 1_000_000)),
    () => fleeting(path, text),
    () => fleeting("content/docs/fleeting/deep/gone.md", "# Gone\n"),
    () => remove("content/docs/fleeting"),
    () => fleeting("content/docs/_part.md", `Words of ${round}.\n`),
    () => write("content/docs/_part.md", `Words of ${round}.\n`),
    () => write(path, `---\ntitle: a: ${round}\n---\n\n# Broken\n`),
    () => write(`content/docs/${folder}/_category_.json`, oneOf(['{ "label": ', `{ "label": "Label ${round}" }`])),
    () => write("content/static/d.svg", svg(round + 1)),
    () => renameSync(join(root, "content/docs", folder), join(root, "content/docs", oneOf(FOLDERS))),
  ];
  await oneOf(kinds)();
  await pause(random() ** 2 * 60);
}

test("any edits, also of files that are deleted while they are read, lead to the state of a new start, without a fault and in flat memory", {
  timeout: 120_000 + EDITS * 1000,
}, async () => {
  const random = randomOf(printedSeed(`${EDITS} edits`));
  const site = await watchSite(SITE, "/docs/guide/p0", { isProcess: true });
  let early = Number.NaN;
  for (let round = 1; round <= EDITS; round++) {
    await edit(site.root, round, random);
    if (round % 5 === 0) expect((await get(`${site.address}/docs/`)).status).toBe(200);
    if (round === Math.ceil(EDITS / 5)) early = memoryOf(site.pid);
  }
  const late = memoryOf(site.pid);
  // What is broken stands as it last was, which a new start cannot know: it is mended in the end.
  rmSync(join(site.root, "content/docs/fleeting"), { recursive: true, force: true });
  const kept = FOLDERS.find((name) => existsSync(join(site.root, "content/docs", name))) ?? "guide";
  const left = PAGES.filter((name) => existsSync(join(site.root, `content/docs/${kept}/${name}.md`)));
  writeFiles(site.root, {
    "content/docs/_part.md": "The last words.\n",
    [`content/docs/${kept}/_category_.json`]: '{ "label": "The last" }\n',
    ...Object.fromEntries([...left, "p0"].map((name) => [`content/docs/${kept}/${name}.md`, page(name, EDITS)])),
  });
  const fresh = await stateOf(await serve(site.root, { isProcess: true }));
  expect(fresh.get(`/docs/${kept}/p0`)).toMatch(/^200 [\s\S]*The last words\./);
  expect(fresh.get("/docs/gone")).toMatch(/^404/);
  await expect.poll(() => stateOf(site), SOON).toEqual(fresh);
  expect(site.output()).not.toMatch(FAULT);
  console.info(`${early.toFixed(0)} MiB after a fifth, ${late.toFixed(0)} MiB after all`);
  if (!Number.isNaN(late)) expect(late - early).toBeLessThan(GROWTH_BAR);
});
