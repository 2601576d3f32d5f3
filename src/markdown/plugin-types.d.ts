declare module "markdown-it-deflist" {
  import type { MarkdownIt } from "markdown-it";
  /** Adds definition lists. The package ships no types of its own. */
  export default function deflist(md: MarkdownIt): void;
}

declare module "markdown-it-emoji/lib/data/full.mjs" {
  /** Emoji by GitHub's names for them. The package ships no types of its own. */
  const names: Readonly<Record<string, string>>;
  export default names;
}

declare module "markdown-it-footnote" {
  import type { MarkdownIt } from "markdown-it";
  /** Adds footnotes (`[^1]`). The package ships no types of its own. */
  export default function footnote(md: MarkdownIt): void;
}
