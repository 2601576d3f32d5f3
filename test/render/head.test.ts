import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { inflateSync } from "node:zlib";
import { imageSize } from "image-size";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0a6"/></svg>';
const PAGES = {
  "content/docs/index.md": "# Start\n\nThe beginning.\n",
  "content/docs/guide/one.md":
    "---\ntitle: One & only\ndescription: A page.\nlast_update: { date: 2026-01-31 }\n---\n\nText.\n",
  "content/docs/guide/own.md": "---\nimage: ./p.svg\ntags: [one]\n---\n\n# Own\n",
  "content/docs/guide/p.svg": ICON,
  "content/docs/guide/kanji.md": "# 読む\n",
  "content/pages/index.md": "# Home\n",
  "content/static/icon.svg": ICON,
};
const config = (rest: string) => ({
  "site.config.ts": `export default { title: "T", description: "All.", url: "https://example.com", ${rest} };`,
});

/** Contents of a page's tags, by property or name. */
function metaOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
}

/** What a page says of itself to search engines. */
function dataOf(html: string): Record<string, unknown>[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...blocks].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
}

describe("a page's head", () => {
  test("has Open Graph and Twitter tags and a canonical link", async () => {
    const root = await buildSite({ ...PAGES, ...config('baseUrl: "/x/"') });
    const html = readOutput(root, "docs/guide/one/index.html");
    expect(metaOf(html)).toMatchObject({
      description: "A page.",
      "og:title": "One &amp; only | T",
      "og:description": "A page.",
      "og:url": "https://example.com/x/docs/guide/one",
      "og:site_name": "T",
      "og:type": "article",
      "og:locale": "en_US",
      "twitter:card": "summary",
    });
    expect(html).toContain('<link rel="canonical" href="https://example.com/x/docs/guide/one">');
    expect(html).not.toContain("og:image");
    expect(metaOf(readOutput(root, "index.html"))["og:type"]).toBe("website");
  });

  test("has JSON-LD for breadcrumbs, the article, and at the top the site", async () => {
    const docs = "docs: [{ showLastUpdateTime: true }]";
    const root = await buildSite({ ...PAGES, ...config(docs) });
    const site = { "@type": "WebSite", name: "T", url: "https://example.com/" };
    expect(dataOf(readOutput(root, "docs/guide/one/index.html"))).toMatchObject([
      { "@type": "BreadcrumbList" },
      {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        headline: "One & only",
        description: "A page.",
        url: "https://example.com/docs/guide/one",
        dateModified: "2026-01-31",
        inLanguage: "en",
        isPartOf: site,
      },
    ]);
    expect(dataOf(readOutput(root, "index.html"))).toMatchObject([{ ...site, description: "All." }]);
  });
});

describe("a picture per page, made at build", () => {
  const cards = config("socialCards: {}");
  const cardOf = (root: string, file: string) => {
    const address = metaOf(readOutput(root, file))["og:image"] ?? "";
    return address.replace("https://example.com/", "");
  };

  test("is a PNG of 1200 by 630 named by what it says; a page with its own picture keeps that", async () => {
    const root = await buildSite({ ...PAGES, ...cards });
    const files = readTree(`${root}/build`);
    const one = cardOf(root, "docs/guide/one/index.html");
    expect(one).toMatch(/^assets\/social\/\w+\.png$/);
    expect(imageSize(Buffer.from(files.get(one) ?? "", "latin1"))).toMatchObject({
      type: "png",
      width: 1200,
      height: 630,
    });
    expect(metaOf(readOutput(root, "docs/guide/one/index.html"))["twitter:card"]).toBe("summary_large_image");
    expect(metaOf(readOutput(root, "docs/guide/one/index.html"))).toMatchObject({
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "One &amp; only",
    });
    expect(metaOf(readOutput(root, "docs/guide/own/index.html"))).toMatchObject({ "og:image:width": "8" });
    // A list has the picture of the site.
    expect(files.has(cardOf(root, "docs/tags/index.html"))).toBe(true);
    expect(cardOf(root, "docs/index.html")).not.toBe(one);
    expect(cardOf(root, "docs/guide/own/index.html")).toMatch(/^assets\/media\/p-\w+\.svg$/);
  });

  test("is left out where the font has no letters for the title", async () => {
    const root = await buildSite({ ...PAGES, ...cards });
    expect(readOutput(root, "docs/guide/kanji/index.html")).not.toContain("og:image");
  });

  test("has the same bytes on every machine, drawn anew or kept", async () => {
    const root = await buildSite({ "content/docs/index.md": "# Größe & Ελλάδα & Кириллица <b>\n", ...cards });
    const file = cardOf(root, "docs/index.html");
    const digest = () =>
      createHash("sha256")
        .update(Buffer.from(readTree(`${root}/build`).get(file) ?? "", "latin1"))
        .digest("hex");
    const drawn = digest();
    expect(drawn.slice(0, 16)).toBe("889f3e27e1232b98");
    rmSync(join(root, "build"), { recursive: true });
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(digest()).toBe(drawn);
    rmSync(join(root, "build"), { recursive: true });
    for (const name of readdirSync(join(root, ".docgen/cache"), { recursive: true, encoding: "utf8" })) {
      if (name.includes("picture-")) writeFileSync(join(root, ".docgen/cache", name), "damaged");
    }
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(digest()).toBe(drawn);
    rmSync(join(root, "build"), { recursive: true });
    expect((await command("build", "--root", root, "--no-cache")).code).toBe(0);
    expect(digest()).toBe(drawn);
  });

  test("shows a background that is transparent, between the accent and the lines of text too", async () => {
    const root = await buildSite({
      // The accents rise above the usual height of letters.
      "content/docs/index.md": "# Ấ Start\n",
      ...config('socialCards: { text: "#fff", background: "#11223380", accent: "#aabbcc" }'),
    });
    const png = Buffer.from(readTree(`${root}/build`).get(cardOf(root, "docs/index.html")) ?? "", "latin1");
    const data = png.indexOf("IDAT") + 4;
    const rows = inflateSync(png.subarray(data, data + png.readUInt32BE(data - 8)));
    const pixel = (y: number) => [...rows.subarray(y * 4801 + 1, y * 4801 + 5)];
    expect([imageSize(png).height, rows.length]).toEqual([630, 630 * 4801]);
    expect([0, 13].map(pixel)).toEqual(Array(2).fill([0xaa, 0xbb, 0xcc, 255]));
    expect([14, 200, 629].map((y) => pixel(y)[3])).toEqual(Array(3).fill(0x80));
    const reds = (from: number, to: number) =>
      rows.subarray(from * 4801, to * 4801).filter((_, at) => at % 4801 !== 0 && ((at % 4801) - 1) % 4 === 0);
    expect(reds(14, 400).includes(255)).toBe(false);
    expect(reds(410, 425).includes(255)).toBe(true);
    // The letters of the title stand on their baseline, 110 pixels above the lower edge.
    expect(rows.subarray(480 * 4801, 520 * 4801).includes(255)).toBe(true);
    expect(rows.subarray(560 * 4801, 600 * 4801).includes(255)).toBe(false);
  });

  test("is not made unless the configuration asks for it", async () => {
    const root = await buildSite(PAGES);
    expect(existsSync(join(root, "build/assets/social"))).toBe(false);
  });
});

test("browsers are told of the ground of both modes, as the theme and the site's own colours have it", async () => {
  const colors = 'themeColors: { light: { "--color-bg": "#fee" } }, colorMode: { respectPrefersColorScheme: true }';
  const own = readOutput(await buildSite({ ...PAGES, ...config(colors) }), "index.html");
  const plain = readOutput(await buildSite({ ...PAGES, ...config("") }), "index.html");
  const tagsOf = (html: string) => html.match(/<meta name="theme-color"[^>]*>/g);
  const [, light = "", dark = ""] =
    /--color-bg: light-dark\((.*?), (.*?)\)/.exec(readFileSync("src/theme/styles/tokens.css", "utf8")) ?? [];
  const tag = (color: string, media: string, mode: string) =>
    `<meta name="theme-color" content="${color}" media="${media}" data-mode="${mode}">`;
  expect(tagsOf(own)).toEqual([
    tag("#fee", "(prefers-color-scheme:light)", "light"),
    tag(dark, "(prefers-color-scheme:dark)", "dark"),
  ]);
  expect(tagsOf(plain)).toEqual([tag(light, "all", "light"), tag(dark, "not all", "dark")]);
});

describe("web manifest and icons", () => {
  test("are made of the site's icon, below its base URL", async () => {
    const own = 'favicon: "/icon.svg", webManifest: { shortName: "S", themeColor: "#0a6" }';
    const root = await buildSite({ ...PAGES, ...config(own) }, "--base-url", "/x/");
    expect(readOutput(root, "docs/index.html")).toContain('<link rel="manifest" href="/x/manifest.webmanifest">');
    const png = (size: number, name = `icon-${size}.png`) => ({
      src: `/x/${name}`,
      sizes: `${size}x${size}`,
      type: "image/png",
    });
    expect(JSON.parse(readOutput(root, "manifest.webmanifest"))).toEqual({
      name: "T",
      short_name: "S",
      description: "All.",
      lang: "en",
      id: "/x/",
      start_url: "/x/",
      scope: "/x/",
      display: "minimal-ui",
      theme_color: "#0a6",
      icons: [
        { src: "/x/icon.svg", sizes: "any", type: "image/svg+xml" },
        png(192),
        png(512),
        { ...png(512, "icon-maskable-512.png"), purpose: "maskable" },
        png(180, "apple-touch-icon.png"),
      ],
    });
    const html = readOutput(root, "docs/index.html");
    expect(html).toContain(
      '<link rel="icon" href="/x/favicon.ico" sizes="48x48">\n<link rel="icon" href="/x/icon.svg">\n<link rel="apple-touch-icon" href="/x/apple-touch-icon.png">',
    );
    const files = readTree(`${root}/build`);
    expect(imageSize(Buffer.from(files.get("favicon.ico") ?? "", "latin1"))).toMatchObject({ type: "ico", width: 48 });
    for (const [file, width] of Object.entries({
      "icon-192.png": 192,
      "icon-512.png": 512,
      "apple-touch-icon.png": 180,
      "icon-maskable-512.png": 512,
    })) {
      expect(imageSize(Buffer.from(files.get(file) ?? "", "latin1"))).toMatchObject({
        type: "png",
        width,
        height: width,
      });
    }
  });

  test("give way to the site's own, and are left out where it wants none", async () => {
    const own = {
      "content/static/manifest.webmanifest": "{}",
      "content/static/icon-192.png": "mine",
      "content/static/icon.svg": ICON.replace(
        "<rect",
        "<style>rect { fill: #0a6; stroke: #0a6; stroke-width: 3 }</style>$&",
      ),
    };
    const root = await buildSite({ ...PAGES, ...own, ...config('favicon: "/icon.svg"') });
    expect(readOutput(root, "manifest.webmanifest")).toBe("{}");
    expect(readOutput(root, "icon-192.png")).toBe("mine");
    const colors = readTree(`${root}/build`).get("apple-touch-icon.png")?.split("PLTE")[1];
    expect(colors, "the ground around the icon is white, whatever its style sheet colours").toContain("\xff\xff\xff");
    const none = await buildSite({ ...PAGES, ...config('favicon: "/icon.svg", webManifest: false') });
    expect(readOutput(none, "index.html")).not.toContain("manifest");
    expect(
      [...readTree(`${none}/build`).keys()].filter((file) => /^(icon-|apple|manifest|favicon)/.test(file)),
    ).toEqual([]);
  });

  test("an icon that can't be drawn is a warning, and has none", async () => {
    const root = makeSite({ ...PAGES, "content/static/icon.svg": "<svg/>", ...config('favicon: "/icon.svg"') });
    const { code, stderr } = await command("build", "--root", root);
    expect(code).toBe(0);
    expect(stderr).toContain("content/static/icon.svg:1:1  warning  docgen can't draw icons from it: ");
    expect(JSON.parse(readOutput(root, "manifest.webmanifest")).icons).toHaveLength(1);
    expect(existsSync(join(root, "build/icon-192.png"))).toBe(false);
  });
});

test("a frame of a host that the policy forbids is told; one that it allows is not", async () => {
  const frame = (src: string) => `<iframe title="t" src="${src}"></iframe>`;
  const shown = [
    "https://a.example/x?y=1",
    "//a.example/x",
    "https://player.b.example/",
    "http://localhost:3000/",
    "https://e.example/",
    "https://player.f.example/",
    "./frame.html",
    "/frame.html",
  ];
  const empty = ["https://A.example.org/x", "https://b.example/", "//c.example/", "http://a.example:81/"];
  const root = makeSite({
    ...config(
      'contentSecurityPolicy: { "frame-src": ["https://a.example", "*.b.example", "http://localhost:*", "https://E.example:443", "*.F.example"] }',
    ),
    "content/pages/index.md": "# Home\n",
    "content/pages/own.tsx": 'export default () => <iframe title="t" src="https://d.example/"></iframe>;\n',
    "content/docs/a.md": `# A\n\n${[...shown, ...empty].map(frame).join("\n\n")}\n`,
    "content/static/frame.html": "<p>x</p>\n",
    "content/docs/frame.html": "<p>x</p>\n",
  });
  const { code, stderr } = await command("build", "--root", root);
  expect(code).toBe(0);
  const place = (index: number) => `content/docs/a.md:${2 * (shown.length + index) + 3}:1`;
  const told = (at: string, src: string) =>
    `${at}  warning  browsers block the frame "${src}": the content security policy of the pages does not allow its host\n` +
    `    hint: in site.config.ts, write contentSecurityPolicy: { "frame-src": ["${new URL(src, "https://x").origin}"] }\n`;
  expect(stderr).toBe(
    [
      ...empty.map((src, index) => told(place(index), src)),
      told("content/pages/own.tsx:1:44", "https://d.example/"),
    ].join(""),
  );
  writeFiles(root, config("contentSecurityPolicy: false"));
  expect((await command("build", "--root", root)).stderr).toBe("");
});

test("a directive that browsers don't know is an error", async () => {
  const root = makeSite({ ...PAGES, ...config('contentSecurityPolicy: { "img-scr": ["https:"] }') });
  const { code, stderr } = await command("build", "--root", root);
  expect(code).toBe(2);
  expect(stderr).toContain('contentSecurityPolicy.img-scr: must be the name of a directive, such as "img-src"');
});

test("a directive of the policy may be written in capitals: browsers take the first of two", async () => {
  const root = await buildSite({ ...PAGES, ...config('contentSecurityPolicy: { "Img-Src": ["http:"] }') });
  const html = readOutput(root, "docs/guide/one/index.html");
  expect(html).toContain("; img-src 'self' https: data: blob: http:;");
  expect(html).not.toContain("Img-Src");
});

test("the policy allows workers and frames of blobs, in which Firefox counts what a live sample saves", async () => {
  const root = await buildSite({
    ...PAGES,
    ...config('contentSecurityPolicy: { "frame-src": ["https://e.example"] }'),
  });
  const html = readOutput(root, "docs/guide/one/index.html");
  expect(html).toContain("; child-src 'self' blob:;");
  expect(html).toContain("; frame-src 'self' blob: https://e.example");
});

test("a directive of the policy is 'none' where the site says so, and where nothing else is named", async () => {
  const given = `contentSecurityPolicy: { "frame-src": ["'none'"], "object-src": ["https://e.example"], "base-uri": [] }`;
  const root = await buildSite({ ...PAGES, ...config(given) });
  const html = readOutput(root, "docs/guide/one/index.html");
  for (const part of ["frame-src 'none'", "object-src https://e.example", "base-uri 'self'"])
    expect(html).toMatch(new RegExp(`; ${part}[;"]`));
  writeFiles(root, config(`contentSecurityPolicy: { "frame-src": ["https://e.example", "'NONE'"] }`));
  const { code, stderr } = await command("build", "--root", root);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`contentSecurityPolicy.frame-src: must be 'none' alone or only other sources`),
  ]);
});

test("the title, properties and canonical link that a page writes itself stand in the place of docgen's own", async () => {
  const tags = (end: string) =>
    `<title>Own</title><meta name="description" content="Own."${end}><link rel="canonical" href="https://e.example/"${end}>`;
  const root = await buildSite({
    "content/pages/index.tsx": `export default () => <p>Text.${tags("/")}</p>;\n`,
    "content/docs/a.md": `# A\n\n<head>\n${tags("")}\n</head>\n`,
  });
  for (const [file, end] of [
    ["index.html", "/"],
    ["docs/a/index.html", ""],
  ] as const) {
    const [head = "", body] = readOutput(root, file).split("<body>");
    expect(head).toContain(tags(end));
    expect(head.match(/<title>|name="description"|rel="canonical"/g)).toHaveLength(3);
    expect(body).toContain('<div id="docgen"><div id="docgen-top"');
  }
});

test("each analytics service has its script, and what it needs in the policy; analytics.js is reported as ended", async () => {
  const build = async (analytics: string) => {
    const root = makeSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com", analytics: { ${analytics} } };\n`,
      "content/pages/index.md": "# Home\n\nText.\n",
    });
    const { code, stderr } = await command("build", "--root", root);
    const html = code === 0 ? readOutput(root, "index.html") : "";
    const directive = (name: string) => new RegExp(`${name} ([^;"]*)`).exec(html)?.[1] ?? "";
    const script = /<script async src="(?!\/)[^>]*>/.exec(html)?.[0];
    return { code, stderr, html, script, scripts: directive("script-src"), connections: directive("connect-src") };
  };
  const SERVICES = [
    [
      'variant: "gtm", trackingId: "GTM-1"',
      'src="https://www.googletagmanager.com/gtm.js?id=GTM-1"',
      "https://www.googletagmanager.com",
    ],
    [
      'variant: "plausible", trackingId: "a.com"',
      'src="https://plausible.io/js/script.manual.js" data-domain="a.com"',
      "https://plausible.io/js/script.manual.js",
    ],
    [
      'variant: "umami", trackingId: "u"',
      'src="https://cloud.umami.is/script.js" data-website-id="u"',
      "https://cloud.umami.is/script.js",
    ],
    [
      'variant: "goatcounter", trackingId: "g"',
      'src="https://gc.zgo.at/count.js" data-goatcounter="https://g.goatcounter.com/count"',
      "https://gc.zgo.at/count.js",
    ],
    [
      'variant: "matomo", trackingId: "7", host: "http://stats.test/"',
      'src="http://stats.test/matomo.js"',
      "http://stats.test/matomo.js",
    ],
  ] as const;
  for (const [analytics, tag, source] of SERVICES) {
    const { code, stderr, html, script, scripts, connections } = await build(analytics);
    expect([code, stderr, script]).toEqual([0, "", `<script async ${tag}>`]);
    expect(scripts.split(" ")).toContain(source);
    expect(connections).toBe(analytics.includes("matomo") ? "'self' https: http://stats.test" : "'self' https:");
    // A script that doesn't parse would count nothing, silently.
    for (const [, code = ""] of html.matchAll(/<script>([^<]+)<\/script>/g))
      expect(() => new Script(code)).not.toThrow();
  }
  const ended = await build('variant: "analytics.js", trackingId: "UA-1"');
  expect([ended.code, ended.stderr.split("\n")[0]]).toEqual([
    0,
    'site.config.ts:1:71  warning  analytics.variant: Google has switched off "analytics.js": nothing is counted',
  ]);
  for (const wrong of ['variant: "matomo", trackingId: "7"', 'variant: "gtag", trackingId: "G", host: "https://a.com"'])
    expect((await build(wrong)).stderr).toMatch(
      /^site\.config\.ts:1:\d+ {2}error {2}analytics\.host: (?:is missing|has no effect)/,
    );
});
