import { fileAddress, frontMatter, markdownOf, routeAddress } from "./markdown.mjs";

const HOME = "The front page of a site that is only measured.\n";

/**
 * How a corpus is written for each generator: a function of the pages that gives files by path. The settings,
 * themes and layouts that a peer needs besides are in `peers/<name>/`.
 */
export const VARIANTS = {
  docgen: (pages) => [
    ["site.config.ts", 'export default { title: "Bench", url: "https://example.com", onBrokenLinks: "throw" };\n'],
    ["content/docs/index.md", `${frontMatter({ title: "Bench", slug: "/docs" })}${HOME}`],
    ...pages.map((page) => [`content/docs/${page.id}.md`, text(page, "sidebar_position", { address: fileAddress })]),
  ],
  docusaurus: (pages) => [
    ["docs/index.md", `${frontMatter({ title: "Bench", slug: "/" })}${HOME}`],
    ...pages.map((page) => [`docs/${page.id}.md`, text(page, "sidebar_position", { address: fileAddress })]),
  ],
  rspress: (pages) => [
    ["docs/index.md", `# Bench\n\n${HOME}`],
    ...pages.map((page) => [`docs/${page.id}.md`, text(page, "order", { address: fileAddress, withTitle: true })]),
  ],
  vitepress: (pages) => [
    ["docs/index.md", `# Bench\n\n${HOME}`],
    ["sidebar.json", JSON.stringify(tree(pages, "text", "items"))],
    ...pages.map((page) => [`docs/${page.id}.md`, text(page, "order", { address: fileAddress, withTitle: true })]),
  ],
  starlight: (pages) => [
    ["src/content/docs/index.md", `${frontMatter({ title: "Bench" })}${HOME}`],
    ...pages.map((page) => [
      `src/content/docs/${page.id}.md`,
      frontMatter({ title: page.title, description: page.description, sidebar: { order: page.number + 1 } }) +
        markdownOf(page, { address: routeAddress }),
    ]),
  ],
  eleventy: (pages) => [
    ["docs/index.md", `${frontMatter({ title: "Bench", order: 0 })}${HOME}`],
    ...pages.map((page) => [`docs/${page.id}.md`, text(page, "order", { address: routeAddress })]),
  ],
  hugo: (pages) => [
    ["content/_index.md", `${frontMatter({ title: "Bench" })}${HOME}`],
    ...folders(pages).map(([id, title]) => [`content/${id}/_index.md`, frontMatter({ title })]),
    ...pages.map((page) => [`content/${page.id}.md`, text(page, "weight", { address: routeAddress })]),
  ],
};

/** Where a variant keeps a page's text. */
export const SOURCE_OF = {
  docgen: (id) => `content/docs/${id}.md`,
  docusaurus: (id) => `docs/${id}.md`,
  rspress: (id) => `docs/${id}.md`,
  vitepress: (id) => `docs/${id}.md`,
  starlight: (id) => `src/content/docs/${id}.md`,
  eleventy: (id) => `docs/${id}.md`,
  hugo: (id) => `content/${id}.md`,
};

function text(page, orderKey, options) {
  const values = { title: page.title, description: page.description, [orderKey]: page.number + 1 };
  return frontMatter(values) + markdownOf(page, options);
}

/** Every folder of the pages with a label. */
function folders(pages) {
  const ids = pages.flatMap(({ id }) => id.split("/").map((_, at, parts) => parts.slice(0, at).join("/")));
  return [...new Set(ids)].filter((id) => id !== "").map((id) => [id, id.split("/").at(-1).replace("-", " ")]);
}

/** The sidebar as nested lists, for what can't make one from the folders. */
function tree(pages, label, items) {
  const root = { [items]: [] };
  for (const page of pages) {
    const [part, section] = page.id.split("/");
    const inPart = child(root, part, label, items);
    child(inPart, section, label, items)[items].push({ [label]: page.title, link: `/${page.id}` });
  }
  return root[items];
}

function child(parent, name, label, items) {
  const title = name.replace("-", " ");
  const found = parent[items].find((one) => one[label] === title);
  if (found !== undefined) return found;
  const made = { [label]: title, collapsed: true, [items]: [] };
  parent[items].push(made);
  return made;
}
