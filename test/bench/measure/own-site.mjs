import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { OWN_SITES } from "../peers.mjs";
import { measureBuilds } from "./builds.mjs";
import { measureMemory } from "./memory.mjs";
import { putAside, WORK } from "./site.mjs";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const CONFIG = "site.config.ts";
const CARDS = /^ *socialCards: .*\n/m;
const SOURCE = "content/docs/getting-started/zen.md";
const EDITED = { id: "getting-started/zen", own: "Data stay local", fences: 0 };

/** Builds this site itself as it was last committed, with its cards and without, as generated sites are built. */
export async function measureOwnSite(task) {
  const from = mkdtempSync(join(tmpdir(), "docgen-bench-"));
  try {
    execFileSync("git", ["clone", "--quiet", PROJECT, join(from, "site")], { stdio: "pipe" });
    const contenders = OWN_SITES.map((peer) => ({ peer, site: ownSite(peer, join(from, "site")) }));
    const [{ peer, site }] = contenders;
    const said = execFileSync(peer.build[0], [...peer.build.slice(1), "--json"], { cwd: site.cwd, encoding: "utf8" });
    const own = { ...task, count: JSON.parse(said).pages };
    await measureMemory(await measureBuilds(contenders, own), own);
  } catch (error) {
    task.note(`skipped: this site itself (${error.message})`);
  } finally {
    rmSync(from, { recursive: true, force: true });
  }
}

function ownSite(peer, from) {
  const root = join(WORK, "sites", peer.title.replaceAll(/\W+/g, "-"));
  const source = join(root, SOURCE);
  let edits = 0;
  const clean = () => {
    putAside(root);
    mkdirSync(dirname(root), { recursive: true });
    cpSync(from, root, { recursive: true, preserveTimestamps: true });
    // The library that the site documents, with its types.
    symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
    if (!peer.hasCards) {
      const config = join(root, CONFIG);
      writeFileSync(config, readFileSync(config, "utf8").replace(CARDS, ""));
    }
  };
  clean();
  const original = readFileSync(source, "utf8");
  return {
    cwd: root,
    output: join(root, "build"),
    pages: [EDITED],
    edited: EDITED,
    clean,
    edit: () => {
      const mark = `edit-mark-${++edits}-`;
      writeFileSync(source, `${original}\nIt now has the ${mark} in it.\n`);
      return mark;
    },
    command: (command) => command,
    env: { ...process.env, NO_COLOR: "1" },
    log: `${root}.log`,
  };
}
