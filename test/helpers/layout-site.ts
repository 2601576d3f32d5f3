import type { Page } from "playwright-core";
import type { Files } from "./docgen.ts";

const PARAGRAPHS = Array.from({ length: 12 }, (_, index) => `Paragraph ${index + 1}.\n`).join("\n");

/** A page several screens high: an introduction, and sections named one to six. */
export const LONG_PAGE = `# Long\n\n${["one", "two", "three", "four", "five", "six"]
  .map((name) => `${PARAGRAPHS}\n## Section ${name} {#${name}}\n\n${PARAGRAPHS}`)
  .join("\n")}`;

const NAVBAR = `items: [
  { type: "doc", docId: "index", label: "Docs", position: "left" },
  { type: "dropdown", label: "More", position: "left", items: [
    { label: "Long page", to: "/docs/long" },
    { label: "Outside", href: "https://example.org" },
    { type: "html", value: "<hr class='rule'>" },
  ] },
]`;

/** A configuration with links and a menu in the navbar. */
function layoutConfig(navbar = "", more = ""): Files {
  return {
    "site.config.ts": `export default { title: "T", url: "https://example.com", navbar: { ${navbar} ${NAVBAR} }, ${more} };`,
  };
}

/** Docs with two categories and a long page, and a page outside them. */
export const LAYOUT_FILES: Files = {
  ...layoutConfig("hideOnScroll: true,"),
  "content/docs/index.md": "---\ntags: [one]\n---\n\n# Start\n",
  "content/docs/long.md": LONG_PAGE,
  "content/docs/1-guide/index.md": "# Guide\n",
  "content/docs/1-guide/1-one.md": "# One\n",
  "content/docs/1-guide/2-two.md": "# Two\n",
  "content/docs/2-other/index.md": "# Other\n",
  "content/docs/2-other/five.md": "# Five\n",
  "content/pages/index.md": "# Home\n",
  "content/blog/2026-01-02-post.md": "---\nslug: post\n---\n\n# Post\n\n## Part\n",
};

/** Waits until pending changes are laid out and painted. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Scrolls the window and waits until the page has reacted. */
export async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
  await settle(page);
}
