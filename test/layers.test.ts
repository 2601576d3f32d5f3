import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "./helpers/docgen.ts";

/** The folders of `src/` from left to right; each may import from itself and from those before it. */
const FOLDERS = [
  "shared",
  "engine",
  "config",
  "content",
  "highlight",
  "markdown",
  "navigation",
  "links",
  "api",
  "search",
  "theme",
  "client",
  "render",
  "output",
  "site",
  "builder",
  "samples",
  "diff",
  "checker",
  "preview",
  "serve",
  "print",
  "scaffold",
  "migrate",
  "cli",
];
/** Folders that take values and give values: no files, no network, no processes. */
const PURE = ["markdown", "navigation", "search", "render", "links", "theme"];
/** Folders that run in the browser. */
const BROWSER = ["theme", "client", "search"];

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
  readonly isType: boolean;
}

const src = join(PROJECT, "src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"),
);
const imports = files.flatMap(importsOf);

test("every folder is known and holds something", () => {
  expect([...new Set(files.map((file) => file.split("/")[0]))].sort()).toEqual(
    FOLDERS.filter((folder) => files.some((file) => file.startsWith(`${folder}/`))).sort(),
  );
});

test("a folder imports only from folders to its left", () => {
  const wrong = imports.filter(({ folder, target }) => {
    const other = folderOf(target);
    return other !== undefined && FOLDERS.indexOf(other) > FOLDERS.indexOf(folder);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("no files import each other in a circle, not for types either", () => {
  const graph = new Map(
    files.map((file) => [file, imports.filter((imported) => imported.file === file).map(({ target }) => target)]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" > "));
    if (path.includes(file) || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test("an exported noun is written down, not the type of what a function returns", () => {
  const wrong = files.flatMap((file) => {
    const source = readFileSync(join(src, file), "utf8");
    return Array.from(
      source.matchAll(/^export type (\w+) = .*\bReturnType<typeof /gm),
      ([, name]) => `${file}: ${name}`,
    );
  });
  expect(wrong).toEqual([]);
});

/** The steps of a migration, from left to right; each imports, also types, only from itself and from those before it. */
const MIGRATION = ["job.ts", "read", "plan", "rewrite/page", "rewrite/settings", "rewrite", "verify", "write"];

test("a step of a migration imports only from steps before it", () => {
  const stepOf = (file: string) => {
    const step = MIGRATION.findIndex((name) => `${file}/`.startsWith(`migrate/${name}/`));
    return step < 0 && file === "migrate/migrate-site.ts" ? MIGRATION.length : step;
  };
  const own = imports.filter(({ folder, target }) => folder === "migrate" && folderOf(target) === "migrate");
  expect(own.length).toBeGreaterThan(100);
  expect(files.filter((file) => file.startsWith("migrate/") && stepOf(file) < 0)).toEqual([]);
  const wrong = own.filter(({ file, target }) => stepOf(target) > stepOf(file));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

/** The steps from a site's files to its outputs; its own files define the context and put the steps together. */
const SITE = ["inputs", "extensions", "texts", "model", "bundles", "pictures", "pages", "outputs", "checks"];

test("a step of the site imports only from steps before it", () => {
  const stepOf = (file: string) => SITE.findIndex((name) => file.startsWith(`site/${name}/`));
  const within = imports.filter(({ file, target }) => stepOf(file) >= 0 && stepOf(target) >= 0);
  expect(within.length).toBeGreaterThan(100);
  const folders = files.filter((file) => /^site\/.+\//.test(file));
  expect(folders.filter((file) => stepOf(file) < 0)).toEqual([]);
  const wrong = within.filter(({ file, target }) => stepOf(target) > stepOf(file));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("a file's name says what it holds: no two files have the same", () => {
  const names = files.map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("an exported name stands for one thing", () => {
  const exported = /^export (?:async )?(?:function|const|interface|type) (\w+)/gm;
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ""] of readFileSync(join(src, file), "utf8").matchAll(exported)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const shared = [...places].filter(([, declared]) => declared.size > 1);
  expect(shared.map(([name, declared]) => `${name}: ${[...declared].join(", ")}`)).toEqual([]);
});

test("the client shares only what runs in the browser", () => {
  const allowed = new Set([...BROWSER, "shared", "navigation", "markdown"]);
  const wrong = imports.filter(
    ({ folder, target, isType }) => folder === "client" && !isType && !allowed.has(folderOf(target) ?? "client"),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("pure folders and those of the browser import nothing of Node", () => {
  const wrong = imports.filter(
    ({ folder, target }) => [...PURE, ...BROWSER].includes(folder) && target.startsWith("node:"),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("every package that code loads is a dependency of its own", () => {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  const wrong = imports.filter(({ target, isType }) => {
    const name = /^(?:@[^/]+\/)?[a-z][^/:$]*(?=\/|$)/.exec(target)?.[0] ?? "";
    const isOwn = target === "docgen/config" || target === "docgen/theme" || existsSync(join(src, target));
    return !isType && name !== "" && !isOwn && !Object.hasOwn(dependencies, name);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test("one module of the command line prints, and one sets the exit code", () => {
  const wrong = files.filter((file) => {
    if (["cli/print.ts", "cli/lifecycle.ts"].includes(file) || file.startsWith("client/")) return false;
    return /\bconsole\.|process\.(?:exit|stdout|stderr)/.test(readFileSync(join(src, file), "utf8"));
  });
  expect(wrong).toEqual([]);
});

/** Static and dynamic imports of a file; relative targets are given from `src/`. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(src, file), "utf8");
  const found = source.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s+)?[^;"']*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g,
  );
  return [...found].map(([, , type, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? "";
    const isRelative = target.startsWith(".");
    return {
      file,
      folder: file.split("/")[0] ?? "",
      target: isRelative ? join(file, "..", target) : target,
      isType: type !== undefined,
    };
  });
}

function folderOf(target: string): string | undefined {
  const folder = target.split("/")[0] ?? "";
  return FOLDERS.includes(folder) && target.includes("/") ? folder : undefined;
}

/** Folders that read and write what is no input of an output: the output itself, what they serve or run, the terminal. */
const AT_THE_EDGE = [
  "shared",
  "engine",
  "output",
  "builder",
  "samples",
  "diff",
  "checker",
  "preview",
  "serve",
  "print",
  "scaffold",
  "migrate",
  "cli",
];
/** What else may look at the disk, and why no input is forgotten by it. */
const READERS: Readonly<Record<string, string>> = {
  "config/config-file.ts": "whether there is one; it is recorded, and a failure is asked anew",
  "config/load.ts": "its bundle is an input, all its files are recorded",
  "highlight/worker.ts": "a package of docgen",
  "site/inputs/read-version-trees.ts": "writes files of commits, which never change; tasks read them as inputs",
  "site/inputs/interface-texts.ts": "docgen's own code",
  "site/bundles/mermaid-files.ts": "a package, whose version is recorded",
  "site/pictures/picture-worker.ts": "a package of docgen",
  "site/bundles/prebuild.ts": "docgen's own code",
  "site/bundles/bundle-client.ts": "docgen's own code",
  "site/bundles/bundle-for-browser.ts": "reads for the bundler, which names what it was given",
};

test("what outputs are made of is read by the engine", () => {
  const reading = files.filter((file) => /from "node:fs(?:\/promises)?"/.test(readFileSync(join(src, file), "utf8")));
  const others = reading.filter((file) => !AT_THE_EDGE.includes(file.split("/")[0] ?? ""));
  expect(others.sort()).toEqual(Object.keys(READERS).sort());
});

test("the guide to the sources names every folder, in its order", () => {
  const guide = readFileSync(join(src, "README.md"), "utf8");
  const named = [...guide.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, folder]) => folder);
  expect(named).toEqual(FOLDERS);
  const paths = [...guide.matchAll(/`([\w-]+\/[\w/-]*(?:\.tsx?)?)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(FOLDERS.length);
  expect(
    paths.filter((path) => ![src, PROJECT, join(src, "site")].some((folder) => existsSync(join(folder, path)))),
  ).toEqual([]);
  // The life of a query names files of the search without their folder.
  const names = [...guide.matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => !existsSync(join(src, "search", name)))).toEqual([]);
});
