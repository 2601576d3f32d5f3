// The lower bound of a cold build: every fenced block of a folder's Markdown through bare shiki, tokens only, one
// theme. `node test/bench/shiki-baseline.mjs CORPUS --threads 2 [--deal language|turn]`. Seconds count from the
// start of the process to the last token; memory is the process's.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

if (isMainThread) await main();
else parentPort.postMessage(await tokenise(workerData));

async function main() {
  const options = {
    threads: { type: "string", default: "2" },
    deal: { type: "string", default: "language" },
    json: { type: "boolean", default: false },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const root = resolve(positionals[0] ?? ".");
  // Beside its content a site that was built has copies of the pages.
  const blocks = readBlocks(existsSync(join(root, "content")) ? join(root, "content") : root);
  const hands = (values.deal === "language" ? dealByLanguage : dealInTurn)(blocks, Number(values.threads));
  const tokens = await Promise.all(hands.map((hand) => (hands.length === 1 ? tokenise(hand) : tokeniseApart(hand))));
  const result = {
    blocks: blocks.length,
    languages: new Set(blocks.map(({ language }) => language)).size,
    threads: hands.length,
    deal: values.deal,
    tokens: tokens.reduce((sum, count) => sum + count, 0),
    seconds: Math.round(performance.now()) / 1000,
    mib: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  console.log(values.json ? JSON.stringify(result) : result);
}

/** Runs one share of the blocks in a thread of its own. */
function tokeniseApart(hand) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: hand });
    worker.once("message", done);
    worker.once("error", fail);
  });
}

/** @returns how many tokens the blocks have */
async function tokenise(blocks) {
  const [{ createHighlighterCore }, { createOnigurumaEngine }, { bundledLanguages }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/oniguruma"),
    import("shiki/langs"),
  ]);
  const core = await createHighlighterCore({
    themes: [import("shiki/themes/github-light.mjs")],
    langs: [],
    engine: createOnigurumaEngine(import("shiki/wasm")),
  });
  const languages = [...new Set(blocks.map(({ language }) => language))].filter((name) => name in bundledLanguages);
  await core.loadLanguage(...languages.map((name) => bundledLanguages[name]));
  let count = 0;
  for (const { code, language } of blocks) {
    if (!languages.includes(language)) continue;
    const lines = core.codeToTokensBase(code, { lang: language, theme: "github-light", tokenizeTimeLimit: 0 });
    count += lines.reduce((sum, line) => sum + line.length, 0);
  }
  return count;
}

function readBlocks(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .sort()
    .flatMap((file) => {
      const fences = readFileSync(join(folder, file), "utf8").matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)\n```$/gm);
      return [...fences].map(([, language, code]) => ({ language, code }));
    });
}

function dealInTurn(blocks, threads) {
  return Array.from({ length: threads }, (_, thread) => blocks.filter((__, at) => at % threads === thread));
}

/** A language goes to one thread whole, the one with the least code so far, so that no grammar is warmed twice. */
function dealByLanguage(blocks, threads) {
  const languages = [...new Set(blocks.map(({ language }) => language))];
  const groups = languages.map((language) => blocks.filter((block) => block.language === language));
  const hands = Array.from({ length: threads }, () => ({ blocks: [], size: 0 }));
  const sized = groups.map((group) => ({
    group,
    size: group.reduce((sum, { code }) => sum + code.length, 0),
  }));
  sized.sort((a, b) => b.size - a.size);
  for (const { group, size } of sized) {
    const hand = hands.reduce((least, one) => (one.size < least.size ? one : least));
    hand.blocks.push(...group);
    hand.size += size;
  }
  return hands.map(({ blocks: share }) => share);
}
