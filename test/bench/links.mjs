// Time of the link check on 10,000 pages with 200,000 links, beyond reading and compiling them: `npm run bench:links`.
// Once with every link right, and once with 1,000 that lead nowhere, each to an address of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RUNS = Number(process.argv[2] ?? 3);
const FOLDERS = 100;
const PAGES = 100;
const LINKS = 20;

const work = mkdtempSync(join(tmpdir(), "bench-links-"));
try {
  for (const broken of [0, 1000]) {
    const root = join(work, String(broken));
    makeSite(root, broken);
    const times = Array.from({ length: RUNS }, () => secondsOfCheck(root));
    console.log(`${broken} broken: ${times.map((time) => time.toFixed(2)).join(", ")} s`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeSite(root, broken) {
  const random = generator(1);
  mkdirSync(join(root, "content/docs"), { recursive: true });
  writeFileSync(join(root, "site.config.ts"), 'export default { title: "Big", url: "https://example.com" };\n');
  writeFileSync(join(root, "content/docs/index.md"), "# Start\n");
  const every = broken === 0 ? Number.POSITIVE_INFINITY : (FOLDERS * PAGES * LINKS) / broken;
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(root, `content/docs/folder-${folder}`));
    for (let page = 0; page < PAGES; page++) {
      const links = Array.from({ length: LINKS }, (_, index) => {
        const number = (folder * PAGES + page) * LINKS + index;
        return linkTo(random(FOLDERS), random(PAGES), index % 4, number % every === 0 ? number : undefined);
      });
      const text = `# Page ${page}\n\n## Part\n\n${links.join("\n")}\n`;
      writeFileSync(join(root, `content/docs/folder-${folder}/page-${page}.md`), text);
    }
  }
}

function linkTo(folder, page, form, broken) {
  if (broken !== undefined) return `[page ${page}](/docs/folder-${folder}/pgae-${page}-${broken})`;
  const forms = [
    `[part of ${page}](../folder-${folder}/page-${page}.md#part)`,
    `[page ${page}](/docs/folder-${folder}/page-${page})`,
    "[the part](#part)",
    `[other](https://host-${folder}.example.org/${page})`,
  ];
  return forms[form];
}

/** The same numbers in every run. */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

function secondsOfCheck(root) {
  const command = [join(ROOT, "bin/docgen"), "check-links", "--root", root, "--verbose"];
  let output = "";
  try {
    output = execFileSync("sh", ["-c", 'exec "$@" 2>&1 >/dev/null', "sh", process.execPath, ...command], {
      encoding: "utf8",
      maxBuffer: 1e9,
    });
  } catch (error) {
    // Broken links end with 1.
    output = error.stdout;
  }
  return Number(/^check: ([\d.]+) s$/m.exec(output)?.[1]);
}
