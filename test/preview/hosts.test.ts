import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { load } from "js-yaml";
import { beforeAll, describe, expect, test } from "vitest";
import { command, previewSite } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, PROJECT, readOutput, readTree, temporaryFolder } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const LONG = "Words that are long enough to be worth compressing. ".repeat(40);
const SITE: Files = {
  "content/docs/index.md": "# Start\n",
  "content/docs/leaf.md": `# Leaf\n\n${LONG}\n`,
  "content/static/file.html": "a file",
  "content/static/folder/index.html": "a folder",
  "content/static/both.html": "both as a file",
  "content/static/both/index.html": "both as a folder",
  "content/static/numbers.bin": "0123456789",
};
const config = (rest: string) => ({
  "site.config.ts": `export default { title: "T", url: "https://example.com", ${rest} };`,
});
/** A root whose site is compressed as far as it can be, which takes two seconds. */
let compressed: string;

beforeAll(async () => {
  compressed = await buildSite(SITE, "--compress");
});

const REDIRECTS = config('redirects: [{ from: "/docs/old", to: "/docs/leaf" }]');

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request as it is: nothing is followed, decoded or added. */
async function ask(address: string, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { origin } = new URL(address);
  const sent = request(origin, { path, headers }).end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

/** What a host says to each path: its body, its status, or where it leads. */
async function sayings(address: string, paths: readonly string[]): Promise<Record<string, string>> {
  const said = await Promise.all(
    paths.map(async (path) => {
      const { status, headers, body } = await ask(address, path);
      const title = /<title>[^<|]*/.exec(body.toString())?.[0].replace("<title>", "").trim() ?? body.toString();
      return [path, status === 200 ? title : `${status} ${headers.location ?? title}`.trim()] as const;
    }),
  );
  return Object.fromEntries(said);
}

const SLASHES = ["/file", "/file/", "/file.html", "/folder", "/folder/", "/folder/index.html"];
const FORMS = [...SLASHES, "/both", "/both/", "/gone", "/docs/leaf", "/docs/leaf/", "/docs/old"];

describe("docgen preview --like imitates how hosts treat slashes, .html and 404", () => {
  const same = {
    "/file.html": "a file",
    "/folder/": "a folder",
    "/folder/index.html": "a folder",
    "/gone": "404 Page not found",
    "/docs/leaf/": "Leaf",
  };
  test.each([
    [
      "github",
      {
        ...same,
        "/file": "a file",
        "/file/": "404 Page not found",
        "/folder": "301 /folder/",
        "/both": "both as a file",
        "/both/": "both as a folder",
        "/docs/leaf": "301 /docs/leaf/",
        "/docs/old": "301 /docs/old/",
      },
    ],
    [
      "netlify",
      {
        ...same,
        "/file": "a file",
        "/file/": "301 /file",
        "/folder": "301 /folder/",
        "/both": "both as a file",
        "/both/": "301 /both",
        "/docs/leaf": "301 /docs/leaf/",
        "/docs/old": "301 /docs/old/",
      },
    ],
    [
      "s3",
      {
        ...same,
        "/file": "404 Page not found",
        "/file/": "404 Page not found",
        "/folder": "302 /folder/",
        "/both": "302 /both/",
        "/both/": "both as a folder",
        "/docs/leaf": "302 /docs/leaf/",
        "/docs/old": "302 /docs/old/",
      },
    ],
  ])("%s", async (like, expected) => {
    const address = await previewSite(await buildSite({ ...SITE, ...REDIRECTS }), "--like", like);
    expect(await sayings(address, FORMS)).toEqual(expected);
  });

  test("what each says of headers and encodings", async () => {
    const of = async (...args: string[]) => {
      const address = await previewSite(compressed, ...args);
      const page = await ask(address, "/docs/leaf/", { "Accept-Encoding": "br, gzip" });
      const file = await ask(address, "/_headers");
      const { "content-encoding": encoding, "referrer-policy": policy, "cache-control": cache } = page.headers;
      return [encoding, policy, cache, file.status];
    };
    const policy = "strict-origin-when-cross-origin";
    expect(await of("--like", "github")).toEqual(["gzip", undefined, "max-age=600", 200]);
    expect(await of("--like", "netlify")).toEqual(["br", policy, "public,max-age=0,must-revalidate", 404]);
    expect(await of("--like", "s3")).toEqual([undefined, undefined, "no-cache", 200]);
    expect(await of()).toEqual(["br", policy, "no-cache", 404]);
  });

  test("another host's name is a fault of the call", async () => {
    const { code, stderr } = await command("preview", "--root", await buildSite(SITE), "--like", "gopher");
    expect(code).toBe(2);
    expect(stderr).toContain("Allowed choices are github, netlify, s3");
  });
});

describe("docgen preview serves the redirects and headers files", () => {
  test("a redirect with the query, for both forms of the old address", async () => {
    const address = await previewSite(await buildSite({ ...SITE, ...REDIRECTS }));
    expect(await sayings(address, ["/docs/old", "/docs/old/", "/docs/old?a=1&b=%20"])).toEqual({
      "/docs/old": "301 /docs/leaf",
      "/docs/old/": "301 /docs/leaf",
      "/docs/old?a=1&b=%20": "301 /docs/leaf?a=1&b=%20",
    });
  });

  test("what the site's own files say, with stars, names, statuses and force", async () => {
    const own = {
      "content/static/_redirects": [
        "# old ones",
        "/wiki/* /docs/:splat 302",
        "/by/:year/:name /docs/:name?of=:year 307",
        "/shown /docs/leaf 200",
        "/file /docs/leaf 301!",
        "/folder/ /docs/leaf 301",
        "/up /../../site.config.ts 200",
        "/list /docs/gone 200",
        "nonsense",
        "/bad /x 999",
        "/twice/*/* /docs/leaf",
      ].join("\n"),
      "content/static/_headers": "/docs/*\n  X-Own: one\n  Cache-Control: no-store\n/docs/leaf\n  X-Own: two\n",
    };
    const root = await buildSite({ ...SITE, ...own });
    const paths = [
      "/wiki/a%20b/c",
      "/by/2026/leaf",
      "/shown",
      "/file",
      "/up",
      "/list",
      "/bad",
      "/twice/a/b",
      "/folder/",
    ];
    const plain = await previewSite(root);
    const expected = {
      "/wiki/a%20b/c": "302 /docs/a%20b/c",
      "/by/2026/leaf": "307 /docs/leaf?of=2026",
      "/shown": "Leaf",
      "/file": "301 /docs/leaf",
      "/folder/": "301 /docs/leaf",
      "/up": "404 Not found.",
      "/list": "404 Not found.",
      "/bad": "404 Page not found",
      "/twice/a/b": "301 /docs/leaf",
    };
    expect(await sayings(plain, paths)).toEqual(expected);
    expect((await ask(plain, "/docs/leaf")).headers).toMatchObject({ "x-own": "two", "cache-control": "no-store" });
    expect((await ask(plain, "/docs/")).headers["x-own"]).toBe("one");
    expect((await ask(plain, "/file.html")).headers["x-own"]).toBeUndefined();
    const netlify = await previewSite(root, "--like", "netlify");
    expect(await sayings(netlify, paths)).toEqual({ ...expected, "/folder/": "a folder" });
  });

  test("no request leads out of the built site, in no encoding", async () => {
    const own = { "content/static/_redirects": "/show/* /:splat 200\n/go/* /:splat 302\n" };
    const address = await previewSite(await buildSite({ ...SITE, ...own }));
    const up = ["..", "%2e%2e", ".%2e", "%2E.", "%252e%252e", "..%c0%af", "..%5c", "%5c..", "..%2f", "%00"];
    for (const step of up) {
      for (const path of [
        `/show/${step}/site.config.ts`,
        `/${step}/site.config.ts`,
        `/docs/${step}/${step}/package.json`,
      ]) {
        const { status, body } = await ask(address, path);
        expect([path, [400, 404].includes(status ?? 0)]).toEqual([path, true]);
        expect(body.toString()).not.toContain("export default");
      }
    }
    const { headers } = await ask(address, "/go/%0d%0aX-Evil:1");
    expect(headers["x-evil"]).toBeUndefined();
    expect((await ask(address, "/go//evil.com/")).headers.location).toBe("/evil.com/");
    expect((await ask(address, "/docs/")).status).toBe(200);
  });
});

describe("docgen preview answers with ETags and ranges", () => {
  test("a part, the rest, what can't be, and all for any other range", async () => {
    const address = await previewSite(await buildSite(SITE));
    const part = async (range: string, headers = {}) => {
      const { status, body, headers: got } = await ask(address, "/numbers.bin", { Range: range, ...headers });
      return [status, body.toString(), got["content-range"]];
    };
    const whole = [200, "0123456789", undefined];
    expect(await part("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10"]);
    expect(await part("bytes=8-")).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await part("bytes=8-99")).toEqual([206, "89", "bytes 8-9/10"]);
    expect(await part("bytes=10-")).toEqual([416, "", "bytes */10"]);
    for (const odd of ["bytes=-3", "bytes=-0", "bytes=4-2", "bytes=0-1,3-4", "lines=1-2", "bytes=-", "bytes=a-b"]) {
      expect(await part(odd), odd).toEqual(whole);
    }
    const { etag = "", "accept-ranges": accepts } = (await ask(address, "/numbers.bin")).headers;
    expect(accepts).toBe("bytes");
    // A weak tag doesn't say that the bytes are the same.
    for (const tag of [etag, '"else"']) expect(await part("bytes=0-1", { "If-Range": tag })).toEqual(whole);
  });

  test("each encoding has a tag of its own, and a part belongs to one of them", async () => {
    const address = await previewSite(compressed);
    const take = (headers: Record<string, string>) => ask(address, "/docs/leaf", headers);
    const encodings = ["identity", "br", "gzip"];
    const wholes = await Promise.all(encodings.map((name) => take({ "Accept-Encoding": name })));
    const tags = wholes.map(({ headers }) => headers.etag ?? "");
    expect(new Set(tags).size).toBe(3);
    for (const [index, name] of encodings.entries()) {
      const asked = { "Accept-Encoding": name };
      expect((await take({ ...asked, "If-None-Match": tags[index] ?? "" })).status).toBe(304);
      expect((await take({ ...asked, "If-None-Match": tags[(index + 1) % 3] ?? "" })).status).toBe(200);
      const part = await take({ ...asked, Range: "bytes=0-14" });
      expect([part.status, part.headers.etag, part.body]).toEqual([
        206,
        tags[index],
        wholes[index]?.body.subarray(0, 15),
      ]);
    }
  });

  test("a file is found by any name, decoded once", async () => {
    const names = [
      "a b.txt",
      "a%20b.txt",
      "a%2520b.txt",
      "a+b.txt",
      "c#.txt",
      "e&f=1;g.txt",
      "Übung 日本.txt",
      "100%.txt",
    ];
    const own = Object.fromEntries(names.map((name) => [`content/static/f/${name}`, name]));
    const address = await previewSite(
      await buildSite({ ...SITE, ...own, "content/static/_redirects": "/shown/:name /f/:name 200\n" }),
    );
    for (const name of names) {
      const encoded = encodeURIComponent(name);
      for (const path of [`/f/${encoded}`, `/shown/${encoded}`]) {
        const { status, body } = await ask(address, path);
        expect([path, status, body.toString()]).toEqual([path, 200, name]);
      }
    }
    expect((await ask(address, `/f%2F${encodeURIComponent("a b.txt")}`)).status).toBe(400);
    expect((await ask(address, "/f/100%.txt")).status).toBe(400);
  });

  test("an archive is sent as it is, not as an encoding of what it holds", async () => {
    const address = await previewSite(await buildSite({ ...SITE, "content/static/data.csv.gz": "packed" }));
    const { headers, body } = await ask(address, "/data.csv.gz", { "Accept-Encoding": "gzip, br" });
    expect([headers["content-encoding"], headers["content-type"], body.toString()]).toEqual([
      undefined,
      "application/gzip",
      "packed",
    ]);
  });
});

describe("docgen build --compress", () => {
  test.runIf(IS_WEEKLY)(
    "writes .br and .gz beside text files, as short as they get, and preview serves them",
    async () => {
      const files = readTree(`${compressed}/build`);
      const bytes = (name: string) => Buffer.from(files.get(name) ?? "", "latin1");
      const page = bytes("docs/leaf/index.html");
      expect(brotliDecompressSync(bytes("docs/leaf/index.html.br"))).toEqual(page);
      expect(gunzipSync(bytes("docs/leaf/index.html.gz"))).toEqual(page);
      const names = [...files.keys()];
      expect(names.filter((name) => /^assets\/boot-\w+\.js\.(br|gz)$/.test(name))).toHaveLength(2);
      expect(names).not.toContain("file.html.br");
      expect(names).not.toContain("numbers.bin.gz");
      expect(JSON.parse(readOutput(compressed, "docgen-manifest.json")).files).toContain("docs/leaf/index.html.br");
      const address = await previewSite(compressed);
      for (const [encoding, ending] of Object.entries({ br: "br", gzip: "gz" })) {
        const { headers, body } = await ask(address, "/docs/leaf", { "Accept-Encoding": encoding });
        expect(headers["content-encoding"]).toBe(encoding);
        expect(body).toEqual(bytes(`docs/leaf/index.html.${ending}`));
      }
    },
  );

  test("a build without it takes them away", async () => {
    const root = temporaryFolder();
    cpSync(compressed, root, { recursive: true });
    const packed = () => [...readTree(`${root}/build`).keys()].filter((name) => /\.(br|gz)$/.test(name));
    expect(packed()).toContain("docs/leaf/index.html.br");
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(packed()).toEqual([]);
  });
});

describe("_headers", () => {
  const pages = { "content/docs/index.md": "# Start\n" };

  test("says what a policy in a page can't: immutable assets, frames, sniffing, referrer, permissions", async () => {
    const root = await buildSite(pages);
    expect(readOutput(root, "_headers")).toBe(`/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=()
  Content-Security-Policy: frame-ancestors 'self'
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`);
    const address = await previewSite(root);
    const { headers } = await ask(address, "/docs/");
    expect(headers).toMatchObject({
      "content-security-policy": "frame-ancestors 'self'",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("takes the configuration's headers, and stands below the base URL", async () => {
    const headers = '{ "Strict-Transport-Security": "max-age=31536000", "Permissions-Policy": false }';
    const root = await buildSite(
      { ...pages, ...config(`headers: ${headers}, contentSecurityPolicy: false`) },
      "--base-url",
      "/x/",
    );
    expect(readOutput(root, "_headers")).toBe(`/x/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Strict-Transport-Security: max-age=31536000
/x/assets/*
  Cache-Control: public, max-age=31536000, immutable
`);
  });

  test("gives way to the site's own, and refuses what is no header", async () => {
    const own = await buildSite({ ...pages, "content/static/_headers": "/*\n  X-Own: 1\n" });
    expect(readOutput(own, "_headers")).toBe("/*\n  X-Own: 1\n");
    const root = makeSite({ ...pages, ...config('headers: { "X A": "1", "X-B": "1\\n2" }') });
    const { code, stderr } = await command("build", "--root", root);
    expect(code).toBe(2);
    expect(stderr).toContain("must be the name of a header");
    expect(stderr).toContain("must be one line");
  });
});

test("the workflow for GitHub Pages builds and deploys", () => {
  const source = readFileSync(join(PROJECT, ".github/workflows/pages.yml"), "utf8");
  const { permissions, jobs } = load(source) as {
    permissions: object;
    jobs: Record<string, { environment: object; steps: Record<string, string>[] }>;
  };
  expect(permissions).toEqual({ contents: "read", pages: "write", "id-token": "write" });
  expect(jobs.pages?.environment).toMatchObject({ name: "github-pages" });
  expect(jobs.pages?.steps.map(({ uses, run }) => uses?.replace(/@.*/, "") ?? run)).toEqual([
    "actions/checkout",
    "actions/setup-node",
    "npm ci",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is GitHub's own syntax
    "npm run build -- --base-url /${{ github.event.repository.name }}/",
    "actions/upload-pages-artifact",
    "actions/deploy-pages",
  ]);
});
