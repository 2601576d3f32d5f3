import type { Nodes } from "mdast";
import { widthOf } from "./dedent.ts";
import { fenced } from "./element-tags.ts";
import { markedCode } from "./magic-comments.ts";
import { childrenOf, rangeOf } from "./nodes.ts";
import type { NodeContext, Rewriting } from "./rewriting.ts";

/** Rewrites the address of a link, an image or a definition. */
export function visitLink(node: Extract<Nodes, { type: "link" | "image" | "definition" }>, at: Rewriting): void {
  const url = at.site.link(node.url);
  if (url === node.url) return;
  const [start, end] = rangeOf(node);
  const last = childrenOf(node).at(-1);
  const from = last === undefined ? start : rangeOf(last)[1];
  const offset = at.source.slice(from, end).indexOf(node.url);
  if (offset < 0) {
    at.note("hand", node, `change the address ${node.url} to ${url}`);
    return;
  }
  at.edits.replace(from + offset, from + offset + node.url.length, url);
  at.note("changed", node, `changed the address ${node.url} to ${url}`);
}

/** Closes a code fence, adds a language, and includes the file that it shows. */
export function visitFence(
  node: Extract<Nodes, { type: "code" }>,
  { prefix }: NodeContext,
  { became, edits, source, note, replace, site }: Rewriting,
): void {
  const [start, end] = rangeOf(node);
  const [, mark, info = ""] = /^(`{3,}|~{3,})(.*)/.exec(source.slice(start)) ?? [];
  if (mark === undefined) return;
  const infoStart = start + mark.length;
  // As remark-code-import reads it: a file, or lines of it. As theme-github-codeblock: one of the site's repository.
  const [option = "", path = "", from, to] =
    /\bfile=["']?([^\s"'#]+)(?:#L(\d+)(?:-L?(\d+))?)?["']?/.exec(info) ??
    (/\sreference(?=\s|$)/.test(info) ? /^(\S+?)(?:#L(\d+)(?:-L?(\d+))?)?$/.exec(node.value.trim()) : null) ??
    [];
  const isReference = option !== "" && !option.startsWith("file=");
  const file = option === "" ? undefined : isReference ? site.fileOfRepository(path) : site.fileAt(path);
  if (isReference && file === undefined) {
    const address = node.value.trim();
    replace(node, `<${address}>`);
    note("hand", node, `replaced the code block that shows ${address} with a link: paste the code`);
    Object.assign(node, { type: "link", url: address, children: [{ type: "text", value: address }] });
    return;
  }
  if (file !== undefined) {
    became.set(node, "whole");
    const rest = info.replace(isReference ? /\sreference\b/ : option, "").trim();
    const lines = site
      .textOf(file)
      .split("\n")
      .slice(Number(from ?? 1) - 1, Number(to ?? from ?? Infinity));
    const text = from === undefined ? `<<< ${site.file(file)} ${rest}`.trim() : fenced(lines.join("\n"), rest);
    replace(node, text.replaceAll("\n", `\n${prefix}`));
    note("changed", node, from === undefined ? "replaced code of a file with an include" : "copied lines of a file");
    return;
  }
  const change = (from: number, to: number, text: string, message: string) => {
    edits.replace(from, to, text);
    note("changed", node, message);
  };
  const [first, ...lines] = source.slice(start, end).trimEnd().split("\n");
  if (first !== undefined && !new RegExp(`^[\\s>]*${mark}${mark.charAt(0)}*\\s*$`).test(lines.at(-1) ?? "")) {
    const lineEnd = source.slice(0, end).endsWith("\n") ? "" : "\n";
    change(end, end, `${lineEnd}${prefix}${mark}\n`, "closed a code fence");
  }
  // MDX, which has no indented code, reads it at any depth.
  const [indent = ""] = /^[ \t]*/.exec(lines.at(-1) ?? "") ?? [];
  const before = source.slice(source.lastIndexOf("\n", start - 1) + 1, start);
  const most = widthOf(prefix) + 3;
  if (widthOf(indent) > most && widthOf(before) <= most) {
    const from = source.slice(0, end).lastIndexOf("\n") + 1;
    change(from, from + indent.length, prefix, "removed the indentation of the end of a code fence");
  }
  const behind = first === undefined ? "" : source.slice(start + first.length, end);
  const marked = markedCode(behind, site.magicComments);
  if (marked !== behind) change(end - behind.length, end, marked, "converted comments that mark lines of code");
  const [, space = "", language = ""] = /^(\s*)(\w+)\s.*?\blive\b/.exec(info) ?? [];
  if (language !== "" && !/^[jt]sx$/.test(language)) {
    const from = infoStart + space.length;
    change(from, from + language.length, "jsx", `changed the language of a live sample from ${language} to jsx`);
  }
  if (info.trim() === "" && site.codeLanguage !== undefined) {
    const message = `added the language ${site.codeLanguage} of the configuration to a fence without one`;
    change(infoStart, infoStart, site.codeLanguage, message);
  }
  // Pandoc's attributes, of which Docusaurus shows nothing: ```{.bash caption="Install"}.
  const [attributes, name = "", caption] =
    /^\s*\{\s*\.([\w+#-]+)(?:.*?\b(?:caption|title)="([^"]+)")?.*\}\s*$/.exec(info) ?? [];
  if (attributes !== undefined) {
    const written = caption === undefined ? name : `${name} title="${caption}"`;
    change(infoStart, infoStart + info.length, written, `wrote the attributes of a fence as "${written}"`);
  } else if (/^\s*(?:title=|\{|showLineNumbers)/.test(info)) {
    // A fence without a language, such as ```title="a.js".
    change(infoStart, infoStart, "text ", 'added the language "text" to a fence with a title');
  }
}
