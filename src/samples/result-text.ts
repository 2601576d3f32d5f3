import type { AnyNode, ChildNode, Element } from "domhandler";
import { DomUtils, parseDocument } from "htmlparser2";
import { alignedRows, wordSet } from "../shared/text.ts";

const { filter, removeElement, textContent } = DomUtils;
const BLOCKS = wordSet(
  "address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section summary ul",
);
const UNSEEN = ["script", "style", "template", "datalist"];

/**
 * Converts what a live sample renders to text for its output fence: a line per block, aligned columns for tables,
 * controls in brackets, such as `[Save]` and `[x]`, and a bar before the lines of a text area.
 */
export function resultText(html: string): string {
  const { children } = parseDocument(html);
  for (const unseen of filter(isUnseen, children)) removeElement(unseen);
  const lines = linesOf(children);
  return lines.map((line) => `${line}\n`).join("");
}

function linesOf(nodes: readonly ChildNode[]): string[] {
  const lines: string[] = [];
  let inline = "";
  const flush = () => {
    const line = collapse(inline);
    if (line !== "") lines.push(line);
    inline = "";
  };
  const take = (node: ChildNode) => {
    if (node.type === "text") inline += node.data;
    if (!isElement(node)) return;
    const { name, children } = node;
    const block = blockLines(node);
    if (block !== undefined) {
      flush();
      lines.push(...block);
    } else if (name === "br") flush();
    else {
      const control = controlText(node);
      if (control === undefined) for (const child of children) take(child);
      else inline += ` ${control} `;
    }
  };
  for (const node of nodes) take(node);
  flush();
  return lines;
}

/** Lines of an element that stands on lines of its own; undefined for others. */
function blockLines(element: Element): string[] | undefined {
  const { name, children } = element;
  if (name === "table") return tableLines(element);
  if (name === "pre") {
    const rows = textContent(children).replace(/\n+$/, "").split("\n");
    return rows.length === 1 && rows[0] === "" ? [] : rows;
  }
  if (name === "textarea") {
    const text = textContent(children).trim() || (element.attribs.placeholder ?? "");
    return text.split("\n").map((line) => `| ${line}`.trimEnd());
  }
  if (!BLOCKS.has(name)) return undefined;
  const inner = linesOf(children);
  return name === "li" ? inner.map((line, index) => `${index === 0 ? "- " : "  "}${line}`) : inner;
}

function tableLines(table: Element): string[] {
  const caption = descendants(table, ["caption"]).flatMap(({ children }) => linesOf(children));
  const rows: string[][] = [];
  /** Per column, the number of rows below that a cell covers. */
  const covered: number[] = [];
  for (const row of descendants(table, ["tr"])) {
    const cells: string[] = [];
    const skip = () => {
      for (; (covered[cells.length] ?? 0) > 0; cells.push("")) covered[cells.length] = (covered[cells.length] ?? 0) - 1;
    };
    for (const { attribs, children } of descendants(row, ["td", "th"])) {
      skip();
      for (let column = 0; column < Number(attribs.colspan ?? 1); column++) {
        covered[cells.length] = Number(attribs.rowspan ?? 1) - 1;
        cells.push(column === 0 ? linesOf(children).join(" ") : "");
      }
    }
    skip();
    rows.push(cells);
  }
  return [...caption, ...alignedRows(rows)];
}

/** A form control as text; undefined for other elements. */
function controlText({ name, attribs, children }: Element): string | undefined {
  const { type = "text", value = "", checked, placeholder = "" } = attribs;
  if (name === "button") return `[${collapse(textContent(children))}]`;
  if (name === "img") return attribs.alt ?? "";
  if (name === "select") {
    const options = children.filter(isElement);
    const selected = options.find((option) => option.attribs.selected !== undefined) ?? options[0];
    return `[${collapse(textContent(selected?.children ?? []))}]`;
  }
  if (name !== "input") return undefined;
  if (type === "hidden") return "";
  if (type === "checkbox") return checked === undefined ? "[ ]" : "[x]";
  if (type === "radio") return checked === undefined ? "( )" : "(x)";
  return type === "file" ? "[Choose file]" : `[${value || placeholder}]`;
}

/** Elements of these names, without those inside of another one of them. */
function descendants(parent: Element, names: readonly string[]): Element[] {
  return parent.children
    .filter(isElement)
    .flatMap((child) => (names.includes(child.name) ? [child] : descendants(child, names)));
}

function isElement(node: AnyNode): node is Element {
  return "attribs" in node;
}

/** A hidden option is not offered, but a list shows it until readers choose another. */
function isUnseen(node: AnyNode): boolean {
  if (!isElement(node) || node.name === "option") return false;
  return UNSEEN.includes(node.name) || node.attribs.hidden !== undefined;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
