import type * as XLSX from "xlsx";
import { HANDMADE } from "../handmade.ts";
import { library } from "../library.ts";
import type { Feature } from "../measure.ts";
import { book, cellAt, column, first, plainBook, row, wide } from "./make.ts";

type Part = XLSX.Comment;

/** Comments of `B3`, and the same cell with others. */
const comments = (withIt: Part[], without: Part[], stub = false): Feature["make"] => {
  return (wanted) =>
    plainBook((ws) => {
      if (stub) ws.B3 = { t: "z" };
      const parts = wanted ? withIt : without;
      if (parts.length > 0) ws.B3.c = structuredClone(parts);
    });
};

const NOTE = { a: "Ann Lee", t: "Please check" };
const REPLY = { a: "Bob", t: "Done" };
const textsOf = (wb: XLSX.WorkBook) => cellAt(wb, "B3")?.c?.map(({ t }) => t);
const COMMENT = {
  xlsx: /^xl\/comments1.xml <t>Please check/,
  xlsb: new RegExp(wide("Please check")),
  xlml: /<Comment/,
  xls: /^Workbook 003c .*Please check/,
  biff: /001c .*Please check/s,
  odf: /<office:annotation/,
  numbers: /Please check/,
  sylk: /;APlease check/,
};

export const COMMENTS = {
  comment: { make: comments([NOTE], []), probe: textsOf, expected: [NOTE.t], evidence: COMMENT },
  commentAuthor: {
    make: comments([NOTE], [{ a: "x", t: NOTE.t }]),
    probe: (wb) => cellAt(wb, "B3")?.c?.map(({ a }) => a),
    expected: ["Ann Lee"],
    evidence: {
      xlsx: /<author>Ann Lee/,
      xlsb: new RegExp(wide("Ann Lee")),
      xlml: /Author="Ann Lee"/,
      xls: /Ann Lee/,
      numbers: /Ann Lee/,
    },
    handmade: HANDMADE.author,
  },
  commentHidden: {
    make: (withIt) =>
      plainBook((ws) => {
        const list: XLSX.Comments = [{ ...NOTE }];
        if (withIt) list.hidden = true;
        ws.B3.c = list;
      }),
    probe: (wb) => cellAt(wb, "B3")?.c?.hidden,
    expected: true,
    evidence: {
      xlsx: /visibility:hidden/,
      xlsb: /visibility:hidden/,
      xlml: /<Comment ss:Author="Ann Lee">/,
      xls: /^Workbook 001c/,
      odf: /<office:annotation>/,
    },
  },
  commentParts: {
    make: comments([NOTE, REPLY], [NOTE]),
    probe: textsOf,
    expected: [NOTE.t, REPLY.t],
    called: () => "joined into one",
    evidence: {
      xlsx: /<t>Done/,
      xlsb: new RegExp(wide("Done")),
      xlml: />Done/,
      xls: /Please checkDone/,
      biff: /Please checkDone/,
      odf: /<text:p>Done/,
      numbers: /Done/,
      sylk: /Please checkDone/,
    },
  },
  commentThread: {
    make: comments(
      [
        { ...NOTE, T: true },
        { ...REPLY, T: true },
      ],
      [NOTE, REPLY],
    ),
    probe: (wb) => cellAt(wb, "B3")?.c?.map(({ T }) => T === true),
    expected: [true, true],
    evidence: { xlsx: /threadedComment/, xlsb: /threadedComment/ },
  },
  commentOnStub: {
    make: comments([NOTE], [], true),
    probe: textsOf,
    expected: [NOTE.t],
    evidence: COMMENT,
    handmade: HANDMADE.stub,
  },
} satisfies Record<string, Feature>;

const ADDRESS = "https://example.com/bolt";
const linked =
  (withIt: XLSX.Hyperlink, without?: XLSX.Hyperlink): Feature["make"] =>
  (wanted) =>
    plainBook((ws) => {
      const link = wanted ? withIt : without;
      if (link) ws.A2.l = { ...link };
    });

export const LINKS = {
  link: {
    make: linked({ Target: ADDRESS }),
    probe: (wb) => cellAt(wb, "A2")?.l?.Target,
    expected: ADDRESS,
    evidence: {
      xlsx: /<hyperlink /,
      xlsb: /^xl\/worksheets\/sheet1\.bin 01ee/,
      xlml: /ss:HRef=/,
      xls: /^Workbook 01b8/,
      odf: /<text:a /,
      numbers: /https:\/\/example/,
      html: /<a href=/,
    },
  },
  internalLink: {
    make: linked({ Target: "#S!B3" }),
    probe: (wb) => cellAt(wb, "A2")?.l?.Target,
    expected: "#S!B3",
    evidence: {
      xlsx: /<hyperlink .*location="S!B3"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 01ee/,
      xlml: /ss:HRef="#S!B3"/,
      xls: /^Workbook 01b8/,
      odf: /<text:a xlink:href="#S\.B3"/,
      numbers: /#S!B3/,
    },
  },
  tooltip: {
    make: linked({ Target: ADDRESS, Tooltip: "Price list" }, { Target: ADDRESS }),
    probe: (wb) => cellAt(wb, "A2")?.l?.Tooltip,
    expected: "Price list",
    evidence: {
      xlsx: /tooltip="Price list"/,
      xlsb: new RegExp(wide("Price list")),
      xlml: /HRefScreenTip="Price list"/,
      xls: /^Workbook 0800/,
    },
  },
} satisfies Record<string, Feature>;

const MERGE = [library.utils.decode_range("A1:B1")];

export const MERGES = {
  merge: {
    make: book((ws) => {
      ws["!merges"] = MERGE;
    }),
    probe: (wb) => first(wb)["!merges"]?.map(library.utils.encode_range),
    expected: ["A1:B1"],
    evidence: {
      xlsx: /<mergeCell /,
      xlsb: /^xl\/worksheets\/sheet1\.bin 00b0/,
      xlml: /ss:MergeAcross=/,
      xls: /^Workbook 00e5/,
      odf: /number-columns-spanned="2"/,
      numbers: /^Index\/CalculationEngine/,
      html: /colspan="2"/,
    },
  },
  coveredValue: {
    make: book(
      (ws) => {
        ws.B1.v = "Covered";
      },
      (ws) => {
        ws["!merges"] = MERGE;
      },
    ),
    probe: (wb) => cellAt(wb, "B1")?.v,
    expected: "Covered",
    evidence: {
      xlsx: /Covered/,
      xlsb: new RegExp(wide("Covered")),
      xls: new RegExp(wide("Covered")),
      biff: /Covered/,
      numbers: /Covered/,
      sylk: /Covered/,
      csv: /Covered/,
      dif: /Covered/,
      dbf: /Covered/,
      rtf: /Covered/,
      prn: /Covered/,
      eth: /Covered/,
      lotus: /Covered/,
    },
  },
} satisfies Record<string, Feature>;

const WIDE = [{ wch: 20 }];
const HIGH = [{ hpx: 40 }];

export const COLUMNS = {
  columnWidth: {
    ...column({ wch: 20 }, "wch", undefined),
    expected: 20,
    evidence: {
      xlsx: /<col /,
      xlsb: /^xl\/worksheets\/sheet1\.bin 003c/,
      xlml: /<Column /,
      xls: /^Workbook 007d/,
      odf: /column-width="125px"/,
      sylk: /^F;W1 1 20/,
    },
    handmade: HANDMADE.column,
  },
  columnHidden: {
    ...column({ hidden: true }, "hidden", WIDE),
    expected: true,
    evidence: {
      xlsx: /<col .*hidden="true"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 003c/,
      xlml: /ss:Hidden="1"/,
      xls: /^Workbook 007d/,
      sylk: /^F;W1 1 0/,
    },
    handmade: HANDMADE.column,
  },
  columnLevel: {
    ...column({ level: 2 }, "level", WIDE),
    expected: 2,
    evidence: {
      xlsx: /outlineLevel="2"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 003c/,
      xls: /^Workbook 007d/,
    },
    handmade: HANDMADE.column,
  },
} satisfies Record<string, Feature>;

export const ROWS = {
  rowHeight: {
    ...row({ hpx: 40 }, "hpx", undefined),
    expected: 40,
    evidence: {
      xlsx: /<row r="1" ht="40"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 0000/,
      xlml: /ss:Height="40"/,
      odf: /row-height="40px"/,
      sylk: /^F;M800;R1/,
    },
    handmade: HANDMADE.row,
  },
  rowHidden: {
    ...row({ hidden: true }, "hidden", HIGH),
    expected: true,
    evidence: {
      xlsx: /<row .*hidden="1"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 0000/,
      xlml: /ss:Hidden="1"/,
      sylk: /^F;M0;R1/,
    },
    handmade: HANDMADE.row,
  },
  rowLevel: {
    ...row({ level: 2 }, "level", HIGH),
    expected: 2,
    evidence: { xlsx: /<row .*outlineLevel="2"/, xlsb: /^xl\/worksheets\/sheet1\.bin 0000/ },
    handmade: HANDMADE.row,
  },
} satisfies Record<string, Feature>;

const outline = (key: "above" | "left"): Pick<Feature, "make" | "probe"> => ({
  make: book((ws) => {
    ws["!outline"] = { [key]: true };
  }),
  probe: (wb) => (first(wb)["!outline"] as Record<string, unknown> | undefined)?.[key],
});

export const SHEET = {
  autofilter: {
    make: book((ws) => {
      ws["!autofilter"] = { ref: "A1:B3" };
    }),
    probe: (wb) => first(wb)["!autofilter"]?.ref,
    expected: "A1:B3",
    evidence: { xlsx: /<autoFilter/, xlsb: /^xl\/worksheets\/sheet1\.bin 00a1/, xlml: /<AutoFilter/ },
    // the name that belongs to a filter, without the filter
    noise: { odf: /table:named-|_FilterDatabase/ },
    handmade: HANDMADE.filter,
  },
  margins: {
    make: book((ws) => {
      ws["!margins"] = { left: 1, right: 1, top: 1.5, bottom: 1.5, header: 0.5, footer: 0.5 };
    }),
    probe: (wb) => first(wb)["!margins"]?.top,
    expected: 1.5,
    evidence: { xlsx: /<pageMargins/, xlsb: /^xl\/worksheets\/sheet1\.bin 01dc/, xlml: /<PageMargins/ },
    handmade: HANDMADE.margin,
  },
  protection: {
    make: book((ws) => {
      ws["!protect"] = {};
    }),
    probe: (wb) => first(wb)["!protect"] !== undefined,
    expected: true,
    evidence: { xlsx: /<sheetProtection/, xlsb: /^xl\/worksheets\/sheet1\.bin 0217/, xlml: /<ProtectContents/ },
    handmade: HANDMADE.protection,
  },
  password: {
    make: book(
      (ws) => {
        ws["!protect"] = { password: "open" };
      },
      (ws) => {
        ws["!protect"] = {};
      },
    ),
    probe: (wb) => first(wb)["!protect"]?.password,
    expected: "open",
    evidence: { xlsx: /password="CA99"/, xlsb: /^xl\/worksheets\/sheet1\.bin 0217/ },
  },
  summaryAbove: {
    ...outline("above"),
    expected: true,
    evidence: { xlsx: /summaryBelow="0"/, xlsb: /^xl\/worksheets\/sheet1\.bin 0093/ },
    handmade: HANDMADE.outline,
  },
  summaryLeft: {
    ...outline("left"),
    expected: true,
    evidence: { xlsx: /summaryRight="0"/, xlsb: /^xl\/worksheets\/sheet1\.bin 0093/ },
    handmade: HANDMADE.outline,
  },
} satisfies Record<string, Feature>;
