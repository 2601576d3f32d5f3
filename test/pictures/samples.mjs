import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";
import { PICTURES } from "./list.mjs";

/** Folder of the pages; pictures are named from here. */
export const DOCS = fileURLToPath(new URL("../../content/docs/", import.meta.url));
/** Largest size of a picture. */
export const MAX_BYTES = 15_000;

const markdown = new MarkdownIt({ html: true });

/** Pictures made here that pages show, in the order of the pages, each with the sample that it shows the file of. */
export function shownPictures() {
  const names = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .flatMap(picturesOf);
}

/** A picture shows the file of the last runnable sample above it; of a session's, all parts down to that one count. */
function picturesOf(page) {
  const pictures = [];
  const samples = [];
  const files = {};
  for (const token of markdown.parse(readFileSync(join(DOCS, page), "utf8"), {})) {
    if (token.type === "fence") {
      const [language, ...words] = token.info.trim().split(/\s+/);
      const file = words.find((word) => word.startsWith("file="));
      if (file !== undefined) files[file.slice(5)] = token.content;
      if (!/^m?js$/.test(language) || !words.includes("run")) continue;
      const session = words.find((word) => word.startsWith("session="));
      samples.push({ language, session, code: withoutMarks(token.content) });
    }
    for (const child of token.children ?? []) {
      if (child.type !== "image" || !/\.webp$/.test(child.attrGet("src"))) continue;
      const picture = posix.join(posix.dirname(page), child.attrGet("src"));
      pictures.push({ page, picture, alt: child.content, sample: sampleOf(samples, files) });
    }
  }
  return pictures;
}

function sampleOf(samples, files) {
  const last = samples.at(-1);
  if (last === undefined) return undefined;
  const parts = samples.filter((sample) => sample === last || (last.session && sample.session === last.session));
  const code = parts.map((part) => part.code).join("\n");
  return { language: last.language, code, ...(Object.keys(files).length > 0 && { files: { ...files } }) };
}

/** Comments that mark lines for the reader make no other file. */
function withoutMarks(code) {
  return code.replace(/^\s*\/\/ highlight-.*\n/gm, "");
}

/** What a picture was made from, in short: it changes with the sample and with what is shown of its file. */
export function stampOf({ picture, sample }) {
  const made = JSON.stringify([sample, PICTURES[picture]]);
  return createHash("sha256").update(made).digest("hex").slice(0, 16);
}
