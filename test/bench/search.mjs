// Ours, lunr (settings of the reference plugin), MiniSearch (settings of VitePress) and Pagefind, all given
// the same sections: `npm run bench:search`. Success on the golden set, on both halves of the questions and on those seen
// since, bytes, and times per key.
// How the panel keeps up with a reader's keys is measured in a browser.
// MiniSearch and Pagefind are installed into a temporary folder, without their scripts.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import lunr from "lunr";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";
import { readQuestions, successOf } from "../search/questions.mjs";
import { timesInBrowser } from "./search-in-browser.mjs";
import { generatedPages } from "./search-pages.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = Number(process.argv[2] ?? 5000);
const LIMIT = 8;
const BOOSTS = { title: 5, content: 1, tags: 3, parents: 0 };

const work = mkdtempSync(join(tmpdir(), "bench-search-"));
try {
  const own = await ownSearch();
  const { MiniSearch, pagefind } = await install();
  const { documents, texts, seconds } = buildSite();
  const golden = readGolden();
  const questions = readQuestions();
  console.log(`\nThis site: ${documents.length} sections, ${golden.length} queries, ${questions.count} questions`);
  const engines = [oursOfSite(own, texts, documents), lunrOf(documents), miniSearchOf(MiniSearch, documents)];
  const table = engines.map((engine) => ({
    engine: engine.name,
    ...engine.size,
    ...successes((query) => attempt(engine.search, query), golden, questions),
    ...timesOf(engine, golden),
  }));
  table.push(await pagefindRow(pagefind, documents, golden, questions));
  console.table(table);
  console.log(
    `index: ${Math.round((100 * table[0]["index kB gzip"]) / table[1]["index kB gzip"])} % of lunr's bytes (bar: 60)`,
  );
  const share = Math.round(table[0]["build ms"] / seconds) / 10;
  console.log(`building the index: ${share} % of a cold build (bar: 10)`);

  const few = golden.filter((_, at) => at % 4 === 0);
  const typed = few.map(({ query }) => query);
  tellBrowser(await timesInBrowser(join(work, "build"), typed), "16; ready within 150 ms");

  const large = generatedPages(documents, PAGES);
  const own5000 = oursOf(own, large);
  const sections = JSON.parse(own5000.text).documents;
  console.log(`\nGenerated: ${PAGES} pages, ${sections.length} sections`);
  tellBrowser(await timesInBrowser(join(work, "build"), typed, own5000.text), "40");
  const rows = [own5000, lunrOf(sections), miniSearchOf(MiniSearch, sections)].map((engine) => {
    return { engine: engine.name, ...engine.size, ...timesOf(engine, few) };
  });
  console.table(rows);
} finally {
  rmSync(work, { recursive: true, force: true });
}
// Pagefind's helper process would keep this one.
process.exit();

function tellBrowser({ ready, times }, bar) {
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(
    `in the browser, from key to results (${times.length} keys): p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (bar: ${bar});`,
    `index ready ${ready.map(Math.round).join(", ")} ms after it arrived`,
  );
}

/** Our search from its sources, as the worker in the browser runs it. */
async function ownSearch() {
  const contents = ["build-index", "merge-segments", "english", "searcher"].map(
    (name) => `export * from "./src/search/${name}.ts";`,
  );
  const outfile = join(work, "own.cjs");
  // Not as a module: elasticlunr assigns to a variable that it never declares, which a module may not.
  const stdin = { contents: contents.join("\n"), resolveDir: ROOT };
  await build({ stdin, outfile, bundle: true, format: "cjs", platform: "node", logLevel: "error" });
  return createRequire(outfile)(outfile);
}

async function install() {
  writeFileSync(join(work, "package.json"), '{"private":true}');
  execFileSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "minisearch@7", "pagefind@1"],
    { cwd: work, stdio: "ignore" },
  );
  const require = createRequire(join(work, "package.json"));
  const { default: MiniSearch } = await import(pathToFileURL(require.resolve("minisearch")).href);
  const pagefind = await import(pathToFileURL(join(work, "node_modules/pagefind/lib/index.js")).href).catch(
    () => undefined,
  );
  return { MiniSearch: MiniSearch.default ?? MiniSearch, pagefind };
}

/** Builds this site cold; gives the sections of all its indexes as one list, and how long the build took. */
function buildSite() {
  const out = join(work, "build");
  const told = execFileSync(
    process.execPath,
    [join(ROOT, "bin/docgen"), "build", "--root", ROOT, "--out", out, "--no-cache", "--json"],
    { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] },
  );
  const { seconds } = JSON.parse(told);
  const files = readdirSync(out).filter((file) => /^search-index-.*\.json$/.test(file));
  const texts = files.map((file) => readFileSync(join(out, file), "utf8"));
  const all = texts.flatMap((text) => JSON.parse(text).documents);
  return { texts, documents: all.map((document, id) => ({ ...document, id })), seconds };
}

function readGolden() {
  const lines = readFileSync(join(ROOT, "test/search/golden.tsv"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [query, routes] = line.split("\t");
      return { query, routes: routes.split(" ") };
    });
}

/** The indexes that were built with the site, as the browser loads and asks them. */
function oursOfSite(own, texts, documents) {
  const loading = performance.now();
  const searchers = texts.map((text) => own.createSearcher(JSON.parse(text), BOOSTS, own.ENGLISH));
  const ready = performance.now() - loading;
  const search = (query) => {
    const answers = searchers.map((searcher) => searcher.search(query, LIMIT));
    return own.mergeAnswers(answers, LIMIT).results.map(({ document }) => document.sectionRoute);
  };
  const indexes = texts.map((text) => JSON.stringify(JSON.parse(text).index)).join("\n");
  // Builds make an index along with other files: the time of the same sections counts.
  const started = performance.now();
  indexOf(own, pagesOf(documents));
  const building = performance.now() - started;
  return { name: "ours", search, size: sizes(indexes, texts.join("\n"), building, ready) };
}

/** The sections as pages that an index can be built of. */
function pagesOf(documents) {
  return documents.map(({ sectionRoute, title, content, tags, sidebarParentCategories, type }) => {
    const section = { id: "", title, level: 1, text: content, code: "", labels: "", defined: [] };
    const page = { route: sectionRoute, title, label: title, description: "", keywords: [], tags, type };
    return { ...page, parents: sidebarParentCategories, sections: [section] };
  });
}

/** JSON of the index of all pages. */
function indexOf(own, pages) {
  return new TextDecoder().decode(
    own.mergeSegments([own.encodeSegment(own.createSegment(pages, 0), 0, own.contentsOf(pages))], {}),
  );
}

function oursOf(own, pages) {
  const started = performance.now();
  const text = indexOf(own, pages);
  const building = performance.now() - started;
  const loading = performance.now();
  const searcher = own.createSearcher(JSON.parse(text), BOOSTS, own.ENGLISH);
  const ready = performance.now() - loading;
  const search = (query) => searcher.search(query, LIMIT).results.map(({ document }) => document.sectionRoute);
  return { name: "ours", text, search, size: sizes(JSON.stringify(JSON.parse(text).index), text, building, ready) };
}

function lunrOf(documents) {
  const routes = documents.map(({ sectionRoute }) => sectionRoute);
  const started = performance.now();
  const built = lunr(function () {
    this.ref("id");
    for (const field of ["title", "content", "tags"]) this.field(field);
    for (const { id, title, content, tags } of documents) this.add({ id, title, content, tags });
  });
  const building = performance.now() - started;
  const text = JSON.stringify(built);
  const list = documents.map(({ id, pageTitle, sectionTitle, sectionRoute, type }) => ({
    id,
    pageTitle,
    sectionTitle,
    sectionRoute,
    type,
  }));
  const loading = performance.now();
  const index = lunr.Index.load(JSON.parse(text));
  const ready = performance.now() - loading;
  const search = (query) => {
    const terms = lunr.tokenizer(query);
    if (terms.length === 0) return [];
    const found = index.query((clauses) => {
      for (const field of ["title", "content", "tags"]) {
        clauses.term(terms, { fields: [field], boost: BOOSTS[field] });
        clauses.term(terms, { fields: [field], boost: BOOSTS[field], wildcard: lunr.Query.wildcard.TRAILING });
      }
    });
    return found.slice(0, LIMIT).map(({ ref }) => routes[ref]);
  };
  return {
    name: "lunr",
    search,
    size: sizes(text, JSON.stringify({ documents: list, index: built }), building, ready),
  };
}

function miniSearchOf(MiniSearch, documents) {
  const options = {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  };
  const started = performance.now();
  const built = new MiniSearch(options);
  built.addAll(
    documents.map(({ sectionRoute, title, content, pageTitle }) => {
      return { id: sectionRoute, title, titles: title === pageTitle ? [] : [pageTitle], text: content };
    }),
  );
  const building = performance.now() - started;
  const text = JSON.stringify(built);
  const loading = performance.now();
  const index = MiniSearch.loadJSON(text, options);
  const ready = performance.now() - loading;
  const search = (query) =>
    index
      .search(query)
      .slice(0, LIMIT)
      .map(({ id }) => id);
  return { name: "MiniSearch", search, size: sizes(text, text, building, ready) };
}

function sizes(index, file, building, ready) {
  const kB = (text) => Math.round(gzipSync(text).length / 100) / 10;
  return {
    "index kB gzip": kB(index),
    "file kB gzip": kB(file),
    "build ms": Math.round(building),
    "ready ms": Math.round(ready),
  };
}

function successes(find, golden, questions) {
  const sets = {
    golden: successOf(golden, find),
    open: successOf(questions.open, find),
    seen: successOf(questions.seen, find),
    held: questions.successOfHeld(find),
  };
  const columns = Object.entries(sets).flatMap(([name, { at1, at3 }]) => [
    [`${name}@1`, at1],
    [`${name}@3`, at3],
  ]);
  return Object.fromEntries(columns);
}

/** lunr throws on words that are names of every object's properties. */
function attempt(search, query) {
  try {
    return search(query);
  } catch {
    return [];
  }
}

/** Every key of every query, one after the other. */
function timesOf({ search }, golden) {
  for (const { query } of golden.slice(0, 20)) attempt(search, query);
  const times = golden.flatMap(({ query }) =>
    [...query].map((_, at) => {
      const started = performance.now();
      attempt(search, query.slice(0, at + 1));
      return performance.now() - started;
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(100 * times[Math.floor(times.length * share)]) / 100;
  return { "key p50 ms": at(0.5), "key p95 ms": at(0.95) };
}

/** Pagefind's search runs in browsers only. */
async function pagefindRow(pagefind, documents, golden, questions) {
  if (pagefind === undefined) return { engine: "Pagefind (not installed)" };
  const outputPath = join(work, "pagefind");
  const started = performance.now();
  const { index } = await pagefind.createIndex({ forceLanguage: "en" });
  const escapeHtml = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  for (const { sectionRoute, title, content, tags } of documents) {
    const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(content)}</p><p>${escapeHtml(tags.join(" "))}</p>`;
    await index.addHTMLFile({
      url: `/s?${encodeURIComponent(sectionRoute)}`,
      content: `<html lang="en"><body>${body}</body></html>`,
    });
  }
  await index.writeFiles({ outputPath });
  const building = Math.round(performance.now() - started);
  const bytes = readdirSync(outputPath, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.pf_(?:index|meta)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(join(outputPath, file)).length, 0);
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/") return response.setHeader("content-type", "text/html").end("<!doctype html><title>bench</title>");
    try {
      response.setHeader("content-type", extname(path) === ".js" ? "text/javascript" : "application/octet-stream");
      response.end(readFileSync(join(outputPath, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const answers = await page.evaluate(
      async ({ queries, limit }) => {
        const engine = await import("/pagefind.js");
        const all = [];
        for (const query of queries) {
          const { results } = await engine.search(query);
          const urls = (await Promise.all(results.slice(0, limit).map((one) => one.data()))).map(({ url }) => url);
          all.push([query, urls.map((url) => decodeURIComponent(url.split("?")[1] ?? ""))]);
        }
        return all;
      },
      {
        queries: [
          ...[...golden, ...questions.open, ...questions.seen].map(({ query }) => query),
          ...questions.heldQueries,
        ],
        limit: LIMIT,
      },
    );
    const found = new Map(answers);
    return {
      engine: "Pagefind",
      "index kB gzip": Math.round(bytes / 100) / 10,
      "build ms": building,
      ...successes((query) => found.get(query) ?? [], golden, questions),
    };
  } finally {
    await browser.close();
    server.close();
  }
}
