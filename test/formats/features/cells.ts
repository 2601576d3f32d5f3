import { HANDMADE } from "../handmade.ts";
import type { Evidence, Feature } from "../measure.ts";
import { cell } from "./make.ts";

const number = { t: "n", v: 24 } as const;
const DATE_READ = { cellDates: true } as const;
const FORMULA = { xlsx: /<f>/, xlml: /ss:Formula=/, odf: /table:formula=/, sylk: /;E/, eth: /:vtf:/ };
const ARRAY = { xlsx: /<f t="array"/, xlml: /ss:ArrayRange/, odf: /number-matrix-/ };
/** The formula itself is left out of SYLK where it is one of an array. */
const NO_FORMULA = { sylk: /^C;Y\d;X\d;K\d+\s*$/ };

export const FORMULAE = {
  formula: {
    ...cell({ ...number, f: "B2*2" }, number, ({ f }) => f),
    expected: "B2*2",
    evidence: FORMULA,
    handmade: HANDMADE.number,
  },
  formulaText: {
    ...cell({ t: "s", v: "Bolts", f: 'A2&"s"' }, { t: "s", v: "Bolts" }, ({ f }) => f),
    expected: 'A2&"s"',
    evidence: FORMULA,
    handmade: HANDMADE.text,
  },
  formulaBoolean: {
    ...cell({ t: "b", v: true, f: "B2>1" }, { t: "b", v: true }, ({ f }) => f),
    expected: "B2>1",
    evidence: FORMULA,
    handmade: HANDMADE.boolean,
  },
  formulaRange: {
    ...cell({ ...number, f: "SUM(B2:B3)" }, number, ({ f }) => f),
    expected: "SUM(B2:B3)",
    evidence: FORMULA,
  },
  arrayFormula: {
    ...cell({ ...number, f: "SUM(B2:B3*2)", F: "C2" }, { ...number, f: "SUM(B2:B3*2)" }, ({ F }) => F),
    expected: "C2",
    evidence: ARRAY,
    noise: NO_FORMULA,
    handmade: HANDMADE.array,
  },
  wideArrayFormula: {
    ...cell({ ...number, f: "B2:B3*2", F: "C2:C3" }, { ...number, f: "B2:B3*2" }, ({ F }) => F),
    expected: "C2:C3",
    evidence: ARRAY,
    noise: NO_FORMULA,
    handmade: HANDMADE.wideArray,
  },
  dynamicArray: {
    ...cell(
      { ...number, f: "_xlfn.UNIQUE(B2:B2)", F: "C2", D: true },
      { ...number, f: "_xlfn.UNIQUE(B2:B2)", F: "C2" },
      ({ D }) => D,
    ),
    expected: true,
    evidence: { xlsx: / cm="1"/ },
    handmade: HANDMADE.dynamic,
  },
} satisfies Record<string, Feature>;

const AS_TEXT = (pattern: RegExp) => ({
  csv: { "formatted text": pattern },
  rtf: { "formatted text": pattern },
  prn: { "formatted text": pattern },
});

/** Number formats: a number, its format, and what of the format and the formatted text stands in files. */
const numberFormat = (v: number, z: string, inFile: RegExp, inOdf: Evidence, text: RegExp): Feature => ({
  ...cell({ t: "n", v, z }, { t: "n", v }, (found) => found.z),
  expected: z,
  evidence: {
    xlsx: /<c r="C2" s="1">/,
    // the style's number: a record names its format
    xlsb: /^xl\/styles\.bin 002f/,
    xlml: /<NumberFormat/,
    xls: /^Workbook 00e0/,
    biff: /^(Book 00e0|0[04]1e )/,
    odf: inOdf,
    sylk: inFile,
    html: /data-z=/,
    ...AS_TEXT(text),
  },
  // the value has become a date
  noise: { numbers: /^Index\/Tables\/Tile/, dbf: /^(field|record)/, lotus: /^000e/ },
});

export const NUMBER_FORMATS = {
  percent: numberFormat(0.125, "0.0%", /0\.0%/, { "`0.00%`": /<number:number number:decimal-places="2"/ }, /12\.5%/),
  thousands: numberFormat(1234.5, "#,##0.00", /#,##0\.00/, /number:grouping/, /1,234\.50/),
  unitFormat: numberFormat(1234.5, '0.00" kg"', /0\.00" kg"/, /<number:text> kg/, /1234\.50 kg/),
  dateFormat: numberFormat(45293, "yyyy\\-mm\\-dd", /yyyy\\-mm/, /<number:date-style/, /2024-01-02/),
} satisfies Record<string, Feature>;

/** The day of a cell that holds a date, in UTC as text; another value as it is. */
function dayOf({ v }: { readonly v?: unknown }): unknown {
  if (!(v instanceof Date)) return v;
  return v.toISOString().slice(0, 10);
}

/** The date code 45293 or 45293.5 as a double or a word. */
const CODE = /[\xa0\xb0].\xe6@|\xed\xb0/;
const code = (pattern: RegExp) => ({ "date code": pattern });
const DATES = {
  xlsx: code(/<v>45293/),
  xlsb: code(CODE),
  xlml: { "date code": /"Number">45293/, "ISO text": /"DateTime">2024-/ },
  xls: code(CODE),
  biff: code(CODE),
  odf: { "ISO text": /date-value="2024/, "date code": /office:value="45293/ },
  sylk: code(/K45293/),
  html: { "ISO text": /data-v="2024-/, "date code": /data-v="45293/ },
  csv: { "formatted text": /\t1\/2\/24|,1\/2\/24/ },
  prn: { "formatted text": /1\/2\/24/ },
  rtf: { "formatted text": /1\/2\/24/ },
  dif: { "formatted text": /1\/2\/24/, "date code": /45293/ },
  eth: code(/:45293/),
  dbf: { "year, month, day": /20240102/ },
  numbers: { "seconds since 2001": /^Index\/Tables\/Tile/ },
  lotus: { "date code": CODE, "formatted text": /1\/2\/24/ },
};

export const DATE_CELLS = {
  date: {
    ...cell({ t: "d", v: new Date(Date.UTC(2024, 0, 2, 12)), z: "m/d/yy" }, { t: "n", v: 1 }, dayOf),
    expected: "2024-01-02",
    evidence: DATES,
    readOptions: DATE_READ,
    isOfTime: true,
  },
  bareDate: {
    ...cell({ t: "d", v: new Date(Date.UTC(2024, 0, 2, 12)) }, { t: "n", v: 1 }, dayOf),
    expected: "2024-01-02",
    evidence: DATES,
    readOptions: DATE_READ,
    isOfTime: true,
  },
  dateCode: {
    ...cell({ t: "n", v: 45293, z: "m/d/yy" }, { t: "n", v: 1 }, dayOf),
    expected: "2024-01-02",
    evidence: DATES,
    readOptions: DATE_READ,
    isOfTime: true,
  },
} satisfies Record<string, Feature>;

const RICH = "<r><t>Bo</t></r><r><rPr><b/></rPr><t>lt</t></r>";

/** Letters in UTF-16, its bytes as Latin-1. */
const UTF16 = new RegExp(Buffer.from("Ω 螺", "utf16le").toString("latin1"));

export const VALUES = {
  boolean: {
    ...cell({ t: "b", v: true }, { t: "n", v: 7 }, ({ v }) => v),
    expected: true,
    evidence: {
      xlsx: / t="b"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 000f/,
      xlml: /"Boolean">1/,
      xls: /^Workbook 0205/,
      biff: /^(Book 02|00)05/,
      odf: /boolean-value="true"/,
      numbers: /^Index\/Tables\/Tile/,
      sylk: /KTRUE/,
      html: /data-t="b"/,
      csv: { text: /TRUE/ },
      dif: /^TRUE/,
      dbf: /^field More\W{7}L/,
      rtf: { text: /TRUE/ },
      prn: { text: /TRUE/ },
      eth: /:nl:1:/,
      lotus: { text: /'TRUE/ },
    },
  },
  error: {
    ...cell({ t: "e", v: 7, w: "#DIV/0!" }, { t: "n", v: 1 }, ({ t, v }) => (t === "n" ? undefined : v)),
    expected: 7,
    handmade: HANDMADE.error,
    evidence: {
      xlsx: / t="e"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 000e/,
      xlml: /"Error">/,
      xls: /^Workbook 0205/,
      biff: /^(Book 02|00)05/,
      sylk: /K#DIV/,
      html: /data-t="e"/,
      csv: { text: /#DIV/ },
      rtf: { text: /#DIV/ },
      prn: { text: /#DIV/ },
      lotus: { text: /'#DIV/ },
    },
    // an empty cell
    noise: {
      odf: /<table:table-cell \/>/,
      numbers: /^Index\/Tables\/Tile/,
      dif: /^(1,0|"")\s*$/,
      dbf: /^(field More\W{7}C|record)/,
    },
  },
  unicode: {
    ...cell({ t: "s", v: "Ω 螺" }, { t: "s", v: "x" }, ({ v }) => v),
    expected: "Ω 螺",
    evidence: {
      xlsx: /Ω 螺/,
      xlsb: UTF16,
      xls: UTF16,
      xlml: /Ω 螺/,
      odf: /Ω 螺/,
      numbers: /\xce\xa9 \xe8\x9e\xba/,
      sylk: /Ω 螺/,
      html: /Ω 螺/,
      csv: /Ω 螺/,
      dif: /Ω 螺/,
      rtf: /Ω 螺|u937/,
      prn: /Ω 螺/,
      eth: /Ω 螺/,
    },
    // each letter has become `_`
    noise: { biff: /_ _/, dbf: /^(field|record)/, lotus: /'_ _/ },
  },
  richText: {
    ...cell({ t: "s", v: "Bolt", r: RICH, h: "Bo<b>lt</b>" }, { t: "s", v: "Bolt" }, ({ h, r }) =>
      /<b>/i.test(`${h}${r}`),
    ),
    expected: true,
    evidence: { html: /<b>/ },
    handmade: HANDMADE.richText,
  },
} satisfies Record<string, Feature>;
