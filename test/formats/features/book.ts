import type * as XLSX from "xlsx";
import { HANDMADE } from "../handmade.ts";
import { library } from "../library.ts";
import type { Feature } from "../measure.ts";
import { book, plainBook, wide } from "./make.ts";

/** A second sheet, `Stock`. */
const second = (_: XLSX.WorkSheet, wb: XLSX.WorkBook) =>
  library.utils.book_append_sheet(wb, library.utils.aoa_to_sheet([["x"]]), "Stock");

const visibility = (state: 1 | 2): Feature => ({
  make: book((_, wb) => {
    wb.Workbook = { Sheets: [{}, { Hidden: state }] };
  }, second),
  probe: (wb) => wb.Workbook?.Sheets?.[1]?.Hidden,
  expected: state,
  evidence: {
    xlsx: state === 1 ? /state="hidden"/ : /state="veryHidden"/,
    xlsb: /^xl\/workbook\.bin 009c/,
    xlml: state === 1 ? /<Visible>SheetHidden/ : /<Visible>SheetVeryHidden/,
    xls: /^Workbook 0085/,
    biff: /^Book 0085/,
  },
});

export const SHEETS = {
  sheets: {
    make: book(second),
    probe: (wb) => wb.SheetNames.length > 1,
    expected: true,
    evidence: {
      xlsx: /<sheet name="Stock"/,
      xlsb: /^xl\/workbook\.bin 009c/,
      xlml: /ss:Name="Stock"/,
      xls: /^Workbook 0085 .*S\0t\0o\0c\0k/s,
      biff: /^Book 0085 .*Stock/s,
      odf: /table:name="Stock"/,
      numbers: /Stock/,
      lotus: /^001b .*Stock/s,
    },
    handmade: HANDMADE.sheets,
  },
  sheetName: {
    make: (withIt) => {
      const name = withIt ? "Stock" : "S";
      return { SheetNames: [name], Sheets: { [name]: plainBook(() => {}).Sheets.S ?? {} } };
    },
    probe: (wb) => wb.SheetNames[0],
    expected: "Stock",
    evidence: {
      xlsx: /<sheet name="Stock"/,
      xlsb: /^xl\/workbook\.bin 009c/,
      xlml: /ss:Name="Stock"/,
      xls: /^Workbook 0085 .*S\0t\0o\0c\0k/s,
      biff: /^Book 0085 .*Stock/s,
      odf: /table:name="Stock"/,
      numbers: /Stock/,
      lotus: /^001b .*Stock/s,
    },
  },
  hiddenSheet: visibility(1),
  veryHiddenSheet: visibility(2),
  rightToLeft: {
    make: book((_, wb) => {
      wb.Workbook = { Views: [{ RTL: true }] };
    }),
    probe: (wb) => wb.Workbook?.Views?.[0]?.RTL,
    expected: true,
    evidence: {
      xlsx: /rightToLeft="1"/,
      xlsb: /^xl\/worksheets\/sheet1\.bin 0089/,
      xlml: /<DisplayRightToLeft/,
      xls: /^Workbook 023e/,
    },
  },
} satisfies Record<string, Feature>;

export const WORKBOOK = {
  date1904: {
    make: book((_, wb) => {
      wb.Workbook = { WBProps: { date1904: true } };
    }),
    probe: (wb) => wb.Workbook?.WBProps?.date1904,
    expected: true,
    evidence: {
      xlsx: /date1904="true"/,
      xlsb: /^xl\/workbook\.bin 0099/,
      xlml: /<Date1904/,
      xls: /^Workbook 0022/,
      biff: /^(Book )?0022/,
      odf: /date-value="1904-01-01"/,
      sylk: /;V4;/,
    },
  },
  bookCodeName: {
    make: book((_, wb) => {
      wb.Workbook = { WBProps: { CodeName: "wbStock" } };
    }),
    probe: (wb) => wb.Workbook?.WBProps?.CodeName,
    expected: "wbStock",
    evidence: { xlsx: /codeName="wbStock"/, xlsb: new RegExp(wide("wbStock")) },
    handmade: HANDMADE.bookCodeName,
  },
  sheetCodeName: {
    make: book((_, wb) => {
      wb.Workbook = { Sheets: [{ CodeName: "shStock" }] };
    }),
    probe: (wb) => wb.Workbook?.Sheets?.[0]?.CodeName,
    expected: "shStock",
    evidence: {
      xlsx: /codeName="shStock"/,
      xlsb: new RegExp(wide("shStock")),
      xls: new RegExp(wide("shStock")),
      biff: new RegExp(wide("shStock")),
    },
    noise: { xlsb: /^xl\/workbook\.bin 008[78] |009e/, xlml: /WorksheetOptions|<Selected/ },
    called: () => "damaged",
    handmade: HANDMADE.sheetCodeName,
  },
  macros: {
    make: book((_, wb) => {
      const container = library.CFB.utils.cfb_new();
      library.CFB.utils.cfb_add(container, "/VBA/dir", Buffer.from("macros"));
      wb.vbaraw = library.CFB.write(container, { type: "buffer" });
    }),
    probe: (wb) =>
      wb.vbaraw !== undefined && library.CFB.find(library.CFB.read(wb.vbaraw, { type: "buffer" }), "/VBA/dir") !== null,
    expected: true,
    evidence: { xlsx: /^xl\/vbaProject/, xlsb: /^xl\/vbaProject/, xls: /^_VBA_PROJECT_CUR/ },
  },
  property: {
    make: book((_, wb) => {
      wb.Props = { Title: "Stock list" };
    }),
    probe: (wb) => wb.Props?.Title,
    expected: "Stock list",
    evidence: {
      xlsx: /<dc:title>Stock list/,
      xlsb: /<dc:title>Stock list/,
      xlml: /<Title>/,
      xls: /SummaryInformation/,
    },
    handmade: HANDMADE.title,
  },
  customProperty: {
    make: book((_, wb) => {
      wb.Custprops = { Shelf: "north" };
    }),
    probe: (wb) => (wb.Custprops as Record<string, unknown> | undefined)?.Shelf,
    expected: "north",
    evidence: {
      xlsx: /name="Shelf"/,
      xlsb: /name="Shelf"/,
      xlml: /<Shelf /,
      xls: /DocumentSummaryInformation/,
    },
    handmade: HANDMADE.customProperty,
  },
} satisfies Record<string, Feature>;

const named =
  (withIt: XLSX.DefinedName, without?: XLSX.DefinedName): Feature["make"] =>
  (wanted) =>
    plainBook((_, wb) => {
      const name = wanted ? withIt : without;
      if (name) wb.Workbook = { Names: [{ ...name }] };
    });

const refOf = (wb: XLSX.WorkBook) => wb.Workbook?.Names?.[0]?.Ref;
const NAME = {
  xlsx: /<definedName /,
  xlsb: /^xl\/workbook\.bin 0027/,
  xlml: /<NamedRange /,
  odf: /<table:named-range /,
};
const AREA = "S!$A$2:$B$3";

export const NAMES = {
  name: {
    make: named({ Name: "Stock", Ref: AREA }),
    probe: refOf,
    expected: AREA,
    evidence: NAME,
    handmade: HANDMADE.name,
  },
  nameScope: {
    make: named({ Name: "Stock", Ref: AREA, Sheet: 0 }, { Name: "Stock", Ref: AREA }),
    probe: (wb) => wb.Workbook?.Names?.[0]?.Sheet,
    expected: 0,
    evidence: {
      xlsx: /localSheetId="0"/,
      xlsb: /^xl\/workbook\.bin 0027/,
      xlml: /^in a worksheet: <NamedRange /,
      odf: /<table:named-range /,
    },
    handmade: HANDMADE.nameScope,
  },
  nameComment: {
    make: named({ Name: "Stock", Ref: AREA, Comment: "What is there" }, { Name: "Stock", Ref: AREA }),
    probe: (wb) => wb.Workbook?.Names?.[0]?.Comment,
    expected: "What is there",
    evidence: { xlsx: /comment="What/, xlsb: new RegExp(wide("What is there")) },
    handmade: HANDMADE.nameComment,
  },
  nameNumber: {
    make: named({ Name: "Rate", Ref: "0.19" }),
    probe: refOf,
    expected: "0.19",
    evidence: NAME,
    handmade: HANDMADE.nameNumber,
  },
  nameText: {
    make: named({ Name: "Unit", Ref: '"kg"' }),
    probe: refOf,
    expected: '"kg"',
    evidence: NAME,
    handmade: HANDMADE.nameText,
  },
  nameFormula: {
    make: named({ Name: "Total", Ref: "SUM(S!$B$2:$B$3)" }),
    probe: refOf,
    expected: "SUM(S!$B$2:$B$3)",
    evidence: NAME,
    handmade: HANDMADE.nameFormula,
  },
} satisfies Record<string, Feature>;
