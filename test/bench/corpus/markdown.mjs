import { posix } from "node:path";

/** A page's text below its front matter. `address` makes a link's address from the ids of two pages. */
export function markdownOf(page, { address, withTitle }) {
  const write = (part) =>
    typeof part === "string" ? part : `See how to [${part.text}](${address(page.id, part.target)}).`;
  const blocks = page.blocks.map((block) => {
    if (block.kind === "heading") return `${"#".repeat(block.level)} ${block.text}`;
    if (block.kind === "paragraph") return block.parts.map(write).join("\n");
    if (block.kind === "list") return block.items.map((item) => `- ${item}`).join("\n");
    if (block.kind === "numbers") return block.items.map((item, at) => `${at + 1}. ${item}`).join("\n");
    if (block.kind === "table") return tableOf(block.rows);
    return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
  });
  return `${[...(withTitle ? [`# ${page.title}`] : []), ...blocks].join("\n\n")}\n`;
}

function tableOf(rows) {
  return ["| Name | Kind | Meaning |", "| --- | --- | --- |", ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join(
    "\n",
  );
}

/** Front matter; values are written as JSON, which YAML reads. */
export function frontMatter(values) {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n`;
}

/** A link to the other page's file. */
export function fileAddress(from, to) {
  const path = posix.relative(posix.dirname(from), `${to}.md`);
  return path.startsWith(".") ? path : `./${path}`;
}

/** A link to the other page's address. */
export const routeAddress = (_from, to) => `/${to}/`;
