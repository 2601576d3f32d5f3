// Writes a corpus: `node test/bench/corpus.mjs OUT --pages 230 --for docgen`. The same number of pages is the
// same bytes on every machine; what is already in OUT under other names stays.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { corpusPages } from "./corpus/pages.mjs";
import { VARIANTS } from "./corpus/variants.mjs";

/** Writes the pages as one generator wants them. @returns the pages */
export function writeCorpus(folder, variant, count) {
  const pages = corpusPages(count);
  for (const [path, data] of VARIANTS[variant](pages)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
  }
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { pages: { type: "string", default: "230" }, for: { type: "string", default: "docgen" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [out] = positionals;
  if (out === undefined || !Object.hasOwn(VARIANTS, values.for) || !(Number(values.pages) > 0)) {
    console.error(`node test/bench/corpus.mjs OUT [--pages 230] [--for ${Object.keys(VARIANTS).join("|")}]`);
    process.exit(2);
  }
  const pages = writeCorpus(resolve(out), values.for, Number(values.pages));
  const fences = pages.reduce((sum, page) => sum + page.fences, 0);
  console.log(`${pages.length} pages with ${fences} code blocks for ${values.for} in ${out}`);
}
