import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const LOOPBACK = "127.0.0.1";

/**
 * What is measured. `variant`: how the corpus is written; `settings`: the folder below `peers/` with what else a
 * site needs; `build` and `serve`: the commands, run in the site's folder; `states`: which builds
 * of it say something (all, unless it writes no output); `page`: where the output has a page;
 * `frontEnd`: true for those that render a component framework; `leavesOut`: what docgen's build does besides.
 *
 * @type {readonly {
 *   name: string, title: string, variant: string, settings?: string, npm?: string, program?: string,
 *   build: readonly string[], serve?: (port: number) => readonly string[], env?: Record<string, string>,
 *   page: (id: string) => string, address: (id: string) => string, frontEnd: boolean, leavesOut: string,
 *   states?: readonly string[],
 * }[]}
 */
export const PEERS = [
  {
    name: "docgen",
    title: "docgen",
    variant: "docgen",
    build: [process.execPath, own("../../bin/docgen"), "build", "--root", "."],
    serve: (port) => [process.execPath, own("../../bin/docgen"), "serve", "--root", ".", "--port", String(port)],
    page: (id) => `docs/${id}/index.html`,
    address: (id) => `/docs/${id}`,
    frontEnd: true,
    leavesOut: "",
  },
  {
    name: "shiki",
    title: "bare shiki",
    variant: "docgen",
    build: [process.execPath, own("shiki-baseline.mjs"), "content", "--threads", String(availableParallelism())],
    page: (id) => `docs/${id}/index.html`,
    address: (id) => `/docs/${id}`,
    frontEnd: false,
    leavesOut: "everything but tokenising: no HTML, no pages",
    states: ["cold"],
  },
  {
    name: "node",
    title: "node -e 0",
    variant: "docgen",
    build: [process.execPath, "-e", "0"],
    page: (id) => id,
    address: (id) => `/${id}`,
    frontEnd: false,
    leavesOut: "everything: the start of Node alone",
    states: ["warm"],
  },
  {
    name: "docusaurus",
    title: "Docusaurus (faster)",
    variant: "docusaurus",
    settings: "docusaurus",
    npm: "docusaurus",
    build: ["docusaurus", "build"],
    serve: (port) => ["docusaurus", "start", "--no-open", "--host", LOOPBACK, "--port", String(port)],
    page: (id) => `${id}/index.html`,
    address: (id) => `/${id}`,
    frontEnd: true,
    leavesOut: "code is highlighted by Prism, lighter than TextMate grammars",
  },
  {
    name: "rspress",
    title: "Rspress",
    variant: "rspress",
    settings: "rspress",
    npm: "rspress",
    build: ["rspress", "build"],
    serve: (port) => ["rspress", "dev", "--host", LOOPBACK, "--port", String(port)],
    page: (id) => `${id}.html`,
    address: (id) => `/${id}.html`,
    frontEnd: true,
    leavesOut: "no sitemap",
  },
  {
    name: "starlight",
    title: "Starlight",
    variant: "starlight",
    settings: "starlight",
    npm: "starlight",
    build: ["astro", "build"],
    serve: (port) => ["astro", "dev", "--host", LOOPBACK, "--port", String(port)],
    env: { ASTRO_TELEMETRY_DISABLED: "1" },
    page: (id) => `${id}/index.html`,
    address: (id) => `/${id}/`,
    frontEnd: true,
    leavesOut: "links are not checked; no search in its dev server",
  },
  {
    name: "vitepress",
    title: "VitePress",
    variant: "vitepress",
    settings: "vitepress",
    npm: "vitepress",
    build: ["vitepress", "build", "docs"],
    serve: (port) => ["vitepress", "dev", "docs", "--host", LOOPBACK, "--port", String(port)],
    page: (id) => `${id}.html`,
    address: (id) => `/${id}`,
    frontEnd: true,
    leavesOut: "anchors are not checked",
  },
  {
    name: "eleventy",
    title: "Eleventy",
    variant: "eleventy",
    settings: "eleventy",
    npm: "eleventy",
    build: ["eleventy", "--quiet"],
    serve: (port) => ["eleventy", "--serve", "--quiet", "--port", String(port)],
    page: (id) => `${id}/index.html`,
    address: (id) => `/${id}/`,
    frontEnd: false,
    leavesOut:
      "a plain layout: no client, no search, no table of contents, no colour modes, no sitemap; links are not checked; Prism; the whole tree stands in every sidebar",
  },
  hugo("hugo", "Hugo", "tree", "the whole tree stands in every sidebar, as in its documentation themes"),
  hugo("hugo-branch", "Hugo, open branch", "branch", "the open branch stands in the sidebar, as docgen has it"),
];

const [docgen] = PEERS;
/** This site itself, in a table of its own: its cards are drawn beside all else. */
export const OWN_SITES = [
  { ...docgen, title: "docgen, this site", hasCards: true },
  { ...docgen, name: "docgen-plain", title: "docgen, this site without cards", hasCards: false },
];

function hugo(name, title, sidebar, note) {
  return {
    name,
    title,
    variant: "hugo",
    settings: "hugo",
    program: "hugo",
    build: ["hugo"],
    serve: (port) => ["hugo", "server", "--bind", LOOPBACK, "--port", String(port)],
    env: { HUGO_PARAMS_SIDEBAR: sidebar },
    page: (id) => `${id}/index.html`,
    address: (id) => `/${id}/`,
    frontEnd: false,
    leavesOut: `a plain layout: no client, no search, no table of contents, no colour modes; links are not checked; chroma, lighter than TextMate grammars; ${note}`,
  };
}
