import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";

/** A configuration with more than its title. */
function config(fields: string): Files {
  return { "site.config.ts": `export default { title: "Fixture", url: "https://example.com", ${fields} };\n` };
}

/** A page with front matter. */
const page = (...frontMatter: string[]) => `---\n${frontMatter.join("\n")}\n---\n\nText.\n`;

const GUIDE: Files = {
  "content/docs/index.md": "# Start\n",
  "content/docs/1-guide/index.md": "# Guide\n",
  "content/docs/1-guide/1-one.md": "# One\n",
  "content/docs/1-guide/2-two.md": "# Two\n",
  "content/docs/1-guide/3-deep/four.md": "# Four\n",
  "content/docs/2-other/five.md": "# Five\n",
};

function readPage(root: string, folder: string): string {
  return readOutput(root, `${folder}/index.html`);
}

/** The part of a page from an opening tag to the next closing one of that name. */
function part(html: string, opening: string): string {
  const from = html.indexOf(opening);
  const name = /^<(\w+)/.exec(opening)?.[1] ?? "";
  return from < 0 ? "" : html.slice(from, html.indexOf(`</${name}>`, from));
}

/** Links as `label address`, the current one marked with `*`. */
function links(html: string): string[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = "", label = ""]) => {
    const address = /href="([^"]*)"/.exec(attributes)?.[1];
    const text = label.replace(/<small>.*?<\/small>|<[^>]*>/g, "");
    return `${attributes.includes("aria-current=") ? "*" : ""}${text} ${address}`.trim();
  });
}

const breadcrumbs = (html: string) => part(html, '<nav aria-label="Breadcrumbs"');
const neighbours = (html: string) => links(part(html, '<nav aria-label="Previous and next pages"'));
const navbar = (html: string) => links(part(html, '<nav aria-label="Main"')).slice(1);
const sidebar = (html: string) => links(part(html, '<nav aria-label="Docs sidebar"'));

describe("breadcrumbs", () => {
  test("lead from the home page down to the page, which is text", async () => {
    const root = await buildSite({ ...GUIDE, "content/pages/index.md": "# Home\n" });
    const four = breadcrumbs(readPage(root, "docs/guide/deep/four"));
    expect(links(four)).toEqual(["/", "Guide /docs/guide/", "Deep /docs/guide/deep/"]);
    expect(four).toContain('aria-label="Home page"');
    expect(four).toContain('<span aria-current="page">Four</span>');
    expect(breadcrumbs(readPage(root, "docs/guide"))).toContain('<span aria-current="page">Guide</span>');
    expect(breadcrumbs(readOutput(root, "index.html"))).toBe("");
  });

  test("begin below the home page where there is none, and can be switched off", async () => {
    const root = await buildSite(GUIDE);
    expect(links(breadcrumbs(readPage(root, "docs/guide/one")))).toEqual(["Guide /docs/guide/"]);
    const without = await buildSite({ ...GUIDE, ...config("docs: [{ breadcrumbs: false }]") });
    expect(breadcrumbs(readPage(without, "docs/guide/one"))).toBe("");
  });
});

describe("the links to the pages before and after", () => {
  test("follow the sidebar into categories and out of them, past unlisted pages", async () => {
    const root = await buildSite({
      ...GUIDE,
      "content/docs/1-guide/1-zero.md": page("title: Zero", "unlisted: true"),
      "content/docs/1-guide/2-two.md": page("title: Two", "pagination_label: The second", "sidebar_label: 2"),
    });
    const of = (folder: string) => neighbours(readPage(root, folder));
    expect(of("docs/guide")).toEqual(["One /docs/guide/one"]);
    expect(of("docs/guide/one")).toEqual(["Guide /docs/guide/", "The second /docs/guide/two"]);
    expect(of("docs/guide/two")).toEqual(["One /docs/guide/one", "Deep /docs/guide/deep/"]);
    expect(of("docs/guide/deep/four")).toEqual(["Deep /docs/guide/deep/", "Other /docs/other/"]);
    expect(of("docs")).toEqual(["Five /docs/other/five"]);
    expect(of("docs/guide/zero")).toEqual([]);
  });

  test("are what a page asks for: another page by its id, or none", async () => {
    const root = await buildSite({
      ...GUIDE,
      "content/docs/1-guide/1-one.md": page("title: One", "pagination_prev: null", "pagination_next: other/five"),
      "content/docs/1-guide/2-two.md": page("title: Two", "pagination_prev: guide/index", "pagination_next: null"),
    });
    const one = readPage(root, "docs/guide/one");
    expect(neighbours(one)).toEqual(["Five /docs/other/five"]);
    expect(one).toContain('rel="next"');
    expect(neighbours(readPage(root, "docs/guide/two"))).toEqual(["Guide /docs/guide/"]);
  });

  test("to an unknown id are an error at its line", async () => {
    const two = page("title: Two", "pagination_next: guide/ono", "pagination_prev: nowhere");
    const root = makeSite({ ...GUIDE, "content/docs/1-guide/2-two.md": two });
    const { code, stderr } = await command("build", "--root", root);
    const path = "content/docs/1-guide/2-two.md";
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      `${path}:3:1  error  pagination_next: no page with the id "guide/ono"; did you mean "guide/one"?`,
      `${path}:4:1  error  pagination_prev: no page with the id "nowhere"`,
    ]);
    expect(code).toBe(1);
  });
});

describe("the sidebar", () => {
  test("shows the branch that holds the page and of the others the top alone", async () => {
    const root = await buildSite(GUIDE);
    const top = ["Guide /docs/guide/", "Other /docs/other/", "Start /docs/"];
    const guide = ["One /docs/guide/one", "Two /docs/guide/two", "Deep /docs/guide/deep/"];
    expect(sidebar(readPage(root, "docs"))).toEqual([...top.slice(0, 2), "*Start /docs/"]);
    expect(sidebar(readPage(root, "docs/guide/one"))).toEqual([
      top[0],
      "*One /docs/guide/one",
      ...guide.slice(1),
      ...top.slice(1),
    ]);
    expect(sidebar(readPage(root, "docs/guide/deep/four"))).toEqual([
      top[0],
      ...guide,
      "*Four /docs/guide/deep/four",
      ...top.slice(1),
    ]);
  });
});

describe("the navbar", () => {
  const ITEMS = `navbar: { title: "Brand", items: [
    { label: "Guide", to: "/docs/guide/", position: "left" },
    { type: "doc", docId: "other/five", position: "left" },
    { type: "docSidebar", sidebarId: "tutorialSidebar", label: "All" },
    { label: "Out", href: "https://out.example.com/" },
    { type: "html", value: "<b>own</b>" },
    { type: "dropdown", label: "More", items: [
      { label: "Two", to: "/docs/guide/two" }, { type: "html", value: "<hr>" }, { label: "Far", href: "https://far.example.com" },
    ] },
  ] }`;

  test("holds its entries left and right, a search box and the colour mode switch", async () => {
    const html = readPage(await buildSite({ ...GUIDE, ...config(ITEMS) }), "docs");
    const [left = "", right = ""] = part(html, "<header").split('class="navbar-items navbar-right"');
    expect(left).toContain("<span>Brand</span>");
    expect(links(left).slice(1)).toEqual(["Guide /docs/guide/", "Five /docs/other/five"]);
    expect(links(right)).toEqual([
      "*All /docs/guide/",
      "Out https://out.example.com/",
      "Two /docs/guide/two",
      "Far https://far.example.com",
      "Search/ /search",
    ]);
    expect(right).toContain("<b>own</b>");
    expect(right).toContain("<summary");
    expect(right.indexOf("search-button")).toBeLessThan(right.indexOf("color-mode"));
  });

  test("marks one entry: the one that leads to the page, else the nearest above it", async () => {
    const root = await buildSite({ ...GUIDE, ...config(ITEMS), "content/pages/about.md": "# About\n" });
    const active = (folder: string) => navbar(readPage(root, folder)).filter((link) => link.startsWith("*"));
    expect(active("about")).toEqual([]);
    expect(active("docs/guide")).toEqual(["*Guide /docs/guide/"]);
    expect(active("docs/guide/one")).toEqual(["*Guide /docs/guide/"]);
    expect(active("docs/other/five")).toEqual(["*Five /docs/other/five"]);
    expect(active("docs")).toEqual(["*All /docs/guide/"]);
  });

  test("marks a plain entry on the pages below its route, and an entry of a dropdown", async () => {
    const root = await buildSite({ ...GUIDE, ...config(ITEMS) });
    const active = (folder: string) => navbar(readPage(root, folder)).filter((link) => link.startsWith("*"));
    expect(active("docs/guide/one")).toContain("*Guide /docs/guide/");
    expect(active("docs/guide/two")).toContain("*Two /docs/guide/two");
  });

  test("links a dropdown's own address", async () => {
    const item =
      '{ type: "dropdown", label: "More", to: "/docs/guide/", items: [{ label: "Two", to: "/docs/guide/two" }] }';
    const root = await buildSite({ ...GUIDE, ...config(`navbar: { items: [${item}] }`) });
    expect(part(readPage(root, "docs"), '<nav aria-label="Main"')).toContain('href="/docs/guide/"');
  });

  test("marks a sidebar's entry also where the docs are the whole site", async () => {
    const items = 'navbar: { items: [{ type: "docSidebar", sidebarId: "tutorialSidebar", label: "All" }] }';
    const root = await buildSite({ ...GUIDE, ...config(`docs: [{ routeBasePath: "/" }], ${items}`) });
    expect(navbar(readPage(root, "guide/one"))).toEqual(["*All /guide/", "Search/ /search"]);
  });
});

describe("the footer", () => {
  const footer = (html: string) => part(html, "<footer");

  test("holds columns of links, a logo and the copyright line", async () => {
    const html = footer(
      readPage(
        await buildSite({
          ...GUIDE,
          ...config(`footer: { style: "dark", copyright: "&copy; <b>Us</b>", logo: { src: "/l.svg", alt: "L" }, links: [
            { title: "Docs", items: [{ label: "Two", to: "/docs/guide/two?a=1#x" }] },
            { title: "More", items: [{ label: "Out", href: "https://out.example.com" }] },
          ] }`),
          "content/docs/1-guide/2-two.md": "# Two\n\n## X\n",
          "content/static/l.svg": "<svg/>",
        }),
        "docs",
      ),
    );
    expect(html).toContain('class="footer dark"');
    expect(
      [...html.matchAll(/<nav aria-label="(.*?)"><p class="footer-title">(.*?)</g)].map((match) => match.slice(1)),
    ).toEqual([
      ["Docs", "Docs"],
      ["More", "More"],
    ]);
    expect(links(html)).toEqual(["Two /docs/guide/two?a=1#x", "Out https://out.example.com"]);
    expect(html).toContain('src="/l.svg" alt="L"');
    expect(html).toContain('<p class="copyright">&copy; <b>Us</b></p>');
  });

  test("holds one row of links, encoded ones as they are", async () => {
    const items = '[{ label: "Odd", to: "/docs/a%20b" }, { label: "Out", href: "https://out.example.com" }]';
    const root = await buildSite({
      ...GUIDE,
      "content/docs/a b.md": "# Odd\n",
      ...config(`footer: { links: ${items} }`),
    });
    const html = footer(readPage(root, "docs"));
    expect(html).toContain('class="footer-row"');
    expect(links(html)).toEqual(["Odd /docs/a%20b", "Out https://out.example.com"]);
  });

  test("with columns and plain links in one is an error of the configuration", async () => {
    const links = '[{ label: "A", to: "/docs/" }, { title: "B", items: [{ label: "C", to: "/docs/" }] }]';
    const { code, stderr } = await command("build", "--root", makeSite(config(`footer: { links: ${links} }`)));
    expect(unplaced(stderr)).toBe(
      "error  site.config.ts: footer.links: must contain either columns or links, not both\n",
    );
    expect(code).toBe(2);
  });
});

describe("the head", () => {
  const SITE = {
    ...config(`baseUrl: "/base/", description: "Of the site", favicon: "/icon.svg", scripts: [
      { src: "/shim.js", async: true },
      { src: "https://cdn.example.com/x.js", on: "wanted", name: "xlsx", defer: true, integrity: "sha384-x", crossorigin: "anonymous" },
      { src: "/never.js", on: "wanted", name: "other" },
    ]`),
    "content/static/shim.js": "",
    "content/static/icon.svg": "<svg/>",
    "content/static/img/x.svg": "<svg/>",
    "content/docs/index.md": "# Start\n",
    "content/docs/lead.md": '# Lead\n\nThe *first* `<b>` & "paragraph".\n\nThe second.\n',
    "content/docs/full.md": `---\ntitle: 'A & "B" <C>'\ndescription: Says "hi"\nkeywords: [one, two words]\nimage: /img/x.svg\nscripts: [xlsx]\n---\n`,
    "content/docs/hidden.md": page("unlisted: true"),
    "content/pages/index.tsx":
      'export const title = "Fixture";\nexport const scripts = ["xlsx"];\nexport default () => <h1>Home</h1>;\n',
  };
  const head = (html: string) => part(html, "<head>").split("\n");

  test("names the page: title, description, keywords, address, picture", async () => {
    const root = await buildSite(SITE);
    const full = head(readPage(root, "docs/full"));
    expect(full).toEqual(
      expect.arrayContaining([
        "<title>A &amp; &quot;B&quot; &lt;C&gt; | Fixture</title>",
        '<meta name="description" content="Says &quot;hi&quot;">',
        '<meta name="keywords" content="one, two words">',
        '<link rel="canonical" href="https://example.com/base/docs/full">',
        '<meta property="og:title" content="A &amp; &quot;B&quot; &lt;C&gt; | Fixture">',
        '<meta property="og:description" content="Says &quot;hi&quot;">',
        '<meta property="og:url" content="https://example.com/base/docs/full">',
        '<meta property="og:image" content="https://example.com/base/img/x.svg">',
        '<link rel="icon" href="/base/icon.svg">',
      ]),
    );
    const lead = 'content="The first &lt;b&gt; &amp; &quot;paragraph&quot;.">';
    expect(head(readPage(root, "docs/lead"))).toContain(`<meta name="description" ${lead}`);
    const home = head(readOutput(root, "index.html"));
    expect(home).toContain("<title>Fixture</title>");
    expect(home).toContain('<meta name="description" content="Of the site">');
    expect(home).toContain('<link rel="canonical" href="https://example.com/base/">');
  });

  test("keeps search engines off unlisted pages and the 404 page", async () => {
    const root = await buildSite(SITE);
    const robots = '<meta name="robots" content="noindex, nofollow">';
    expect(head(readPage(root, "docs/hidden"))).toContain(robots);
    expect(head(readPage(root, "docs/lead"))).not.toContain(robots);
    const notFound = head(readOutput(root, "404.html"));
    expect(notFound).toContain(robots);
    expect(notFound).toContain("<title>Page not found | Fixture</title>");
    expect(notFound.filter((line) => /canonical|og:url/.test(line))).toEqual([]);
  });

  test("loads scripts of every page, and others where the page wants them", async () => {
    const root = await buildSite(SITE);
    const scripts = (html: string) => head(html).filter((line) => line.startsWith("<script src"));
    const shim = '<script src="/base/shim.js" async></script>';
    const xlsx =
      '<script src="https://cdn.example.com/x.js" defer integrity="sha384-x" crossorigin="anonymous"></script>';
    expect(scripts(readPage(root, "docs/lead"))).toEqual([shim]);
    expect(scripts(readPage(root, "docs/full"))).toEqual([shim, xlsx]);
    expect(scripts(readOutput(root, "index.html"))).toEqual([shim, xlsx]);
  });

  test("lets scripts wait until the page's code asks for them", async () => {
    const root = await buildSite({
      ...config(`scripts: [
        { src: "/a.js", on: "demand", name: "lib", async: true },
        { src: "/b.js", on: "demand", name: "lib", type: "module" },
      ]`),
      "content/static/a.js": "",
      "content/static/b.js": "",
      "content/docs/index.md": "---\nscripts: [lib]\n---\n\n# Start\n",
      "content/docs/other.md": "# Other\n",
    });
    const scripts = (html: string) => head(html).filter((line) => line.includes("data-script"));
    expect(scripts(readPage(root, "docs"))).toEqual([
      '<script data-script="lib" src="/a.js" async type="text/plain"></script>',
      '<script data-script="lib" data-type="module" src="/b.js" type="text/plain"></script>',
    ]);
    expect(scripts(readPage(root, "docs/other"))).toEqual([]);
  });

  test("shows a picture beside the page by its own address", async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const files = { "content/docs/a.md": page("image: ./p.svg"), "content/docs/p.svg": picture };
    const html = readPage(await buildSite(files), "docs/a");
    expect(html).toMatch(/<meta property="og:image" content="https:\/\/example\.com\/assets\/media\/p-\w+\.svg">/);
  });

  test("has the heading as a reader sees it for a title", async () => {
    const root = await buildSite({ "content/docs/a.md": "# All of sheet\\_to\\_json &amp; <i>more</i>\n" });
    expect(head(readPage(root, "docs/a"))).toContain("<title>All of sheet_to_json &amp; more | Fixture</title>");
  });
});
