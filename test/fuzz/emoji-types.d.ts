declare module "markdown-it-emoji" {
  import type { MarkdownIt } from "markdown-it";
  /** Adds `:emoji:` codes, all of GitHub's. The package ships no types of its own. */
  export function full(md: MarkdownIt, options: { readonly shortcuts: object }): void;
}
