import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import { NO_STORE, openStore, type ResultStore } from "../../src/engine/result-store.ts";
import { type SharedResults, shareResults } from "../../src/engine/shared-results.ts";
import type { Task, TaskDef } from "../../src/engine/task.ts";
import { temporaryFolder } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const FILES = ["a.txt", "b.txt", "deep/c.txt", "deep/d.txt"];
const FOLDERS = ["", "deep"];
/** Results are small, so that many reruns give what was there before. */
const RESULTS = 5;

/** What a task of a random graph does, one after the other. */
type Step =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "entry"; readonly path: string }
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "setting" }
  /** Another task, further left; `ifEven`: only where the result so far is even. */
  | { readonly kind: "get"; readonly of: number; readonly ifEven: boolean };

interface RandomTask {
  readonly keep: "memory" | "graph" | "disk";
  readonly isLarge: boolean;
  readonly steps: readonly Step[];
  /** Throws where its result is this. */
  readonly throwsAt: number;
}

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("file" as const, "entry" as const), path: fc.constantFrom(...FILES) }),
  fc.record({ kind: fc.constant("list" as const), path: fc.constantFrom(...FOLDERS) }),
  fc.record({ kind: fc.constant("setting" as const) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("get" as const), of: fc.nat(20), ifEven: fc.boolean() }) },
);
const randomTask = fc.record({
  keep: fc.constantFrom("memory" as const, "graph" as const, "disk" as const),
  isLarge: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  throwsAt: fc.integer({ min: 0, max: 3 * RESULTS }),
});
const edit = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("write" as const), path: fc.constantFrom(...FILES), text: fc.nat(30) }),
  },
  fc.record({ kind: fc.constant("remove" as const), path: fc.constantFrom(...FILES) }),
  fc.record({ kind: fc.constant("setting" as const), value: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom("restart" as const, "nothing" as const, "damage" as const) }),
);

function sum(text: string): number {
  return [...text].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0);
}

/** What reads in the place of the engine: from the disk, each time anew. */
interface Reader {
  readonly file: (path: string) => string | undefined;
  readonly has: (path: string) => boolean;
  readonly names: (folder: string) => readonly string[];
  readonly setting: () => number;
  readonly get: (place: number) => Promise<number>;
}

async function follow({ steps, throwsAt }: RandomTask, place: number, reader: Reader): Promise<number> {
  let result = place;
  for (const one of steps) {
    if (one.kind === "file") result += sum(reader.file(one.path) ?? "none");
    else if (one.kind === "entry") result += reader.has(one.path) ? 1 : 2;
    else if (one.kind === "list") result += sum(reader.names(one.path).join());
    else if (one.kind === "setting") result += reader.setting();
    else if (place > 0 && (!one.ifEven || result % 2 === 0)) result += await reader.get(one.of % place);
  }
  if (result % RESULTS === throwsAt) throw new Error(`no ${result % RESULTS}`);
  return result % RESULTS;
}

function fromDisk(root: string, tasks: readonly RandomTask[], setting: number): (place: number) => Promise<number> {
  const reader: Reader = {
    file: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined),
    has: (path) => existsSync(join(root, path)),
    names: (folder) => readdirSync(join(root, folder)).sort(),
    setting: () => setting,
    get: (place) => follow(tasks[place] as RandomTask, place, reader),
  };
  return reader.get;
}

interface Opened {
  readonly engine: Engine;
  readonly defs: readonly TaskDef<number>[];
}

/** @param onRun told of each run of a task */
function open(
  root: string,
  store: ResultStore,
  tasks: readonly RandomTask[],
  setting: number,
  onRun: (place: number) => void = () => {},
  shared?: SharedResults,
): Opened {
  const defs: TaskDef<number>[] = tasks.map((one, place) => ({
    name: `task ${place}`,
    keep: one.keep,
    isLarge: one.isLarge,
    run: (task: Task) => {
      onRun(place);
      return follow(one, place, {
        file: (path) => task.file(path)?.bytes().toString("utf8"),
        has: (path) => task.entry(path) !== undefined,
        names: (folder) => task.list(folder).map(({ name }) => name),
        setting: () => task.setting("number") as number,
        get: (other) => task.get(defs[other] as TaskDef<number>, ""),
      });
    },
  }));
  const surroundings = { settings: { number: setting }, states: {} };
  return { engine: createEngine({ root, store, shared, graph: "test", tasks: defs, ...surroundings }), defs };
}

const outcome = (result: Promise<number>): Promise<number | string> => result.catch((error: Error) => error.message);

function makeRoot(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "deep"));
  for (const path of FILES) writeFileSync(join(root, path), path);
  return root;
}

/** Results in memory, as machines share them. */
function createShared(entries: Map<string, Buffer>): SharedResults {
  return shareResults({
    remote: {
      get: async (kind, key) => entries.get(kind + key),
      put: async (kind, key, data) => entries.set(kind + key, data).size > 0,
      canWrite: () => true,
      close: async () => [],
    },
    toolKey: "",
    groupOf: ({ keep }) => (keep === "memory" ? undefined : "all"),
    isOwn: () => true,
  });
}

describe("results of random tasks", () => {
  test("are after any edits those of computing all anew", { timeout: 120_000 }, async () => {
    const graphs = fc.array(randomTask, { minLength: 1, maxLength: 8 });
    const edits = fc.array(edit, { minLength: 5, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(graphs, edits, fc.boolean(), fc.boolean(), async (tasks, changes, isTold, isShared) => {
        const root = makeRoot();
        const folder = temporaryFolder();
        const entries = new Map<string, Buffer>();
        let setting = 0;
        let shared: SharedResults | undefined;
        // What machines share is all that one of them begins with.
        const reopen = () => {
          shared = isShared ? createShared(entries) : undefined;
          const store = isShared ? NO_STORE : openStore(folder, "0123456789abcdef");
          return open(root, store, tasks, setting, undefined, shared);
        };
        let opened = reopen();
        for (const change of changes) {
          if (change.kind === "write") writeFileSync(join(root, change.path), String(change.text));
          if (change.kind === "remove") rmSync(join(root, change.path), { force: true });
          if (change.kind === "damage") damage(folder);
          // A setting is a command's: it is another only for another process.
          if (change.kind === "setting") setting = change.value;
          if (change.kind === "setting" || change.kind === "restart" || change.kind === "damage") {
            opened.engine.save();
            opened = reopen();
          } else {
            opened.engine.changed(isTold && "path" in change ? [change.path] : undefined);
          }
          const { engine, defs } = opened;
          const wanted = fromDisk(root, tasks, setting);
          const results = await Promise.all(defs.map((def) => outcome(engine.get(def, ""))));
          const expected = await Promise.all(defs.map((_, place) => outcome(wanted(place))));
          expect(results).toEqual(expected);
          await shared?.flush("all");
        }
        for (const path of [root, folder]) rmSync(path, { recursive: true });
      }),
      { numRuns: Number(process.env.DOCGEN_GRAPHS ?? (IS_WEEKLY ? 150 : 50)) },
    );
  });

  test("are not computed again while nothing they read is another", async () => {
    const graphs = fc.array(randomTask, { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(graphs, fc.constantFrom(...FILES), async (tasks, path) => {
        const root = makeRoot();
        let runs: number[] = [];
        const { engine, defs } = open(root, NO_STORE, tasks, 0, (place) => runs.push(place));
        const all = () => Promise.all(defs.map((def) => outcome(engine.get(def, ""))));
        await all();
        // Each once, however many wait for it.
        expect(new Set(runs).size).toBe(runs.length);
        runs = [];
        // The same bytes, written again.
        writeFileSync(join(root, path), path);
        engine.changed([path]);
        await all();
        expect(runs).toEqual([]);
        rmSync(root, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });
});

/** Cuts each entry of a store short. */
function damage(folder: string): void {
  for (const version of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, version))) truncateSync(join(folder, version, name), 45);
  }
}

/** An engine over tasks that are given by name. */
function engineOf(
  root: string,
  make: (define: <T>(def: TaskDef<T>) => TaskDef<T>) => void,
  extra: { explain?: () => [] } = {},
): Engine {
  const tasks: TaskDef<unknown>[] = [];
  make((def) => {
    tasks.push(def as TaskDef<unknown>);
    return def;
  });
  return createEngine({ root, settings: {}, states: {}, tasks, ...extra });
}

describe("an engine", () => {
  test("stops where a task that ran again gives the same", async () => {
    const root = makeRoot();
    const runs: string[] = [];
    const length: TaskDef<number> = {
      name: "length",
      keep: "memory",
      run: (task) => {
        runs.push("length");
        return task.file("a.txt")?.bytes().length ?? 0;
      },
    };
    const twice: TaskDef<number> = {
      name: "twice",
      keep: "memory",
      run: async (task) => {
        runs.push("twice");
        return 2 * (await task.get(length, ""));
      },
    };
    const engine = engineOf(root, () => {});
    expect(await engine.get(twice, "")).toBe(10);
    writeFileSync(join(root, "a.txt"), "other");
    engine.changed(["a.txt"]);
    expect(await engine.get(twice, "")).toBe(10);
    expect(runs).toEqual(["twice", "length", "length"]);
    writeFileSync(join(root, "a.txt"), "longer");
    engine.changed(["a.txt"]);
    expect(await engine.get(twice, "")).toBe(12);
  });

  test.each([
    ["file", (task: Task) => task.file("b.txt")?.digest],
    ["entry", (task: Task) => task.entry("b.txt")?.name],
    ["list", (task: Task) => task.list("").some(({ name }) => name === "b.txt")],
  ])("does not keep a stale result after a %s input was absent between two sweeps", async (_, read) => {
    const root = makeRoot();
    const def: TaskDef<unknown> = {
      name: "reads",
      keep: "memory",
      run: (task) => [task.file("a.txt")?.digest, read(task)],
    };
    const engine = engineOf(root, () => {});
    const [, there] = (await engine.get(def, "")) as unknown[];
    rmSync(join(root, "b.txt"));
    writeFileSync(join(root, "a.txt"), "another");
    engine.changed(["a.txt"]);
    await engine.get(def, "");
    writeFileSync(join(root, "b.txt"), "b.txt");
    for (const paths of engine.sweep()) expect(paths).not.toContain("a.txt");
    expect(await engine.get(def, "")).toEqual([expect.any(String), there]);
  });

  test("ends a circle by an error that names its tasks", async () => {
    const defs: TaskDef<number>[] = [0, 1, 2].map((place) => ({
      name: `t${place}`,
      keep: "memory",
      run: (task) => task.get(defs[(place + 1) % 3] as TaskDef<number>, "k"),
    }));
    const engine = engineOf(makeRoot(), () => {});
    const both = await Promise.allSettled(defs.map((def) => engine.get(def, "k")));
    for (const one of both) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringMatching(/depend on each other: t\d k > t\d k/) },
      });
    }
  });

  test("says again what a result that holds has reported, and no more what it does not report any more", async () => {
    const root = makeRoot();
    const check: TaskDef<number> = {
      name: "check",
      keep: "memory",
      run: (task) => {
        const text = task.file("a.txt")?.bytes().toString("utf8") ?? "";
        if (text.includes("bad")) {
          task.report({ path: "a.txt", line: 1, column: 1, severity: "error", code: "bad", message: text });
        }
        return 1;
      },
    };
    const engine = engineOf(root, () => {});
    const messages = async () => {
      await engine.digest(check, "");
      return engine.problems().map(({ message }) => message);
    };
    const write = (text: string) => {
      writeFileSync(join(root, "a.txt"), text);
      engine.changed(["a.txt"]);
    };
    expect(await messages()).toEqual([]);
    write("bad");
    expect(await messages()).toEqual(["bad"]);
    engine.changed(["b.txt"]);
    expect(await messages()).toEqual(["bad"]);
    write("good");
    expect(await messages()).toEqual([]);
  });

  test("lets the last good result stand while an input is broken, if it is told to", async () => {
    const root = makeRoot();
    const parsed: TaskDef<unknown> = {
      name: "parsed",
      keep: "memory",
      keepsLastGood: true,
      run: (task) => JSON.parse(task.file("a.txt")?.bytes().toString("utf8") ?? ""),
    };
    writeFileSync(join(root, "a.txt"), "[1]");
    const engine = engineOf(root, () => {}, { explain: () => [] });
    expect(await engine.get(parsed, "")).toEqual([1]);
    for (const [text, expected] of [
      ["[1", [1]],
      ["[2]", [2]],
    ] as const) {
      writeFileSync(join(root, "a.txt"), text);
      engine.changed(["a.txt"]);
      expect(await engine.get(parsed, "")).toEqual(expected);
    }
    const strict = engineOf(root, () => {});
    writeFileSync(join(root, "a.txt"), "[");
    await expect(strict.get(parsed, "")).rejects.toThrow(SyntaxError);
  });

  test("is read anew where a file changed below a run of an earlier revision", async () => {
    const root = makeRoot();
    writeFileSync(join(root, "a.txt"), "one");
    let wait: Promise<void> | undefined;
    let hasRead = () => {};
    const text: TaskDef<string> = {
      name: "text",
      keep: "memory",
      run: async (task) => {
        const file = task.file("a.txt");
        const first = file?.bytes().toString("utf8");
        hasRead();
        await wait;
        // Bytes are read again, as those of a large file are.
        return `${first} ${file?.bytes().toString("utf8")}`;
      },
    };
    const parent: TaskDef<string> = {
      name: "parent",
      keep: "memory",
      keepsLastGood: true,
      run: (task) => {
        task.file("b.txt");
        return task.get(text, "");
      },
    };
    const engine = engineOf(root, () => {}, { explain: () => [] });
    expect(await engine.get(parent, "")).toBe("one one");
    let go = () => {};
    wait = new Promise((resolve) => {
      go = resolve;
    });
    writeFileSync(join(root, "a.txt"), "two");
    engine.changed(["a.txt"]);
    const read = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const overtaken = engine.get(text, "");
    await read;
    writeFileSync(join(root, "a.txt"), "three");
    writeFileSync(join(root, "b.txt"), "also new");
    engine.changed(["a.txt", "b.txt"]);
    const newest = engine.get(parent, "");
    go();
    await expect(overtaken).rejects.toThrow("changed during the build");
    await newest.catch(() => {});
    expect(await engine.get(parent, "")).toBe("three three");
  });

  test("lets the event loop turn between pieces of work that wait for the same result", async () => {
    const order: string[] = [];
    const shared: TaskDef<string> = {
      name: "shared",
      keep: "memory",
      run: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return "";
      },
    };
    const busy: TaskDef<string> = {
      name: "busy",
      keep: "memory",
      run: async (task, key) => {
        await task.get(shared, "");
        return task.inTurn(() => {
          order.push(key);
          for (const end = performance.now() + 15; performance.now() < end; );
          if (key === "0") setImmediate(() => order.push("message"));
          return key;
        });
      },
    };
    const engine = engineOf(makeRoot(), () => {});
    expect(await Promise.all([...Array(8).keys()].map((key) => engine.get(busy, String(key))))).toHaveLength(8);
    expect(order.filter((entry) => entry !== "message")).toEqual([..."01234567"]);
    expect(order.indexOf("message")).toBeLessThan(4);
  });

  test("drops no result that the graph of another command refers to, until that is no longer used", async () => {
    const root = makeRoot();
    const folder = join(root, "store");
    const number: TaskDef<string> = { name: "number", keep: "disk", run: (_, key) => `Number ${key}.` };
    const run = async (graph: string, keys: readonly number[]) => {
      const store = openStore(folder, "0123456789abcdef");
      const engine = createEngine({ root, store, graph, tasks: [number as TaskDef<unknown>] });
      for (const key of keys) await engine.get(number, String(key));
      engine.save();
    };
    const stored = (kind: string) =>
      readdirSync(join(folder, "0123456789abcdef")).filter((name) => name.startsWith(kind));
    await run("build", [...Array(700).keys()]);
    await run("serve of one language", [1000]);
    await run("search", [2000]);
    expect(stored("value")).toHaveLength(702);
    for (const name of stored("").filter((name) => name.endsWith("-build"))) {
      utimesSync(join(folder, "0123456789abcdef", name), new Date(0), new Date(0));
    }
    await run("search", [3000]);
    expect(stored("graph")).toEqual(["graph-search", "graph-serve of one language"]);
    expect(stored("value").length).toBeLessThan(510);
  });
});

describe("what an engine holds", () => {
  const text: TaskDef<string> = {
    name: "text",
    keep: "disk",
    run: (task, path) => task.file(path)?.bytes().toString("utf8") ?? "none",
  };
  const twice: TaskDef<string> = {
    name: "twice",
    keep: "disk",
    run: async (task, path) => (await task.get(text, path)) + path,
  };
  const openAt = (root: string) =>
    createEngine({
      root,
      store: openStore(join(root, "store"), "0123456789abcdef"),
      graph: "g",
      tasks: [text, twice],
    });

  test("is forgotten once nobody has asked for it in 100 revisions, with its inputs; the rest stays", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "stays.txt"), "one ");
    const engine = openAt(root);
    for (let at = 0; at < 50; at++) await engine.get(twice, `gone${at}.txt`);
    expect(Object.keys(engine.save())).toHaveLength(50);
    for (let revision = 0; revision < 110; revision++) {
      engine.changed([]);
      await engine.get(twice, "stays.txt");
    }
    expect(Object.keys(engine.save())).toEqual(["file:stays.txt"]);
    expect(engine.files()).toEqual(["stays.txt"]);
    expect(Object.keys(openAt(root).save())).toEqual([]);
    writeFileSync(join(root, "gone1.txt"), "back ");
    expect(await engine.get(twice, "gone1.txt")).toBe("back gone1.txt");
    expect(Object.keys(engine.save()).sort()).toEqual(["file:gone1.txt", "file:stays.txt"]);
  });

  test("is stored again only if it has changed, also where values that aren't stored are computed again", async () => {
    const root = temporaryFolder();
    const upper: TaskDef<string> = {
      name: "upper",
      keep: "memory",
      run: async (task, path) => (await task.get(text, path)).toUpperCase(),
    };
    const graph = join(root, "store/0123456789abcdef/graph-g");
    const savedBy = async () => {
      const store = openStore(join(root, "store"), "0123456789abcdef");
      const engine = createEngine({ root, store, graph: "g", tasks: [text, upper] as TaskDef<unknown>[] });
      const value = await engine.get(upper, "a.txt");
      engine.save();
      return [value, statSync(graph).ino];
    };
    writeFileSync(join(root, "a.txt"), "one");
    const first = await savedBy();
    expect(await savedBy()).toEqual(first);
    writeFileSync(join(root, "a.txt"), "two");
    const [value, written] = await savedBy();
    expect(value).toBe("TWO");
    expect(written).not.toBe(first[1]);
  });

  test("says which files were read, and which of them differ: of those that may, and of all", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "deep/er"), { recursive: true });
    for (const name of ["deep/er/a.txt", "b.txt"]) writeFileSync(join(root, name), name);
    const engine = openAt(root);
    await engine.get(twice, "deep/er/a.txt");
    await engine.get(text, "b.txt");
    await engine.get(text, "absent.txt");
    expect([...engine.files()].sort()).toEqual(["absent.txt", "b.txt", "deep/er/a.txt"]);
    const swept = () => [...engine.sweep()].flat().sort();
    expect(swept()).toEqual([]);
    writeFileSync(join(root, "deep/er/a.txt"), "a");
    // The same bytes, written again.
    writeFileSync(join(root, "b.txt"), "b.txt");
    writeFileSync(join(root, "absent.txt"), "there");
    writeFileSync(join(root, "never-read.txt"), "x");
    expect(engine.changed(["b.txt", "never-read.txt", "absent.txt"])).toEqual(["absent.txt"]);
    expect(swept()).toEqual(["deep/er/a.txt"]);
    expect([swept(), engine.changed()]).toEqual([[], []]);
    expect(await engine.get(twice, "deep/er/a.txt")).toBe("adeep/er/a.txt");
    expect(await engine.get(text, "absent.txt")).toBe("there");
  });

  test("finds what was added to a folder, taken out of it or replaced in it", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "folder"));
    for (const name of ["gone", "stays", "replaced"]) writeFileSync(join(root, "folder", name), "");
    const names: TaskDef<readonly string[]> = {
      name: "names",
      keep: "graph",
      run: async (task, path) => task.list(path).map(({ name }) => name),
    };
    const engine = createEngine({ root });
    expect(await engine.get(names, "folder")).toEqual(["gone", "replaced", "stays"]);
    for (const name of ["gone", "replaced"]) rmSync(join(root, "folder", name));
    mkdirSync(join(root, "folder/replaced"));
    writeFileSync(join(root, "folder/new"), "");
    expect([...engine.sweep()].flat().sort()).toEqual(["folder/gone", "folder/new", "folder/replaced"]);
    expect(await engine.get(names, "folder")).toEqual(["new", "replaced", "stays"]);
  });
});
