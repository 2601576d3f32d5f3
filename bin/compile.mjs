// `npm run compile`: docgen's code into dist/, with those of its packages that are plain JavaScript: a command that
// starts reads a few files instead of hundreds.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { build, transform } from "esbuild";
import { bundledLanguages } from "shiki/langs";
import { REHEARSED_PAGE, rehearsalSite } from "./rehearsal-site.mjs";

const CODE = "dist/code";

const ENTRIES = [
  "src/cli/main.ts",
  "src/config/define.ts",
  "src/theme/public.ts",
  "src/build/helper-worker.ts",
  "src/build/highlight-worker.ts",
  "src/build/outputs-worker.ts",
  "src/build/picture-worker.ts",
  "src/serve/index-worker.ts",
  "src/serve/read-ahead-worker.ts",
  "src/build/prebuild.ts",
];
/** Packages that pages share with docgen, that bring files which aren't JavaScript, or that no bundle can hold. */
const EXTERNAL = [
  "@resvg/resvg-wasm",
  "chokidar",
  "elasticlunr",
  "esbuild",
  "katex",
  "react",
  "react-dom",
  "shiki/langs",
  "sucrase",
  "typescript",
  "ws",
];

/** js-yaml loads a parser of JavaScript for functions in YAML, which no schema of ours allows. */
const noFunctionsInYaml = {
  name: "no functions in YAML",
  setup: ({ onLoad }) => {
    onLoad({ filter: /js-yaml[\\/]lib[\\/]js-yaml[\\/]type[\\/]js[\\/]function\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace("_require('esprima')", "undefined"),
    }));
  },
};

/** commander can run commands that are programs of their own, and loads what starts them: a tenth of `docgen --help`. */
const noPrograms = {
  name: "no programs as commands",
  setup: ({ onLoad }) => {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/^const childProcess = .*/m, "const childProcess = undefined;"),
    }));
  },
};

/** markdown-it comes as compiled for engines without fields: a call for each of a token's takes a fifth of parsing. */
const plainFields = {
  name: "fields of markdown-it's tokens",
  setup: ({ onLoad }) => {
    onLoad({ filter: /markdown-it[\\/]dist[\\/]markdown-it\.mjs$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*"(\w+)",/g,
        "(this.$1 =",
      ),
    }));
  },
};

/** gray-matter keeps each text as bytes too, and hides what it returns from loops: a tenth of reading thousands of pages. */
const plainFrontMatter = {
  name: "front matter of texts alone",
  setup: ({ onLoad }) => {
    onLoad({ filter: /gray-matter[\\/]lib[\\/]to-file\.js$/ }, () => ({
      contents: `module.exports = (content) => ({ content, data: {}, language: "", matter: "", isEmpty: false, excerpt: "" });`,
    }));
  },
};

/** react-dom/server loads two renderers: this is the one that gives whole texts. React itself stays outside. */
const oneRenderer = {
  name: "one renderer of React's",
  setup: ({ onResolve, onLoad }) => {
    const folder = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));
    const production = join(folder, "cjs/react-dom-server-legacy.node.production.js");
    onResolve({ filter: /^react-dom\/server$/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, external: true } : { path, namespace: "renderer" },
    );
    onLoad({ filter: /^/, namespace: "renderer" }, () => ({
      resolveDir: folder,
      // Each goes with its own React.
      contents: `module.exports = process.env.NODE_ENV === "production"
        ? require(${JSON.stringify(production)})
        : require("react-dom/server");`,
    }));
  },
};

/** The names alone: only threads that highlight load grammars. */
const namesOfLanguages = {
  name: "names of languages",
  setup: ({ onLoad }) => {
    onLoad({ filter: /src[\\/]markdown[\\/]highlight[\\/]known-languages\.ts$/ }, () => ({
      contents: `export const KNOWN_LANGUAGES = new Set(${JSON.stringify(Object.keys(bundledLanguages))});`,
    }));
  },
};

/** What bin/load.cjs gives: the code itself can't import. */
const importsElsewhere = {
  name: "imports by URL",
  setup: ({ onLoad }) => {
    onLoad({ filter: /src[\\/]shared[\\/]import-module\.ts$/ }, () => ({
      contents: "export const importModule = importByUrl;",
    }));
  },
};

rmSync("dist", { recursive: true, force: true });
const { outputFiles, metafile } = await build({
  entryPoints: ENTRIES,
  outbase: "src",
  outdir: CODE,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  jsx: "automatic",
  external: EXTERNAL,
  plugins: [
    noFunctionsInYaml,
    noPrograms,
    plainFields,
    plainFrontMatter,
    oneRenderer,
    namesOfLanguages,
    importsElsewhere,
  ],
  metafile: true,
  write: false,
  logLevel: "warning",
});
await Promise.all(outputFiles.map(writeCode));
for (const [path, { entryPoint, exports }] of Object.entries(metafile.outputs)) {
  if (ENTRIES.includes(entryPoint)) writeEntry(relative(CODE, path), exports);
}
execFileSync(process.execPath, ["dist/build/prebuild.cjs"], { stdio: "inherit" });
await rehearse();

/** Modules that share chunks, as V8 can keep them compiled: only scripts can be. */
async function writeCode({ path, text }) {
  const { code } = await transform(text, {
    // Node's rules for what CommonJS gives to those who import it.
    sourcefile: `${basename(path)}.mjs`,
    format: "cjs",
    platform: "node",
    target: "node20",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "moduleUrl" },
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

/** What Node itself is to load: a command, a thread, what sites import. @param name path in dist/code/ */
function writeEntry(name, exports) {
  const path = join("dist", name);
  const loader = relative(dirname(path), "bin/load.cjs").replaceAll("\\", "/");
  mkdirSync(dirname(path), { recursive: true });
  // The second line is for Node, which looks for the names of exports without running anything.
  writeFileSync(
    path,
    `module.exports = require("${loader}").load(${JSON.stringify(name.replaceAll("\\", "/"))});\n` +
      `0 && (module.exports = { ${exports.join(", ")} });\n`,
  );
}

/** Builds and serves a site that has something of everything, for what V8 makes of the code meanwhile. */
async function rehearse() {
  const root = mkdtempSync(join(tmpdir(), "docgen-rehearsal-"));
  const recorded = ["--require", "./bin/record.cjs", "bin/docgen"];
  try {
    for (const [path, text] of rehearsalSite()) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    execFileSync(process.execPath, [...recorded, "build", "--root", root], { encoding: "utf8", stdio: "pipe" });
    await showPage([...recorded, "serve", "--root", root, "--port", "0"]);
  } catch (error) {
    throw new Error(`The rehearsal failed: ${error.message}\n${error.stdout ?? ""}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Starts a server, has it answer with a page, and ends it. */
async function showPage(command) {
  const env = { ...process.env, NO_COLOR: "1" };
  const server = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(server, "exit");
  let stderr = "";
  server.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  let status;
  try {
    for await (const line of createInterface(server.stdout)) {
      const url = /http:\S+/.exec(line)?.[0];
      if (url === undefined) continue;
      status = await fetch(new URL(REHEARSED_PAGE, url)).then((answer) => answer.status);
      break;
    }
  } finally {
    server.kill("SIGINT");
    await ended;
  }
  if (status !== 200) throw new Error(`the server showed no page (${status})\n${stderr}`);
}
