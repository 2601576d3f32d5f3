import "../helpers/warm-threads.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync, gzipSync } from "node:zlib";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { loadAll } from "js-yaml";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BuildResult, build } from "../../src/builder/build.ts";
import { type StoreOptions, shareOf } from "../../src/builder/sharing.ts";
import { shardOf, storeOf } from "../../src/cli/store-options.ts";
import { type Remote, unwrapAction, wrapAction } from "../../src/engine/remote.ts";
import { httpRemote } from "../../src/engine/remote-http.ts";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, NODE, PROJECT, readTree, start, temporaryFolder } from "../helpers/docgen.ts";
import { freePort, startNginx, startStore } from "../helpers/store-server.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

/** Of two languages and several indexes: more groups of results than pages would make. */
const SITE: Files = {
  "site.config.ts": `export default {
  title: "T",
  url: "https://example.com",
  favicon: "/icon.svg",
  vars: { release: "1.0" },
  i18n: { defaultLocale: "en", locales: ["en", "de"] },
  components: { Note: "./note.tsx" },
};
`,
  "note.tsx": 'export default ({ children }) => <p className="note">{children}</p>;\n',
  "content/docs/index.md": "# Start\n\n## Top\n\n<Note>A *note*.</Note>\n",
  "content/docs/guide/one.md": "---\ntags: [a]\n---\n\n# One\n\nSee [it](../index.md#top) and {vars.release}.\n",
  "content/docs/guide/two.md": "# Two\n\n```js\nconst n = 2;\n```\n",
  "content/blog/2026-01-02-first.md": "# First\n\nLead.\n\n<!-- truncate -->\n\nRest.\n",
  "content/pages/index.md": "# Home\n",
  "content/pages/about.tsx": "export default function About() {\n  return <h1>About</h1>;\n}\n",
  "content/static/a.txt": "a\n",
  "content/static/icon.svg":
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>\n',
};
const SMALL: Files = {
  "content/pages/index.md": "# Home\n",
  "content/docs/index.md": "# Start\n\n## Top\n",
  "content/docs/one.md": "# One\n\nSee [it](./index.md#top).\n",
};

/** What builds without a store have made. */
const known = new Map<Files, ReadonlyMap<string, string>>();
async function reference(site: Files): Promise<ReadonlyMap<string, string>> {
  const before = known.get(site);
  if (before !== undefined) return before;
  const root = makeSite(site);
  await buildAt(root, undefined);
  const tree = readTree(join(root, "build"));
  known.set(site, tree);
  return tree;
}

function buildAt(root: string, shared: StoreOptions | undefined): Promise<BuildResult> {
  const out = join(root, "build");
  return build({ root, out, drafts: false, baseUrl: undefined, cache: true, jobs: 1, shared });
}

/** Builds a new checkout, at a path of its own, with a store: its output is that without one. */
async function expectSame(site: Files, shared: StoreOptions): Promise<BuildResult> {
  const root = makeSite(site);
  const made = await buildAt(root, shared);
  expect(readTree(join(root, "build"))).toEqual(await reference(site));
  return made;
}

const at = (url: string, rest: Partial<StoreOptions> = {}): StoreOptions => ({
  location: { url },
  isReadOnly: false,
  ...rest,
});

describe("a store for several machines", () => {
  test("gives another checkout all that was made, and holds nothing of the machine", async () => {
    const store = await startStore();
    await expectSame(SITE, at(store.url));
    const stored = store.entries.size;
    store.requests.length = 0;
    expect((await expectSame(SITE, at(store.url))).problems).toEqual([]);
    expect(store.requests.filter((one) => one.startsWith("PUT"))).toEqual([]);
    expect(store.requests.length).toBeLessThanOrEqual(stored);
    for (const [path, data] of store.entries) {
      const text = gunzipSync(path.includes("/ac/") ? (unwrapAction(data) ?? data) : data).toString("latin1");
      const found = [tmpdir(), PROJECT, "node_modules"].filter((name) => text.includes(name));
      expect([path, found]).toEqual([path, []]);
    }
  });

  test("may lie and lose what it has: that is made again", async () => {
    const store = await startStore();
    await expectSame(SMALL, at(store.url));
    const whole = [...store.entries];
    const damages: ((data: Buffer, number: number) => Buffer | undefined)[] = [
      (data, number) => (number % 2 === 0 ? undefined : data),
      (data, number) => (number % 2 === 1 ? undefined : data),
      (data) => Buffer.concat([data.subarray(0, 40), data.subarray(41)]),
      () => wrapAction(gzipSync('{"texts":["../../etc/passwd"],"results":[[0,0,[0,0],[],true,[0,0,1]]]}')),
      (_, number) => whole[(number + 1) % whole.length]?.[1],
      () => Buffer.alloc(0),
    ];
    for (const damage of some(3, damages)) {
      for (const [number, [path, data]] of whole.entries()) {
        const other = damage(data, number);
        if (other === undefined) store.entries.delete(path);
        else store.entries.set(path, other);
      }
      expect((await expectSame(SMALL, at(store.url, { isReadOnly: true }))).problems).toEqual([]);
    }
    expect(store.requests.filter((one) => one.startsWith("PUT")).length).toBe(whole.length);
    // False results of false traces are not caught, but false values of true ones are.
    await expectSame(SMALL, at(store.url));
    store.requests.length = 0;
    await expectSame(SMALL, at(store.url));
    expect(store.requests.filter((one) => one.startsWith("PUT"))).toEqual([]);
  });

  test("is done without where it hangs, is full, refuses or is gone; that is said once, without secrets", async () => {
    const hanging = await startStore(() => true);
    const endless = await startStore((_, response) => response.writeHead(200).write("a"));
    const answering = async (status: number, method: string) => {
      const store = await startStore((request, response) => {
        if (request.method !== method) return false;
        response.writeHead(status, { location: "https://example.com/" }).end("no");
        return true;
      });
      return store.url;
    };
    const cases: readonly (readonly [url: string, said: string | undefined])[] = [
      [hanging.url, "did not answer in time"],
      [endless.url, "did not answer in time"],
      [`http://127.0.0.1:${await freePort()}/`, "can't be reached (ECONNREFUSED)"],
      [await answering(507, "PUT"), "answered 507"],
      [await answering(401, "GET"), "answered 401"],
      [await answering(302, "GET"), "can't be reached"],
      [await answering(413, "PUT"), undefined],
    ];
    for (const [url, said] of cases) {
      // A store that answers may take long on a busy machine.
      const readLimit = said === "did not answer in time" ? 300 : 30_000;
      const remote = httpRemote({ url, isReadOnly: false, readLimit });
      const keys = ["a", "b", "c", "d"];
      await Promise.all(keys.map((key) => remote.get("ac", key)));
      await Promise.all(keys.map((key) => remote.put("cas", key, Buffer.from(key))));
      const why = await remote.close();
      expect(said === undefined ? why : why.includes(said)).toEqual(said === undefined ? [] : true);
    }
    for (const [url, said] of some(1, cases)) {
      const { problems } = await expectSame(SMALL, at(url, { authorization: "Bearer secret-4711", readLimit: 300 }));
      const message = `the store ${said}; docgen continued without it`;
      expect(problems.map((one) => [one.path, one.message])).toEqual(said === undefined ? [] : [[url, message]]);
    }
  });

  test("is done without where its answers stop half-way, whatever is collected meanwhile", async () => {
    const endless = await startStore((_, response) => response.writeHead(200).write("a"));
    setFlagsFromString("--expose-gc");
    const collecting = setInterval(runInNewContext("gc") as () => void, 2);
    onTestFinished(() => clearInterval(collecting));
    const remote = httpRemote({ url: endless.url, isReadOnly: true, readLimit: 300 });
    const keys = Array.from({ length: 16 }, (_, number) => `${number}`);
    expect(await Promise.all(keys.map((key) => remote.get("ac", key)))).toEqual(keys.map(() => undefined));
    expect(await remote.close()).toEqual(["did not answer in time"]);
  });

  test.runIf(IS_WEEKLY)(
    "is done without where all of its answers are slow: what they cost in sum is limited",
    async () => {
      const slowly = (ms: number, method: string, status: number) => {
        return startStore((request, response) => {
          if (request.method !== method) return false;
          setTimeout(() => response.writeHead(status).end(), ms);
          return true;
        });
      };
      const keys = Array.from({ length: 64 }, (_, number) => `${number}`);
      const putAll = (remote: Remote) => Promise.all(keys.map((key) => remote.put("cas", key, Buffer.from(key))));
      // Writes that are not found are refused, however late: most are not tried.
      const refusing = await slowly(200, "PUT", 404);
      const refused = httpRemote({ url: refusing.url, isReadOnly: false });
      await putAll(refused);
      expect(await refused.close()).toEqual(["answered 404"]);
      expect(refusing.requests.length).toBeLessThan(40);
      // Reads that have taken all patience leave none for writes.
      const reading = await slowly(1800, "GET", 404);
      const read = httpRemote({ url: reading.url, isReadOnly: false });
      for (const key of keys) await read.get("ac", key);
      await putAll(read);
      expect(await read.close()).toHaveLength(1);
      expect(reading.requests.length).toBeLessThan(10);
      expect(reading.requests.filter((line) => line.startsWith("PUT"))).toEqual([]);
      // Both draw on the same patience.
      const hanging = await startStore((request, response) => {
        if (request.method === "GET") setTimeout(() => response.writeHead(404).end(), 2000);
        return true;
      });
      const both = httpRemote({ url: hanging.url, isReadOnly: false });
      for (const key of keys.slice(0, 2)) await both.get("ac", key);
      void putAll(both);
      const closing = performance.now();
      expect(await both.close()).toEqual(["is too slow for writes"]);
      expect(performance.now() - closing).toBeLessThan(4000);
    },
  );

  test("is a folder, too; a reader leaves it as it is", async () => {
    const folder = join(temporaryFolder(), "deep/store");
    const shared = { location: { folder }, isReadOnly: false };
    await expectSame(SMALL, shared);
    const before = readTree(folder);
    expect(before.size).toBeGreaterThan(3);
    const root = makeSite({ ...SMALL, "content/docs/new.md": "# New\n" });
    await buildAt(root, { ...shared, isReadOnly: true });
    expect(readTree(folder)).toEqual(before);
    await buildAt(root, shared);
    expect(readTree(folder)).toEqual(before);
    rmSync(join(root, ".docgen"), { recursive: true });
    await buildAt(root, shared);
    expect(readTree(folder).size).toBeGreaterThan(before.size);
  });
});

test("shards, some of them killed, and a build that assembles give what one machine gives", async () => {
  const config = readFileSync(join(PROJECT, "src/engine/examples/nginx.conf"), "utf8");
  const nginx = await startNginx(config);
  const url = nginx ?? (await startStore()).url;
  const numbers = some(4, [1, 2, 3, 4, 5, 6, 7, 8]);
  const isKilled = (number: number) => number % 4 === 0;
  const shards = await Promise.all(
    numbers.map(async (number) => {
      const root = makeSite(SITE);
      const child = start(
        "build",
        "--root",
        root,
        "--shard",
        `${number}/${numbers.length}`,
        "--cache-url",
        url,
        "--verbose",
      );
      // In the middle of its pages.
      if (isKilled(number)) child.stderr?.on("data", (said) => /look up/.test(`${said}`) && child.kill("SIGKILL"));
      await once(child, "close");
      expect(existsSync(join(root, "build"))).toBe(false);
      return child.signalCode ?? child.exitCode;
    }),
  );
  expect(shards).toEqual(numbers.map((number) => (isKilled(number) ? "SIGKILL" : 0)));
  expect((await expectSame(SITE, at(url))).problems).toEqual([]);
});

describe("the command", () => {
  const call = (given: object, environment: NodeJS.ProcessEnv = {}) => {
    const store = storeOf({ cache: true, ...given }, environment);
    return { store, shard: shardOf(given, store) };
  };
  const cacheUrl = "https://cache.example.com/docgen";

  test.each([
    [{ cacheUrl, shard: "0/8" }, {}, "--shard"],
    [{ cacheUrl, shard: "9/8" }, {}, "--shard"],
    [{ cacheUrl, shard: "1/2000" }, {}, "--shard"],
    [{ cacheUrl, shard: "one" }, {}, "--shard"],
    [{ shard: "1/8" }, {}, "--cache-url"],
    [{ cacheUrl, shard: "1/8", out: "site" }, {}, "--out"],
    [{ cacheUrl, shard: "1/8", cacheReadOnly: true }, {}, "read-only"],
    [{ cacheUrl, cacheDir: "a" }, {}, "use only one"],
    [{ cacheUrl, cache: false }, {}, "--no-cache"],
    [{ cacheReadOnly: true, cache: false }, {}, "--cache-read-only"],
    [{ cacheReadOnly: true }, {}, "--cache-url"],
    [{ cacheUrl: "ftp://secret-4711/" }, {}, "--cache-url"],
    [{ cacheUrl: "https://user:secret-4711@example.com/" }, {}, "DOCGEN_CACHE_USER"],
    [{ cacheUrl: "https://example.com/?sig=secret-4711" }, {}, "?"],
    [{}, { DOCGEN_CACHE_URL: "http://secret-4711@example.com" }, "DOCGEN_CACHE_URL"],
    [{ cacheUrl }, { DOCGEN_CACHE_TOKEN: "secret-4711\n" }, "DOCGEN_CACHE_TOKEN"],
  ])("refuses %j with %j", (given, environment, said) => {
    let failure: unknown;
    try {
      call(given, environment);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ exitCode: 2, message: expect.stringContaining(said) });
    expect(String(failure)).not.toContain("secret-4711");
  });

  test.skipIf(process.platform === "win32")("refuses a folder that is read or written otherwise", async () => {
    const root = makeSite({ ...SMALL, "elsewhere/x": "" });
    symlinkSync(join(root, "content"), join(root, "link"));
    symlinkSync(join(root, "elsewhere"), join(root, "content/outside"));
    const buildWith = (dir: string, ...more: readonly string[]) =>
      command("build", "--root", root, "--cache-dir", join(root, dir), ...more);
    for (const [dir, why] of [
      ["content/static", "is inside"],
      ["content", "is inside"],
      ["content/not/there/yet", "is inside"],
      ["link/static", "is inside"],
      ["templates/x", "is inside"],
      ["build", "is inside"],
      ["build/deep", "is inside"],
      ["", "is or contains the site's root"],
      ["..", "is or contains the site's root"],
    ] as const) {
      const { code, stderr } = await buildWith(dir);
      expect([dir, code, stderr]).toEqual([dir, 2, expect.stringContaining(why)]);
      expect(stderr).toContain("; choose a separate folder, such as .docgen-cache");
    }
    expect((await buildWith("pub", "--out", "pub/site")).stderr).toContain("contains ");
    expect(existsSync(join(root, "build"))).toBe(false);
    expect((await buildWith("content/outside")).code).toBe(0);
    expect((await buildWith(".docgen-cache")).code).toBe(0);
  });

  test("takes secrets out of the environment before code of the site runs", async () => {
    const environment = { DOCGEN_CACHE_URL: cacheUrl, DOCGEN_CACHE_USER: "ann", DOCGEN_CACHE_PASSWORD: "p" };
    expect(call({ shard: "3/8" }, environment)).toEqual({
      store: { location: { url: cacheUrl }, isReadOnly: false, authorization: "Basic YW5uOnA=" },
      shard: { number: 3, count: 8 },
    });
    expect(environment).toEqual({ DOCGEN_CACHE_URL: cacheUrl });
    expect(call({}, { DOCGEN_CACHE_URL: "" })).toEqual({ store: undefined, shard: undefined });
    const asked: (string | undefined)[] = [];
    const store = await startStore((request) => asked.push(request.headers.authorization) < 0);
    const title = "JSON.stringify(process.env).match(/secret-4711/g)";
    const root = makeSite({
      ...SMALL,
      "site.config.ts": `export default { title: "T" + ${title}, url: "https://example.com" };`,
    });
    const env = { ...process.env, DOCGEN_CACHE_URL: store.url, DOCGEN_CACHE_TOKEN: "secret-4711" };
    const [node, ...flags] = NODE;
    const child = spawn(node, [...flags, join(PROJECT, "bin/docgen"), "build", "--root", root, "--json"], { env });
    const said = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    expect(said).toEqual([expect.stringContaining('"pages":4'), "", [0, null]]);
    expect(new Set(asked)).toEqual(new Set(["Bearer secret-4711"]));
    expect(readFileSync(join(root, "build/docs/index.html"), "utf8")).toContain("Tnull");
  });
});

test("shards are even, whole, and much the same when a page is added", () => {
  const groups = Array.from({ length: 80 }, (_, name) => ({ name: `${name}`, keys: Array<string>(64).fill("") }));
  const parts = (all: typeof groups) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => shareOf(all, { number, count: 8 }).map(({ name }) => name));
  const before = parts(groups);
  expect(before.flat().sort()).toEqual(groups.map(({ name }) => name).sort());
  expect(before.map(({ length }) => length)).toEqual(Array(8).fill(10));
  const after = parts([...groups, { name: "new", keys: [""] }]);
  const moved = before.flatMap((names, part) => names.filter((name) => !after[part]?.includes(name)));
  expect(moved.length).toBeLessThanOrEqual(7);
});

describe("the examples", () => {
  const read = (name: string) => readFileSync(join(PROJECT, "src/engine", name), "utf8");

  test("are a workflow by GitHub's schema, with the actions that the project itself uses", async () => {
    const content = read("examples/docgen-shards.yml");
    const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
    if (value !== undefined) await convertWorkflowTemplate(context, value);
    expect(context.errors.getErrors()).toEqual([]);
    const own = readFileSync(join(PROJECT, ".github/workflows/test.yml"), "utf8");
    for (const [uses] of content.matchAll(/uses: .*/g)) expect(own).toContain(uses);
  });

  test("are a manifest whose shards are those of the command", () => {
    const parts = loadAll(read("examples/docgen-shards.yaml")) as { kind: string; spec: { completions?: number } }[];
    expect(parts.map(({ kind }) => kind)).toEqual([
      "PersistentVolumeClaim",
      "PersistentVolumeClaim",
      "Deployment",
      "Service",
      "Job",
      "Job",
    ]);
    expect(parts[4]?.spec.completions).toBe(8);
    expect(read("examples/docgen-shards.yaml")).toContain("--shard $((JOB_COMPLETION_INDEX + 1))/8");
  });
});
