declare module "markdown-it-footnote" {
  import type { MarkdownIt } from "markdown-it";
  /** Adds footnotes (`[^1]`). The package ships no types of its own. */
  export default function footnote(md: MarkdownIt): void;
}
