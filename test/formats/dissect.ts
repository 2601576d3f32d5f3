import type { Format } from "./book-types.ts";
import { library } from "./library.ts";

/**
 * A written file as lines that can be compared and searched: XML by its tags, binary files by their records
 * (`<part> <number in hex> <bytes as Latin-1>`), text by its lines.
 */
export function linesOf(bytes: Buffer, { bookType, family }: Format): string[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return partsOf(bytes).flatMap(([path, content]) => linesOfPart(path, content));
  if (family === "xls" || bookType === "biff5")
    return partsOf(bytes).flatMap(([path, content]) => linesOfStream(path, content));
  if (family === "biff" || family === "lotus") return wordRecords("", bytes);
  if (bookType === "txt") return bytes.toString("utf16le").split("\n");
  if (family === "dbf") return dbfLines(bytes);
  const text = bytes.toString("utf8");
  if (family === "xlml") return nestedTags(text);
  return /^\s*</.test(text) ? tags("", text) : text.split("\n");
}

/** What the library's reader of containers, which has no types, gives. */
interface Container {
  readonly FileIndex: readonly { readonly content?: Uint8Array }[];
  readonly FullPaths: readonly string[];
}

function partsOf(bytes: Buffer): [string, Buffer][] {
  const { FileIndex, FullPaths }: Container = library.CFB.read(bytes, { type: "buffer" });
  return FileIndex.flatMap(({ content }, at): [string, Buffer][] =>
    content === undefined ? [] : [[(FullPaths[at] ?? "").replace(/^[^/]*\//, ""), Buffer.from(content)]],
  );
}

function linesOfPart(path: string, content: Buffer): string[] {
  if (/\.(xml|rels|vml|rdf)$/.test(path)) return tags(path, content.toString("utf8"));
  if (path.endsWith("vbaProject.bin")) return [`${path} ${content.toString("latin1")}`];
  return path.endsWith(".bin") ? variableRecords(path, content) : [`${path} ${content.toString("latin1")}`];
}

function linesOfStream(path: string, content: Buffer): string[] {
  return /^(Workbook|Book)$/.test(path) ? wordRecords(path, content) : [`${path} ${content.toString("latin1")}`];
}

/** A line for each tag, with the text that follows it. */
const tags = (path: string, text: string) =>
  text.split(/(?=<)/).map((tag) => `${path} ${tag.replace(/\s+$/, "")}`.trimStart());

/** Tags of a SpreadsheetML file: what stands in a worksheet is told from what stands in the workbook. */
function nestedTags(text: string): string[] {
  let place = "";
  return tags("", text).map((tag) => {
    if (tag.startsWith("<Worksheet ")) place = "in a worksheet: ";
    else if (tag.startsWith("</Worksheet>")) place = "";
    return place + tag;
  });
}

const line = (path: string, type: number, data: Buffer) =>
  `${path} ${type.toString(16).padStart(4, "0")} ${data.toString("latin1")}`.trimStart();

/** Records of BIFF2 to BIFF8 and Lotus: two bytes of type, two of length. */
function wordRecords(path: string, bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    lines.push(line(path, bytes.readUInt16LE(at), bytes.subarray(at + 4, end)));
    at = end;
  }
  return lines;
}

/** Records of XLSB: type and length are numbers of seven bits a byte. */
function variableRecords(path: string, bytes: Buffer): string[] {
  const lines: string[] = [];
  let at = 0;
  const number = (most: number) => {
    let value = 0;
    for (let digit = 0; digit < most; digit++) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) << (7 * digit);
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const type = number(2);
    const length = number(4);
    lines.push(line(path, type, bytes.subarray(at, at + length)));
    at += length;
  }
  return lines;
}

/** The head, a line for each field, and a line for each record. The first bytes hold the day of writing. */
function dbfLines(bytes: Buffer): string[] {
  const head = bytes.readUInt16LE(8);
  const length = bytes.readUInt16LE(10);
  const lines: string[] = [];
  for (let at = 32; at + 32 <= head; at += 32) lines.push(`field ${bytes.toString("latin1", at, at + 32)}`);
  for (let at = head; at < bytes.length; at += length)
    lines.push(`record ${bytes.toString("latin1", at, at + length)}`);
  return lines;
}
