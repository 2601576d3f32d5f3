import { plainBook } from "./features/make.ts";
import { library } from "./library.ts";
import { write } from "./write.ts";

/** Files as other programs write them: a file of the library in which records are put in place of others. */

const word = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const long = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const double = (value: number) => Buffer.from(Float64Array.of(value).buffer);

/** The plain workbook with the number 24 in `C2`, in a format. */
const base = (bookType: string) =>
  write(
    plainBook((ws) => {
      ws.C1 = { t: "s", v: "More" };
      ws.C2 = { t: "n", v: 24.5 };
      ws["!ref"] = "A1:C3";
    }),
    { bookType },
  );

/** Records with two bytes of type and two of length, as `replace` gives them. */
function withWords(bytes: Buffer, replace: (type: number, data: Buffer) => Buffer[] | undefined): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    const instead = replace(bytes.readUInt16LE(at), bytes.subarray(at + 4, end));
    parts.push(...(instead ?? [bytes.subarray(at, end)]));
    at = end;
  }
  return Buffer.concat(parts);
}

const wordRecord = (type: number, ...data: Buffer[]) => {
  const all = Buffer.concat(data);
  return Buffer.concat([word(type, all.length), all]);
};

/** The records of an XLS file without the container around them, which readers accept. */
function stream(bookType: string): Buffer {
  const bytes = base(bookType);
  if (bytes[0] !== 0xd0) return bytes;
  const found = library.CFB.find(
    library.CFB.read(bytes, { type: "buffer" }),
    bookType === "biff5" ? "/Book" : "/Workbook",
  );
  return Buffer.from((found?.content ?? []) as Uint8Array);
}

/** Formulae with a number, a text and a truth value as result. */
export type Result = "number" | "text" | "boolean";

/** References of BIFF2 to BIFF8, relative in both parts, to a cell of the second row. */
const reference = (bookType: string, column: number) =>
  bookType === "xls" || bookType === "xla"
    ? Buffer.concat([Buffer.from([0x44]), word(1, 0xc000 + column)])
    : Buffer.concat([Buffer.from([0x44]), word(0xc001), Buffer.from([column])]);

/** `B2*2`, `A2&"s"` or `B2>1` as tokens: references, constants, operators. */
function tokensOf(result: Result, reference: (column: number) => Buffer, text: Buffer): Buffer {
  if (result === "text") return Buffer.concat([reference(0), text, Buffer.from([0x08])]);
  const rest = result === "number" ? [0x1e, 2, 0, 0x05] : [0x1e, 1, 0, 0x0d];
  return Buffer.concat([reference(1), Buffer.from(rest)]);
}

const biffTokens = (bookType: string, result: Result) =>
  tokensOf(
    result,
    (column) => reference(bookType, column),
    Buffer.from(bookType === "xls" || bookType === "xla" ? [0x17, 1, 0, 0x73] : [0x17, 1, 0x73]),
  );

/** A cell's number record, `C2`. */
const isC2 = (type: number, data: Buffer) =>
  (type === 0x0203 || type === 0x0003) && data.readUInt16LE(0) === 1 && data.readUInt16LE(2) === 2;

/** Eight bytes of a result: those of a number, or a mark of its type. */
function resultBytes(result: Result): Buffer {
  if (result === "number") return double(24);
  return Buffer.from(result === "text" ? [0, 0, 0, 0, 0, 0, 255, 255] : [1, 0, 1, 0, 0, 0, 255, 255]);
}

/** The text that is the result: a record of its own behind the formula. */
function textRecord(bookType: string): Buffer {
  if (bookType === "biff2") return wordRecord(0x0007, Buffer.from("\x05Bolts"));
  return wordRecord(0x0207, word(5), Buffer.from(bookType === "xls" ? "\0Bolts" : "Bolts"));
}

/** A record of a formula in `C2`, whose head differs from version to version. */
function formulaRecord(bookType: string, tokens: Buffer, result: Result = "number"): Buffer {
  const place = word(1, 2);
  const value = resultBytes(result);
  if (bookType === "biff2") {
    return wordRecord(0x0006, place, Buffer.alloc(3), value, Buffer.from([0, tokens.length]), tokens);
  }
  const head = [place, word(0), value, word(0)];
  if (bookType === "biff3") return wordRecord(0x0206, ...head, word(tokens.length), tokens);
  if (bookType === "biff4") return wordRecord(0x0406, ...head, word(tokens.length), tokens);
  return wordRecord(0x0006, ...head, long(0), word(tokens.length), tokens);
}

const biffFormula = (bookType: string, result: Result) => () =>
  withWords(stream(bookType), (type, data) => {
    if (!isC2(type, data)) return undefined;
    const record = formulaRecord(bookType, biffTokens(bookType, result), result);
    return result === "text" ? [record, textRecord(bookType)] : [record];
  });

/** A formula that fills `C2` and the cells below it to a row: the cell points to the record behind it, which holds the formula. */
const biffArray = (bookType: string, last: number) => () =>
  withWords(stream(bookType), (type, data) => {
    if (!isC2(type, data)) return undefined;
    const pointer = Buffer.concat([Buffer.from([1]), word(1, 2)]);
    const tokens = biffTokens(bookType, "number");
    const area = Buffer.concat([word(1, last), Buffer.from([2, 2])]);
    return [formulaRecord(bookType, pointer), wordRecord(0x0221, area, word(0), long(0), word(tokens.length), tokens)];
  });

/** Records of the sheet, behind that of its size, or where there is none, behind the first. */
const biffWith =
  (bookType: string, ...records: Buffer[]) =>
  () =>
    withWords(stream(bookType), (type, data) =>
      [0x0200, 0x0009, 0x0209, 0x0409].includes(type) ? [wordRecord(type, data), ...records] : undefined,
    );

/** The first row, 40 points high, hidden, at the second level; the first column, 20 characters wide and so on. */
const ROW = wordRecord(0x0208, word(0, 0, 3, 800, 0, 0), Buffer.from([0x62, 0x01, 0x0f, 0]));
const COLUMN = wordRecord(0x007d, word(0, 0, 5333, 15, 0x0201, 0));
/** The top margin, 1.5 inches. */
const MARGIN = wordRecord(0x0028, double(1.5));
/** Summary rows above, summary columns left. */
const OUTLINE = wordRecord(0x0081, word(0));
const PROTECT = wordRecord(0x0012, word(1));
const inXls = (...records: Buffer[]) => ({
  xls: biffWith("xls", ...records),
  xla: biffWith("xls", ...records),
  biff5: biffWith("biff5", ...records),
  biff4: biffWith("biff4", ...records),
  biff3: biffWith("biff3", ...records),
});
/** Records that BIFF2 has, too. */
const inBiff = (record: Buffer) => ({ ...inXls(record), biff2: biffWith("biff2", record) });

/** A formula in the Lotus file of the second release, whose results are numbers. */
const wk1Formula = (result: Result) => () =>
  withWords(base("wk1"), (type, data) => {
    if (!(type === 0x0e && data.readUInt16LE(1) === 2 && data.readUInt16LE(3) === 1)) return undefined;
    // columns and rows are relative: one or two to the left, the same row
    const cell = (column: number) => Buffer.concat([Buffer.from([0x01]), word(0xbffe + column, 0x8000)]);
    const rest = {
      number: [0x05, 2, 0, 0x0b, 0x03],
      text: [0x06, 0x73, 0, 0x18, 0x03],
      boolean: [0x05, 1, 0, 0x13, 0x03],
    };
    const tokens = Buffer.concat([cell(result === "text" ? 0 : 1), Buffer.from(rest[result])]);
    return [wordRecord(0x10, data.subarray(0, 5), double(24), word(tokens.length), tokens)];
  });

/** XLSB, with the record of `C2` as given. */
function xlsbWith(records: Buffer): Buffer {
  const zip = library.CFB.read(base("xlsb"), { type: "buffer" });
  const sheet = library.CFB.find(zip, "/xl/worksheets/sheet1.bin");
  if (sheet === null) throw new Error("no sheet");
  const bytes = Buffer.from(sheet.content as Uint8Array);
  // the number's record: type and length, the style, the number
  const at = bytes.indexOf(double(24.5));
  sheet.content = Buffer.concat([bytes.subarray(0, at - 6), records, bytes.subarray(at + 8)]);
  sheet.size = sheet.content.length;
  return Buffer.from(library.CFB.write(zip, { fileType: "zip", type: "buffer" }) as Uint8Array);
}

const xlsbRecord = (type: number[], ...data: Buffer[]) => {
  const all = Buffer.concat(data);
  return Buffer.concat([Buffer.from([...type, all.length]), all]);
};

const xlsbTokens = (result: Result) =>
  tokensOf(
    result,
    (column) => Buffer.concat([Buffer.from([0x44]), long(1), word(0xc000 + column)]),
    Buffer.from([0x17, 1, 0, 0x73, 0]),
  );
const parsed = (tokens: Buffer, extra: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([long(tokens.length), tokens, long(extra.length), extra]);
const XLSB_RESULTS = {
  number: [0x09, double(24)],
  text: [0x08, Buffer.concat([long(5), Buffer.from("Bolts", "utf16le")])],
  boolean: [0x0a, Buffer.from([1])],
} as const;
const xlsbCell = (tokens: Buffer, result: Result, extra?: Buffer) => {
  const [type, value] = XLSB_RESULTS[result];
  return xlsbRecord([type], long(2, 0), value, word(0), parsed(tokens, extra));
};

const xlsbArray = (last: number) => () =>
  xlsbWith(
    Buffer.concat([
      xlsbCell(Buffer.concat([Buffer.from([1]), long(1)]), "number", long(2)),
      xlsbRecord([0xaa, 0x03], long(1, last, 2, 2), Buffer.from([0]), parsed(xlsbTokens("number"))),
    ]),
  );

/** As `xlsbArray`; the cell points to the mark of dynamic arrays, which each file of the library has. */
const xlsbDynamic = () =>
  xlsbWith(
    Buffer.concat([
      xlsbRecord([0x31], long(1)),
      xlsbCell(Buffer.concat([Buffer.from([1]), long(1)]), "number", long(2)),
      xlsbRecord([0xaa, 0x03], long(1, 1, 2, 2), Buffer.from([0]), parsed(xlsbTokens("number"))),
    ]),
  );

/** The stream of an XLS file with records at the end of what belongs to the workbook. */
function xlsWith(more: readonly Buffer[], bookType = "xls"): Buffer {
  const length = more.reduce((sum, one) => sum + one.length, 0);
  let isFirst = true;
  return withWords(stream(bookType), (type, data) => {
    // the place of the sheet in the stream
    if (type === 0x0085) return [wordRecord(type, long(data.readUInt32LE(0) + length), data.subarray(4))];
    if (type !== 0x000a || !isFirst) return undefined;
    isFirst = false;
    return [...more, wordRecord(type)];
  });
}

/** An area of the first sheet as a token: rows and columns. */
const area = (...ends: number[]) => Buffer.concat([Buffer.from([0x3b]), word(0, ...ends)]);

/** A name with its tokens, and the records that tell which sheet an area is on. */
function inXlsName(tokens: Buffer, { name = "Stock", flags = 0, sheet = 0, comment = "" } = {}) {
  const head = Buffer.concat([word(flags), Buffer.from([0, name.length]), word(tokens.length, 0, sheet), long(0)]);
  const remark = Buffer.concat([
    long(0x0894, 0, 0),
    word(name.length, comment.length),
    Buffer.from(`\0${name}\0${comment}`),
  ]);
  const make = () =>
    xlsWith([
      wordRecord(0x01ae, word(1, 0x0401)),
      wordRecord(0x0017, word(1, 0, 0, 0)),
      wordRecord(0x0018, head, Buffer.from(`\0${name}`), tokens),
      ...(comment === "" ? [] : [wordRecord(0x0894, remark)]),
    ]);
  return { xls: make, xla: make };
}

/** The same as BIFF5 stores it, with the name of the sheet. */
function inBiff5Name(tokens: Buffer, { name = "Stock", flags = 0, sheet = 0 } = {}) {
  const head = [word(flags), Buffer.from([0, name.length]), word(tokens.length, sheet, sheet), long(0)];
  return {
    biff5: () =>
      xlsWith(
        [
          wordRecord(0x0016, word(1)),
          wordRecord(0x0017, Buffer.from("\x01\x03S")),
          wordRecord(0x0018, ...head, Buffer.from(name), tokens),
        ],
        "biff5",
      ),
  };
}

const biff5Area = (top: number, bottom: number, ...columns: number[]) =>
  Buffer.concat([Buffer.from([0x3b]), word(0xffff, 0, 0, 0, 0, 0, 0, top, bottom), Buffer.from(columns)]);

/** Names of XLS and BIFF5 files with the same tokens, or with those of BIFF5. */
const inNames = (tokens: Buffer, biff5: Buffer, options = {}) => ({
  ...inXlsName(tokens, options),
  ...inBiff5Name(biff5, options),
});

/** The same in files with one sheet, where an area needs no sheet. */
function inOldName(tokens: Buffer, name = "Stock") {
  const ends = (type: number, ...data: Buffer[]) => {
    const record = wordRecord(
      type,
      ...data,
      Buffer.from(name),
      tokens,
      Buffer.from(type === 0x18 ? [tokens.length] : []),
    );
    return (bookType: string) => () =>
      withWords(stream(bookType), (found) => (found === 0x000a ? [record, wordRecord(found)] : undefined));
  };
  const biff3 = ends(0x0218, word(0), Buffer.from([0, name.length]), word(tokens.length));
  const biff2 = ends(0x0018, Buffer.from([0, 0, 0, name.length, tokens.length]));
  return { biff4: biff3("biff4"), biff3: biff3("biff3"), biff2: biff2("biff2") };
}

const STOCK = area(1, 2, 0, 1);
const STOCK2 = Buffer.concat([Buffer.from([0x25]), word(1, 2), Buffer.from([0, 1])]);
const STOCK5 = biff5Area(1, 2, 0, 1);
const RATE = Buffer.concat([Buffer.from([0x1f]), double(0.19)]);
const sum = (tokens: Buffer) => Buffer.concat([tokens, Buffer.from([0x19, 0x10, 0, 0])]);
/** A filter is a name with a number for a name, of one sheet. */
const XLS_FILTER = inNames(area(0, 2, 0, 1), biff5Area(0, 2, 0, 1), { name: "\x0d", flags: 0x20, sheet: 1 });
const xlsCodeName = () => xlsWith([wordRecord(0x01ba, word(7), Buffer.from("\0wbStock"))]);

/** A file with macros, without them: their writer stores code names of sheets. */
const codeName = (bookType: string) => () => {
  const wb = plainBook(() => {});
  wb.Workbook = { Sheets: [{ CodeName: "shStock" }] };
  wb.vbaraw = library.CFB.write(library.CFB.utils.cfb_new(), { type: "buffer" });
  const zip = library.CFB.read(write(wb, { bookType }), { type: "buffer" });
  library.CFB.utils.cfb_del(zip, "/xl/vbaProject.bin");
  return Buffer.from(library.CFB.write(zip, { fileType: "zip", type: "buffer" }) as Uint8Array);
};

/** The properties of an XLS file in one of BIFF5. */
function biff5Properties(): Buffer {
  const [from, to] = [
    write(
      { ...plainBook(() => {}), Props: { Title: "Stock list" }, Custprops: { Shelf: "north" } },
      { bookType: "xls" },
    ),
    base("biff5"),
  ].map((bytes) => library.CFB.read(bytes as Buffer, { type: "buffer" }));
  if (from === undefined || to === undefined) throw new Error("no container");
  for (const name of ["/\x05SummaryInformation", "/\x05DocumentSummaryInformation"]) {
    library.CFB.utils.cfb_add(to, name, library.CFB.find(from, name)?.content ?? []);
  }
  return Buffer.from(library.CFB.write(to, { type: "buffer" }) as Uint8Array);
}

/** Text of the library's file with something else in it. */
const text =
  (bookType: string, from: string, to: string, encoding: BufferEncoding = "utf8") =>
  () =>
    Buffer.from(base(bookType).toString(encoding).replace(from, to), encoding);

const zipWith = (bookType: string, path: string, change: (xml: string) => string) => () => {
  const zip = library.CFB.read(base(bookType), { type: "buffer" });
  const part = library.CFB.find(zip, path);
  if (part === null) throw new Error(`no ${path}`);
  part.content = Buffer.from(change(Buffer.from(part.content as Uint8Array).toString()));
  part.size = part.content.length;
  return Buffer.from(library.CFB.write(zip, { fileType: "zip", type: "buffer" }) as Uint8Array);
};
const odsTitle = zipWith("ods", "/meta.xml", (xml) =>
  xml.replace("</office:meta>", "<dc:title>Stock list</dc:title></office:meta>"),
);

/** `C2` with bold letters, as other programs write it. */
const rich = (bookType: string) =>
  zipWith(bookType, "/xl/worksheets/sheet1.xml", (xml) =>
    xml.replace(
      /<c r="C2".*?<\/c>/,
      '<c r="C2" t="inlineStr"><is><r><t>Bo</t></r><r><rPr><b/></rPr><t>lt</t></r></is></c>',
    ),
  );

const richXlml = text(
  "xlml",
  '<Data ss:Type="Number">24.5</Data>',
  '<ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">Bo<B>lt</B></ss:Data>',
);

/** `C2` as LibreOffice writes an error. */
const odfError = (xml: string) =>
  xml.replace(
    /<table:table-cell[^>]*office:value="24\.5"[\s\S]*?<\/table:table-cell>/,
    '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
  );

/** The first row in two groups. */
const odfGroups = (xml: string) => {
  const [open, close] = ["<table:table-row-group>", "</table:table-row-group>"].map((tag) => tag.repeat(2));
  return xml.replace(/<table:table-row[ >][\s\S]*?<\/table:table-row>/, `${open}$&${close}`);
};

/** A note at `B3`, the cell with the number or an empty one. */
const odfNote = (isStub: boolean) => (xml: string) =>
  xml.replace(/(<table:table-cell[^>]*office:value="5"[^>]*>)([\s\S]*?<\/table:table-cell>)/, (_, open, rest) => {
    const note = "<office:annotation><dc:creator>Ann Lee</dc:creator><text:p>Please check</text:p></office:annotation>";
    return isStub ? `<table:table-cell>${note}</table:table-cell>` : open + note + rest;
  });

/** Buttons over `A1:B3`. */
const odfFilter = (xml: string) =>
  xml.replace(
    "</office:spreadsheet>",
    '<table:database-ranges><table:database-range table:name="Stock" table:target-range-address="S.A1:S.B3" table:display-filter-buttons="true"/></table:database-ranges>$&',
  );

const inOdf = (change: (xml: string) => string) => ({
  ods: zipWith("ods", "/content.xml", change),
  fods: () => Buffer.from(change(base("fods").toString())),
});

/** Formulae with a kind of result, by book type. */
const formulae = (result: Result, field: string) => ({
  xlsb: () => xlsbWith(xlsbCell(xlsbTokens(result), result)),
  xls: biffFormula("xls", result),
  xla: biffFormula("xls", result),
  biff5: biffFormula("biff5", result),
  biff4: biffFormula("biff4", result),
  biff3: biffFormula("biff3", result),
  biff2: biffFormula("biff2", result),
  wk1: wk1Formula(result),
  csv: text("csv", "24.5", field),
  txt: text("txt", "24.5", field, "utf16le"),
});

/** Array formulae from `C2` down to a row, counted from zero. */
const arrays = (last: number) => ({
  xlsb: xlsbArray(last),
  xls: biffArray("xls", last),
  xla: biffArray("xls", last),
  biff5: biffArray("biff5", last),
});

/** Files by what they hold: for readers that know more than the writers. */
export const HANDMADE = {
  number: formulae("number", "=B2*2"),
  text: { ...formulae("text", '"=A2&""s"""'), sylk: text("sylk", "K24.5", 'K"Bolts";ERC[-2]&"s"') },
  boolean: { ...formulae("boolean", "=B2>1"), sylk: text("sylk", "K24.5", "KTRUE;ERC[-1]>1") },
  array: arrays(1),
  wideArray: arrays(2),
  dynamic: { xlsb: xlsbDynamic },
  name: { ...inNames(STOCK, STOCK5), ...inOldName(STOCK2) },
  nameScope: inNames(STOCK, STOCK5, { sheet: 1 }),
  nameComment: inXlsName(STOCK, { comment: "What is there" }),
  nameNumber: { ...inNames(RATE, RATE), ...inOldName(RATE) },
  nameText: inNames(Buffer.from([0x17, 2, 0, 0x6b, 0x67]), Buffer.from([0x17, 2, 0x6b, 0x67])),
  nameFormula: inNames(sum(area(1, 2, 1, 1)), sum(biff5Area(1, 2, 1, 1))),
  filter: { ...XLS_FILTER, ...inOdf(odfFilter) },
  bookCodeName: { xls: xlsCodeName, xla: xlsCodeName },
  sheetCodeName: { xlsx: codeName("xlsm"), xlsm: codeName("xlsm"), xlam: codeName("xlam"), xlsb: codeName("xlsb") },
  customProperty: { biff5: biff5Properties },
  row: { ...inXls(ROW), ...inOdf(odfGroups) },
  author: inOdf(odfNote(false)),
  stub: inOdf(odfNote(true)),
  column: inXls(COLUMN),
  margin: inBiff(MARGIN),
  outline: inXls(OUTLINE),
  protection: inBiff(PROTECT),
  title: { ods: odsTitle, biff5: biff5Properties },
  sheets: { html: text("html", "</table>", "</table><table><tr><td>Shelf</td></tr></table>") },
  error: { ...inOdf(odfError), eth: text("eth", "C2:v:24.5", "C2:vtc:e#DIV/0!:0:#DIV/0!") },
  richText: { xlsx: rich("xlsx"), xlsm: rich("xlsm"), xlam: rich("xlam"), xlml: richXlml },
} satisfies Record<string, Readonly<Record<string, () => Buffer>>>;
