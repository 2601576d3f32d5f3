/** What `--help` of each command ends with: examples, and the guide in docgen's folder. */
const EXAMPLES: Readonly<Record<string, { readonly lines: readonly string[]; readonly guide: string }>> = {
  init: { lines: ["docgen init my-site", "docgen init"], guide: "README.md" },
  migrate: { lines: ["docgen migrate ../website --to docs-site"], guide: "src/cli/MIGRATE.md" },
  new: {
    lines: ["docgen new docs/guide/first-steps", 'docgen new blog/hello --title "Hello"'],
    guide: "README.md",
  },
  version: { lines: ["docgen version 1.0"], guide: "src/config/README.md" },
  build: {
    lines: ["docgen build", "docgen build --base-url /docs/ --strict", "docgen build --timeline times.html"],
    guide: "src/output/README.md",
  },
  serve: { lines: ["docgen serve --open", "docgen serve --port 4000"], guide: "README.md" },
  preview: { lines: ["docgen preview", "docgen preview --like netlify"], guide: "src/output/README.md" },
  "check-links": {
    lines: [
      "docgen check-links",
      "docgen check-links --fix --redirect",
      "docgen check-links --external --format github",
    ],
    guide: "src/links/README.md",
  },
  "check-api": {
    lines: ["docgen check-api", "docgen check-api --update", "docgen check-api --format github"],
    guide: "src/api/README.md",
  },
  "check-samples": {
    lines: [
      "docgen check-samples",
      "docgen check-samples /docs/guide/read --update",
      "docgen check-samples --library xlsx@0.18.5 xlsx@0.17.5",
    ],
    guide: "README.md",
  },
  "check-freshness": {
    lines: ["docgen check-freshness", "docgen check-freshness --json"],
    guide: "src/config/README.md",
  },
  diff: {
    lines: ["docgen diff", "docgen diff v1.0 --html changes", "docgen diff --format markdown --fail-on lost"],
    guide: "src/diff/README.md",
  },
  print: {
    lines: ["docgen print", "docgen print tutorialSidebar --pdf --out guide.pdf"],
    guide: "src/output/README.md",
  },
  draw: { lines: ["docgen draw"], guide: "src/markdown/GRAMMAR.md" },
  search: {
    lines: ["docgen search read a file", "docgen search csv --json", "docgen search --check queries.tsv"],
    guide: "README.md",
  },
};

/** The examples of a command, as `--help` prints them. */
export function examplesOf(command: string): string {
  const { lines = [], guide = "README.md" } = EXAMPLES[command] ?? {};
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join("")}\nGuide: ${guide}`;
}
