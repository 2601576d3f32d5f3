import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput, writeFiles } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";
import { startServer } from "../helpers/server.ts";

const I18N = `i18n: {
  locales: ["en", "fr", "ar"],
  localeConfigs: { fr: { label: "Le français", htmlLang: "fr-FR" } },
}`;

/** A configuration with more than its title. */
function config(fields: string): Files {
  return { "site.config.ts": `export default { title: "Fixture", url: "https://example.com", ${fields} };\n` };
}

const PICTURE = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;

/** A `code.json` of messages. */
function texts(messages: Readonly<Record<string, string>>): string {
  const entries = Object.entries(messages).map(([id, message]) => [id, { message, description: "For the translator" }]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const HOME = `import { Link, useTranslate } from "docgen/theme";
export const title = "Home";
export default function Home() {
  const t = useTranslate();
  return <p>{t({ id: "home.greeting", message: "Welcome" })}, {t({ message: "dear reader" })} <Link to="/docs/">docs</Link></p>;
}
`;

const SITE: Files = {
  ...config(`${I18N}, baseUrl: "/base/",
    navbar: { title: "Fix", items: [{ type: "localeDropdown" }, { type: "dropdown", label: "More", items: [{ label: "Docs", to: "/docs" }] }] },
    footer: { links: [{ title: "About", items: [{ label: "Start", to: "/docs" }] }], copyright: "All rights" },
    announcementBar: { content: "News" },
    redirects: [{ from: "/old", to: "/docs" }],
    docs: [{ editUrl: "https://example.org" }]`),
  "content/docs/index.md":
    "# Start\n\n[a](./guide/one.md) ![p](./p.svg) ![q](./q.svg) ![s](/s.svg)\n\n:::note\n\nText.\n\n:::\n",
  "content/docs/guide/one.md":
    "---\nslug: first\nsidebar_position: 2\ndescription: About one.\n---\n\n# One\n\n[start](../index.md)\n",
  "content/docs/guide/two.md": "---\nsidebar_position: 1\n---\n\n# Two\n\n[About us](/about)\n",
  "content/docs/p.svg": PICTURE(1),
  "content/docs/q.svg": PICTURE(2),
  "content/static/s.svg": PICTURE(3),
  "content/static/CNAME": "docs.example.com\n",
  "content/pages/index.tsx": HOME,
  "content/pages/about.md": "---\nhide_title: true\n---\n\n# About\n",
  "content/i18n/fr/docs/index.md":
    "# Début\n\n[a](./guide/one.md) [b](/docs/guide/first) ![p](./p.svg) ![q](./q.svg)\n\n:::note\n\nTexte.\n\n:::\n",
  "content/i18n/fr/docs/guide/one.md": "# Un\n\n[start](../index.md) [two](two.md)\n",
  "content/i18n/fr/docs/q.svg": PICTURE(4),
  "content/i18n/fr/pages/about.md": "# À propos\n",
  "content/i18n/fr/code.json": texts({
    "theme.docs.paginator.next": "Suivant",
    "theme.admonition.note": "Remarque",
    "theme.CodeBlock.copied": "Copié",
    "home.greeting": "Bienvenue",
    "dear reader": "cher lecteur",
    "navbar.title": "Réparer",
    "navbar.item.label.More": "Plus",
    "navbar.item.label.Docs": "Documentation",
    "footer.title.About": "À propos",
    "footer.item.label.Start": "Début",
    "footer.copyright": "Tous droits",
    "announcementBar.content": "Nouvelles",
    "sidebar.tutorialSidebar.category.Guide": "Le guide",
    "docs.default.version.current": "Suivante",
  }),
};

const article = (html: string) => html.slice(html.indexOf('id="docgen-article"'), html.indexOf("</article>"));
function part(html: string, opening: string): string {
  const from = html.indexOf(opening);
  const name = /^<(\w+)/.exec(opening)?.[1] ?? "";
  return from < 0 ? "" : html.slice(from, html.indexOf(`</${name}>`, from));
}
function links(html: string): string[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = "", label = ""]) => {
    return `${label.replace(/<small>.*?<\/small>|<[^>]*>/g, "")} ${/href="([^"]*)"/.exec(attributes)?.[1]}`;
  });
}

const GREETING = `import { Link, useLocale, useTranslate, useUrl } from "docgen/theme";
export default function Greeting({ children }) {
  const t = useTranslate();
  return <p title={t({ id: "greeting.title", message: "Good day, {who}" }, { who: "you" })}>
    {t({ message: "Don’t \\"wait\\"" })} {useLocale()} <Link to="/about">about</Link> <img src={useUrl()("/s.svg")} alt="S" />{children}
  </p>;
}
`;

test("a component in Markdown knows the language of its text, and its texts have known ids", async () => {
  const use = "# A\n\n<Greeting>Inside</Greeting>\n";
  const root = makeSite({
    ...config(`${I18N}, components: { Greeting: "./Greeting.tsx", Late: { path: "./Late.tsx", client: "load" } }`),
    "Greeting.tsx": GREETING,
    "Late.tsx": 'import Greeting from "./Greeting.tsx";\nexport default Greeting;\n',
    "content/docs/index.md": use,
    "content/docs/late.md": "# Late\n\n<Late />\n",
    "content/docs/only.md": use,
    "content/pages/about.md": "# About\n",
    "content/static/s.svg": PICTURE(3),
    "content/i18n/fr/docs/index.md": use,
    "content/i18n/fr/docs/late.md": "# Late\n\n<Late />\n",
    "content/i18n/fr/code.json": texts({
      "greeting.title": "Bonjour {who}",
      'Don’t "wait"': "N’attendez pas",
      "theme.docs.paginator.next": "Suivant",
    }),
  });
  const { code, stderr } = await command("build", "--root", root);
  expect([code, stderr.replace(/^site.*no home page\n.*\n/, "")]).toEqual([0, ""]);
  const shown = (file: string) => /<p title=.*?<\/p>/.exec(article(readOutput(root, file)))?.[0];
  const image = (base: string) => `<img src="${base}s.svg" alt="S"/>`;
  expect(shown("docs/index.html")).toBe(
    `<p title="Good day, you">Don’t &quot;wait&quot; en <a href="/about">about</a> ${image("/")}Inside</p>`,
  );
  expect(shown("fr/docs/index.html")).toBe(
    `<p title="Bonjour you">N’attendez pas fr <a href="/fr/about">about</a> ${image("/fr/")}Inside</p>`,
  );
  // The page is not translated, so it is in English.
  expect(shown("fr/docs/only/index.html")).toBe(
    `<p title="Good day, you">Don’t &quot;wait&quot; en <a href="/fr/about">about</a> ${image("/fr/")}Inside</p>`,
  );
  // In the browser, a component has its own texts, and no others.
  const late = readOutput(root, "fr/docs/late/index.html");
  expect(late).toContain("N’attendez pas");
  expect(/ language="([^"]*)"/.exec(late)?.[1]?.replaceAll("&quot;", "'").replaceAll("\\'", "'")).toBe(
    "{'locale':'fr','texts':{'greeting.title':'Bonjour {who}','Don’t 'wait'':'N’attendez pas'}}",
  );
});

describe("with several locales", () => {
  let root = "";
  beforeAll(async () => {
    root = await buildSite(SITE);
  });
  const page = (file: string) => readOutput(root, file);

  test("the default one is at the base URL, each other below it, with every page", () => {
    const pages = (folder: string) => readdirSync(join(root, "build", folder), { recursive: true, encoding: "utf8" });
    const english = pages("").filter((file) => file.endsWith(".html") && !/^(fr|ar|assets)\//.test(file));
    expect(
      pages("fr")
        .filter((file) => file.endsWith(".html"))
        .sort(),
    ).toEqual(english.sort());
    expect(article(page("docs/index.html"))).toContain("Text.");
    expect(article(page("fr/docs/index.html"))).toContain("Texte.");
  });

  test("what isn't translated falls back to the default's file, with links and pictures of its own language", () => {
    const two = page("fr/docs/guide/two/index.html");
    expect(two).toContain('<h1 lang="en" dir="ltr">Two</h1>');
    expect(two).toContain('<div class="markdown" id="docgen-article" lang="en" dir="ltr">');
    expect(two).toContain('<p class="page-note">Cette page n’est pas encore traduite.</p>');
    expect(page("docs/guide/two/index.html") + page("fr/docs/index.html")).not.toMatch(/page-note|<h1 lang/);
    expect(two).toContain("https://example.org/content/docs/guide/two.md");
    expect(links(part(two, '<nav aria-label="Pages de la documentation"'))).toEqual([
      "Le guide /base/fr/docs/guide/",
      "Two /base/fr/docs/guide/two",
      "Un /base/fr/docs/guide/first",
      "Début /base/fr/docs/",
    ]);
    const arabic = page("ar/docs/index.html");
    expect(links(article(arabic))).toEqual(["a /base/ar/docs/guide/first"]);
    expect(arabic).toContain('<p class="admonition-title">Note</p>');
  });

  test("a translation keeps the address and place of its original, and says its own words", () => {
    expect(readOutput(root, "about/index.html")).not.toContain("<h1");
    expect(readOutput(root, "fr/about/index.html")).toContain(">À propos</h1>");
    const one = page("fr/docs/guide/first/index.html");
    expect(one).toContain("<h1>Un</h1>");
    expect(one).not.toContain("About one.");
    expect(one).toContain("https://example.org/content/i18n/fr/docs/guide/one.md");
    expect(links(article(one))).toEqual(["start /base/fr/docs/", "two /base/fr/docs/guide/two"]);
    expect(links(article(page("fr/docs/index.html")))).toEqual([
      "a /base/fr/docs/guide/first",
      "b /base/fr/docs/guide/first",
    ]);
  });

  test("a picture is the translation's own, or the original's", () => {
    const pictures = (file: string) => [...article(page(file)).matchAll(/src="([^"]*?)(?:-\w{8})?\.svg" width="(\d)/g)];
    const sizes = (file: string) => pictures(file).map(([, address, size]) => `${address} ${size}`);
    expect(sizes("docs/index.html")).toEqual(["/base/assets/media/p 1", "/base/assets/media/q 2", "/base/s 3"]);
    expect(sizes("fr/docs/index.html")).toEqual(["/base/assets/media/p 1", "/base/assets/media/q 4"]);
    expect(sizes("ar/docs/index.html")).toEqual(["/base/assets/media/p 1", "/base/assets/media/q 2", "/base/ar/s 3"]);
    expect(existsSync(join(root, "build/ar/s.svg"))).toBe(true);
    expect(existsSync(join(root, "build/ar/CNAME"))).toBe(false);
    expect(readdirSync(join(root, "build/ar/assets"))).toEqual([expect.stringMatching(/^site-\w+\.json$/)]);
  });

  test("htmlLang and direction stand in each page", () => {
    expect(page("docs/index.html")).toContain('<html lang="en" dir="ltr"');
    expect(page("fr/docs/index.html")).toContain('<html lang="fr-FR" dir="ltr"');
    expect(page("ar/docs/index.html")).toContain('<html lang="ar" dir="rtl"');
    expect(page("fr/old/index.html")).toContain('<html lang="fr-FR">');
    expect(page("fr/old/index.html")).toContain('href="/base/fr/docs/"');
    expect(page("_redirects")).toBe(
      "/base/old /base/docs/ 301\n/base/fr/old /base/fr/docs/ 301\n/base/ar/old /base/ar/docs/ 301\n",
    );
  });

  test("each page names its alternates in the other languages, and itself as canonical", () => {
    const head = (file: string) => page(file).slice(0, page(file).indexOf("</head>"));
    const alternates = [
      ...head("fr/docs/guide/first/index.html").matchAll(/rel="alternate" hreflang="(.*?)" href="(.*?)"/g),
    ];
    const address = (folder: string) => `https://example.com/base/${folder}docs/guide/first`;
    expect(alternates.map(([, lang, href]) => [lang, href])).toEqual([
      ["en", address("")],
      ["fr-FR", address("fr/")],
      ["ar", address("ar/")],
      ["x-default", address("")],
    ]);
    expect(head("fr/docs/guide/first/index.html")).toContain(`rel="canonical" href="${address("fr/")}"`);
    expect(head("fr/404.html")).not.toContain("hreflang");
  });

  test("the dropdown leads to the same page in each language, labelled and marked with it", () => {
    const menu = part(page("fr/docs/guide/first/index.html"), '<div class="dropdown"');
    expect(menu).toContain(">Le français</summary>");
    expect(links(menu)).toEqual([
      "English /base/docs/guide/first",
      "Le français /base/fr/docs/guide/first",
      "العربية /base/ar/docs/guide/first",
    ]);
    expect(menu).toContain('lang="ar" hrefLang="ar"');
    expect(menu).toMatch(/<a href="\/base\/fr\/docs\/guide\/first"[^>]* aria-current="page"/);
    expect(links(part(page("ar/404.html"), '<div class="dropdown"'))[0]).toBe("English /base/");
  });

  test("interface texts are found by id, or by message where they have none", () => {
    expect(page("fr/index.html")).toContain("Bienvenue<!-- -->, <!-- -->cher lecteur");
    expect(page("ar/index.html")).toContain("Welcome<!-- -->, <!-- -->dear reader");
    expect(page("fr/docs/guide/index.html")).toContain("<small>Suivant</small>Two");
    expect(page("fr/docs/index.html")).toContain('<p class="admonition-title">Remarque</p>');
    expect(page("fr/docs/guide/two/index.html")).toContain('rel="next"');
  });

  test("labels of navbar, footer, announcement and categories are translated by the same file", () => {
    const html = page("fr/docs/guide/two/index.html");
    expect(html).toContain("<span>Réparer</span>");
    expect(html).toContain(">Plus</summary>");
    expect(html).toContain('<a href="/base/fr/docs/">Documentation</a>');
    expect(html).toContain('<p class="footer-title">À propos</p>');
    expect(html).toContain('<a href="/base/fr/docs/">Début</a>');
    expect(html).toContain('<p class="copyright">Tous droits</p>');
    expect(html).toContain("<p>Nouvelles</p>");
    expect(page("fr/docs/guide/index.html")).toContain("<h1>Le guide</h1>");
    expect(page("fr/docs/guide/index.html")).toContain("<title>Le guide | Fixture</title>");
    expect(page("docs/guide/index.html")).toContain("<h1>Guide</h1>");
  });

  test("scripts find their texts in the page, only where there are some", () => {
    const block = (file: string) => /id="docgen-texts">(.*?)<\/script>/.exec(page(file))?.[1];
    expect(block("fr/docs/index.html")).toContain('"theme.CodeBlock.copied":"Copié"');
    expect(block("fr/docs/index.html")).not.toContain("theme.docs.paginator.next");
    expect(block("docs/index.html")).toBeUndefined();
    expect(block("ar/docs/index.html")).toContain('"theme.CodeBlock.copied":"تم النسخ"');
  });

  test("the search index is the locale's own", () => {
    expect(page("fr/search-index-docs-default-current.json")).toContain("Texte");
    expect(page("search-index-docs-default-current.json")).not.toContain("Texte");
  });

  test("check-links looks at every language", async () => {
    const { stdout, stderr } = await command("check-links", "--root", root);
    expect(`${stdout}${stderr}`).toMatch(/^\d+ links checked, none broken\n$/);
  });

  test("the dev server serves every locale", async () => {
    const address = await startServer("serve", "--root", root);
    const get = async (path: string) => {
      const response = await fetch(`${address}${path}`);
      return { status: response.status, body: await response.text() };
    };
    const start = await get("/fr/docs/");
    expect(start.body).toContain("<h1>Début</h1>");
    expect(start.body).toContain('lang="fr-FR"');
    const addresses = [...start.body.matchAll(/(?:src|data-site|rel="stylesheet" href)="\/base(\/[^"]*)"/g)];
    expect(addresses.length).toBeGreaterThan(4);
    for (const [, path = ""] of addresses) expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get("/fr/search-index-docs-default-current.json")).body).toContain("Texte");
    expect((await get("/fr")).body).toContain("Bienvenue");
    expect((await get("/docs/")).body).toContain("<h1>Start</h1>");
  });
});

test("translations work in docs versions, and a category's label in its own file", async () => {
  const root = await buildSite({
    ...config(`i18n: { locales: ["en", "fr"] }`),
    "content/versions.json": '["1"]',
    "content/docs/index.md": "# New\n",
    "content/versioned_docs/version-1/index.md": "# Old\n",
    "content/versioned_docs/version-1/guide/a.md": "# A\n\n[s](../index.md)\n",
    "content/versioned_docs/version-1/guide/_category_.json": '{ "label": "Guide", "description": "Kept." }',
    "content/i18n/fr/versioned_docs/version-1/guide/a.md": "# Un\n\n[s](../index.md) [t](/docs/index.md)\n",
    "content/i18n/fr/versioned_docs/version-1/guide/_category_.json": '{ "label": "Le guide" }',
    "content/i18n/fr/code.json": texts({ "docs.default.version.current": "Suivante" }),
  });
  expect(links(article(readOutput(root, "fr/docs/guide/a/index.html")))).toEqual(["s /fr/docs/", "t /fr/docs/"]);
  expect(readOutput(root, "fr/docs/guide/index.html")).toContain("<h1>Le guide</h1>");
  expect(readOutput(root, "fr/docs/guide/index.html")).toContain("Kept.");
  expect(readOutput(root, "fr/docs/next/index.html")).toContain("Version : Suivante");
  const listed = [...readOutput(root, "fr/sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toContain("https://example.com/fr/docs/guide/a");
  expect(readOutput(root, "robots.txt")).toContain(
    "Sitemap: https://example.com/sitemap.xml\nSitemap: https://example.com/fr/sitemap.xml\n",
  );
  expect(existsSync(join(root, "build/fr/robots.txt"))).toBe(false);
});

test("a list that a language lacks has no alternate there, and its dropdown leads to the first page", async () => {
  const root = await buildSite({
    ...config(`i18n: { locales: ["en", "fr"] }, baseUrl: "/base/", navbar: { items: [{ type: "localeDropdown" }] }`),
    "content/docs/index.md": "---\ntags: [summer, all]\n---\n\n# Start\n",
    "content/i18n/fr/docs/index.md": "---\ntags: [ete, all]\n---\n\n# Début\n",
  });
  const page = (file: string) => {
    const html = readOutput(root, file);
    const languages = [...html.matchAll(/hreflang="([^"]*)"/g)].map(([, language]) => language);
    return { languages, menu: links(part(html, '<div class="dropdown"')) };
  };
  expect(page("docs/tags/summer/index.html")).toEqual({
    languages: [],
    menu: ["English /base/docs/tags/summer", "Français /base/fr/docs/"],
  });
  expect(page("fr/docs/tags/ete/index.html").menu).toEqual(["English /base/docs/", "Français /base/fr/docs/tags/ete"]);
  expect(page("docs/tags/all/index.html")).toEqual({
    languages: ["en", "fr", "x-default"],
    menu: ["English /base/docs/tags/all", "Français /base/fr/docs/tags/all"],
  });
  // Edits of a translation reach the other language's lists.
  writeFiles(root, { "content/i18n/fr/docs/index.md": "---\ntags: [summer]\n---\n\n# Début\n" });
  expect((await command("build", "--root", root)).code).toBe(0);
  expect(page("docs/tags/summer/index.html").languages).toEqual(["en", "fr", "x-default"]);
  expect(page("docs/tags/all/index.html").menu).toEqual(["English /base/docs/tags/all", "Français /base/fr/docs/"]);
});

test("the texts of a site's only language can be set too", async () => {
  const root = await buildSite({
    ...config('i18n: { defaultLocale: "de", locales: ["de"] }'),
    "content/docs/index.md": "# Anfang\n",
    "content/i18n/de/code.json": texts({ "theme.common.skipToMainContent": "Zum Inhalt" }),
  });
  const html = readOutput(root, "docs/index.html");
  expect(html).toContain(">Zum Inhalt</a>");
  // The rest is docgen's own.
  expect(html).toContain('aria-label="Suche"');
  expect(html).toContain('<html lang="de"');
  expect(html).not.toContain("hreflang");
});

describe("a language that docgen brings", () => {
  const folder = "src/theme/texts";
  const languages = readdirSync(folder).map((file) => file.replace(".json", ""));

  test("has every text with its values, and every plural form", async () => {
    expect(languages.sort()).toEqual(["ar", "de", "es", "fr", "ja", "ko", "pt", "ru", "zh-Hans"]);
    const english = new Map<string, string>();
    for (const file of readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    )) {
      const source = readFileSync(join("src", file), "utf8");
      for (const [, id = "", message = ""] of source.matchAll(
        /\bid:\s*"(theme\.[^"]+)",\s*message(?::\s*(["'].*["']))?/g,
      ))
        english.set(id, message);
    }
    const valuesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const language of languages) {
      const own = JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")) as Record<string, string>;
      expect(Object.keys(own).sort(), language).toEqual([...english.keys()].sort());
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [id, text] of Object.entries(own)) {
        const message = english.get(id) ?? "";
        const forms = text.split("|").length;
        if (forms > 1 || message.includes("|")) expect(forms, `${language} ${id}`).toBe(pluralCategories.length);
        if (message !== "") expect(valuesOf(text), `${language} ${id}`).toEqual(valuesOf(message));
      }
    }
  });

  test("is found by what a locale is called, and a site's own texts win", async () => {
    const root = await buildSite({
      ...config(
        'i18n: { defaultLocale: "zh-CN", locales: ["zh-CN", "zh-TW", "de-AT", "ru", "xx", "pa-PK", "persian"], localeConfigs: { persian: { htmlLang: "fa" } } }',
      ),
      "content/docs/index.md": "---\ntags: [a]\n---\n\n# 开始\n",
      "content/docs/b.md": "---\ntags: [a]\n---\n\n# B\n",
      "content/i18n/de-AT/code.json": texts({ "theme.SearchBar.label": "Finden" }),
    });
    const page = (file: string) => readOutput(root, file);
    expect(page("docs/index.html")).toContain('aria-label="搜索"');
    expect(page("zh-TW/docs/index.html")).toContain('aria-label="Search"');
    expect(page("xx/docs/index.html")).toContain('aria-label="Search"');
    expect(page("de-AT/docs/index.html")).toContain('aria-label="Finden"');
    expect(page("de-AT/docs/index.html")).toContain("Seite kopieren");
    expect(page("ru/docs/tags/a/index.html")).toContain("<h1>2 страницы с меткой «a»</h1>");
    expect(page("pa-PK/docs/index.html")).toContain('<html lang="pa-PK" dir="rtl"');
    expect(page("persian/docs/index.html")).toContain('<html lang="fa" dir="rtl"');
    // Chinese has one form, English two.
    expect(page("zh-TW/docs/tags/a/index.html")).toContain("<h1>2 docs tagged with “a”</h1>");
  });

  test("has the headings of a blog that a site has not named itself", async () => {
    const files = (blog: string): Files => ({
      ...config(`${blog} tagline: "Hi", i18n: { locales: ["en", "ru", "fr"] }`),
      "content/blog/2026-01-01-a.md": "# A\n",
      "content/pages/index.tsx": `import { useSite } from "docgen/theme";
export const title = "Home";
export default () => <p>{useSite().site.tagline}</p>;
`,
      "content/i18n/fr/code.json": texts({ "blog.title": "Journal", "site.tagline": "Salut", "site.title": "Pièce" }),
    });
    const unnamed = await buildSite(files(""));
    expect(readOutput(unnamed, "blog/index.html")).toContain(">Recent posts<");
    expect(readOutput(unnamed, "ru/blog/index.html")).toContain(">Недавние записи<");
    expect(readOutput(unnamed, "ru/blog/index.html")).toContain("<title>Блог | Fixture</title>");
    expect(readOutput(unnamed, "fr/blog/index.html")).toContain("<title>Journal | Pièce</title>");
    expect(readOutput(unnamed, "fr/index.html")).toContain("<p>Salut</p>");
    const named = await buildSite(files('blog: { title: "News", blogSidebarTitle: "Latest" },'));
    expect(readOutput(named, "ru/blog/index.html")).toContain(">Latest<");
    expect(readOutput(named, "ru/blog/index.html")).toContain("<title>News | Fixture</title>");
    expect(readOutput(named, "fr/blog/index.html")).toContain("<title>Journal | Pièce</title>");
  });
});

describe("faults", () => {
  const PAGES = { ...config('i18n: { locales: ["en", "fr"] }'), "content/docs/index.md": "# Start\n" };
  const FILE = "content/i18n/fr/code.json";
  const build = async (files: Files) => {
    const { code, stderr } = await command("build", "--root", makeSite({ ...PAGES, ...files }));
    return { code, lines: stderr.split("\n").filter((line) => /^content|^error|^site\.config\S* {2}error/.test(line)) };
  };

  test("a translation declaration without an id and a message is an error", async () => {
    const { code, lines } = await build({
      "content/pages/index.tsx": HOME.replace('{ message: "dear reader" }', "{}"),
    });
    const message = "throws while it is rendered: a text needs an id or a message";
    expect(lines).toEqual([`content/pages/index.tsx:5:64  error  ${message}`]);
    expect(code).toBe(1);
  });

  test("an entry of code.json without a message is an error at its line", async () => {
    const { code, lines } = await build({
      [FILE]: `{
  "theme.docs.paginator.next": { "message": "theme.NotFound.p1" },
  "theme.NotFound.p1": { "description": "x" },
  "theme.NotFound.p2": "Nein",
  "constructor": { },
  "__proto__": { "message": 1 },
  "": { "message": "x" }
}`,
    });
    expect(lines).toEqual([
      `${FILE}:3:1  error  "theme.NotFound.p1" has no "message"`,
      `${FILE}:4:1  error  "theme.NotFound.p2" must be an object, such as {"theme.docs.paginator.next": {"message": "Weiter"}}`,
      `${FILE}:5:1  error  "constructor" has no "message"`,
      `${FILE}:6:1  error  "__proto__" has no "message"`,
      `${FILE}:7:1  error  a text needs an id or a message`,
    ]);
    expect(code).toBe(1);
  });

  test("an id that no text has is a warning with a suggestion", async () => {
    const { code, lines } = await build({
      [FILE]: texts({
        "theme.docs.paginator.nxt": "x",
        constructor: "x",
        ["__proto__"]: "x",
        "theme.NotFound.title": "Non",
      }),
      "content/pages/index.tsx": HOME,
    });
    expect(lines).toEqual([
      `${FILE}:2:1  warning  no text has the id "theme.docs.paginator.nxt"; did you mean "theme.docs.paginator.next"?`,
      `${FILE}:6:1  warning  no text has the id "constructor"`,
      `${FILE}:10:1  warning  no text has the id "__proto__"`,
    ]);
    expect(code).toBe(0);
  });

  test("a message that is empty is a warning, but for what a site may leave out", async () => {
    const { code, lines } = await build({
      [FILE]: texts({ "theme.docs.paginator.next": " ", "site.tagline": "" }),
      ...config('i18n: { locales: ["en", "fr"] }, tagline: "T"'),
    });
    const message =
      '"theme.docs.paginator.next" has an empty message: readers would see nothing; write a message, or remove the entry';
    expect(lines).toEqual([`${FILE}:2:1  warning  ${message}`]);
    expect(code).toBe(0);
  });

  test("a value that every object has by itself is none of a text's", async () => {
    const root = await buildSite({
      ...config('i18n: { locales: ["en", "fr"] }'),
      [FILE]: texts({ "theme.tags.tagsPageTitle": "Sujets {constructor}" }),
      "content/docs/a.md": "---\ntags: [one]\n---\n\nText.\n",
    });
    expect(readOutput(root, "fr/docs/tags/index.html")).toContain("<h1>Sujets {constructor}</h1>");
  });

  test("a value that a text doesn't have is a warning with a suggestion", async () => {
    const { code, lines } = await build({
      [FILE]: texts({
        "theme.blog.post.plurals": "{cuont} article|{count} articles",
        "theme.NotFound.title": "Rien à {place}",
        "home.greeting": "Bienvenue {name}",
        "navbar.title": "{Fix}",
      }),
      "content/pages/index.tsx": HOME,
      ...config('i18n: { locales: ["en", "fr"] }, navbar: { title: "Fix" }'),
    });
    expect(lines).toEqual([
      `${FILE}:2:1  warning  "theme.blog.post.plurals" has no value {cuont}; did you mean "count"?`,
      `${FILE}:6:1  warning  "theme.NotFound.title" has no value {place}`,
      `${FILE}:10:1  warning  "home.greeting" has no value {name}`,
    ]);
    expect(code).toBe(0);
  });

  test.each([
    ["broken", '{\n"a": {', /^content\/i18n\/fr\/code\.json:2:1 {2}error {2}not valid JSON: /],
    ["a list", "[]", /^content\/i18n\/fr\/code\.json:1:1 {2}error {2}must contain an object/],
    ["empty", "", /^content\/i18n\/fr\/code\.json:1:1 {2}error {2}not valid JSON: /],
  ])("a code.json that is %s is an error", async (_, text, message) => {
    const { code, lines } = await build({ [FILE]: text });
    expect(lines).toEqual([expect.stringMatching(message)]);
    expect(code).toBe(1);
  });

  test("translations of nothing, and folders that docgen does not read, are warnings", async () => {
    const { code, lines } = await build({
      "content/i18n/fr/docs/gone.md": "# Weg\n",
      "content/i18n/fra/code.json": "{}",
      "content/i18n/fr/doc/index.md": "# Début\n",
      "content/i18n/fr/docusaurus-theme/navbar.json": "{}",
      "content/i18n/fr/codes.json": "{}",
      "content/i18n/fr/_parts/a.md": "Text.\n",
      "content/i18n/fr/README.md": "For translators.\n",
      "content/i18n/fr/parts/b.md": "Translated part.\n",
      "content/parts/a.md": "A part.\n",
      "content/page/index.md": "# Nowhere\n",
      "content/images/a.png": "",
      "content/index.md": "# Home\n",
    });
    const nothing = "warning  has no effect: docgen reads nothing here";
    expect(lines).toEqual([
      `content/i18n/fr/codes.json:1:1  ${nothing}; did you mean "code.json"?`,
      `content/i18n/fr/doc:1:1  ${nothing}; did you mean "docs"?`,
      "content/i18n/fr/docs/gone.md:1:1  warning  translates nothing: content/docs/gone.md does not exist",
      `content/i18n/fr/docusaurus-theme:1:1  ${nothing} (valid: static, docs, pages, blog, code.json)`,
      'content/i18n/fra:1:1  warning  "fra" is not a locale of the site; did you mean "fr"?',
      `content/index.md:1:1  ${nothing} (valid: static, docs, pages, blog)`,
      `content/page:1:1  ${nothing}; did you mean "pages"?`,
    ]);
    expect(code).toBe(0);
  });

  test("a translation with an address of its own is an error; one that is a draft leaves the original", async () => {
    const { lines } = await build({ "content/i18n/fr/docs/index.md": "---\nslug: debut\n---\n\n# Début\n" });
    const message = "a translation has the same URL as its original, /docs/";
    expect(lines).toEqual([`content/i18n/fr/docs/index.md:2:1  error  ${message}`]);
    const root = await buildSite({ ...PAGES, "content/i18n/fr/docs/index.md": "---\ndraft: true\n---\n\n# Début\n" });
    expect(readOutput(root, "fr/docs/index.html")).toContain('<h1 lang="en" dir="ltr">Start</h1>');
  });

  test("a category's index keeps its address and takes the texts of its translation", async () => {
    const guide = {
      "content/docs/guide/a.md": "# A\n",
      "content/docs/guide/_category_.json": '{ "link": { "type": "generated-index", "slug": "/g", "title": "Guide" } }',
    };
    const translated = (link: string) => ({ "content/i18n/fr/docs/guide/_category_.json": `{\n"link": ${link}\n}` });
    const root = await buildSite({
      ...PAGES,
      ...guide,
      ...translated('{ "type": "generated-index", "title": "Le guide" }'),
    });
    expect(readOutput(root, "fr/docs/g/index.html")).toContain("<h1>Le guide</h1>");
    const { lines } = await build({ ...guide, ...translated('{ "type": "generated-index", "slug": "/h" }') });
    const place = "content/i18n/fr/docs/guide/_category_.json:2:1  error";
    expect(lines).toEqual([`${place}  a translation has the same URL as its original`]);
    const { lines: others } = await build({ ...guide, ...translated("null") });
    expect(others).toEqual([`${place}  a translation has the same link as its original`]);
  });

  test("an anchor that only the translation lacks is told with the translation's file", async () => {
    const { lines } = await build({
      "content/docs/one.md": "# One\n\n[part](./two.md#part)\n",
      "content/docs/two.md": "# Two\n\n## Part\n",
      "content/i18n/fr/docs/two.md": "# Deux\n\n## Partie\n",
    });
    const where = "/docs/two (content/i18n/fr/docs/two.md)";
    expect(lines).toEqual([
      `content/docs/one.md:3:1  error  broken link "./two.md#part": ${where} has no anchor "part"`,
    ]);
  });

  test("a redirect where a language's pages must be is an error with what does", async () => {
    const root = makeSite({
      ...config(`i18n: { locales: ["en", "fr"] }, redirects: [{ from: ["/en/x", "/FR/docs/"], to: "/docs/" }]`),
      "content/docs/index.md": "# Start\n",
    });
    const { code, stderr } = await command("build", "--root", root);
    expect(unplaced(stderr)).toBe(
      'error  site.config.ts: redirects[0].from: /FR/docs/ is in the folder of the locale "fr"; write /docs, which applies to every language\n',
    );
    expect(code).toBe(2);
  });

  test("a page or file where a language's pages must be is an error", async () => {
    const { code, lines } = await build({ "content/pages/fr/x.md": "# X\n", "content/static/FR/x.txt": "x" });
    expect(lines).toEqual([
      'content/pages/fr/x.md:1:1  error  /fr/x is in the folder of the locale "fr"',
      'content/static/FR/x.txt:1:1  error  /FR/x.txt is in the folder of the locale "fr"',
    ]);
    expect(code).toBe(1);
  });

  test("what is no language, or no locale of the site, is an error in the configuration", async () => {
    const { code, lines } = await build(
      config('i18n: { locales: ["en", "..", "__proto__", "a/b", "EN"], localeConfigs: { de: {} } }'),
    );
    expect(lines.map(unplaced)).toEqual([
      'error  site.config.ts: i18n.locales[1]: ".." is not a language tag such as "fr" or "pt-BR"',
      'error  site.config.ts: i18n.locales[2]: "__proto__" is not a language tag such as "fr" or "pt-BR"',
      'error  site.config.ts: i18n.locales[3]: "a/b" is not a language tag such as "fr" or "pt-BR"',
      'error  site.config.ts: i18n.locales[4]: "EN" is already used by i18n.locales[0]',
      'error  site.config.ts: i18n.localeConfigs: "de" is not among i18n.locales',
    ]);
    expect(code).toBe(2);
  });
});
