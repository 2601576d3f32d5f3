/** Formats whose files are made of the same parts or records, so that one pattern finds a feature in all of them. */
export type Family =
  | "xlsx"
  | "xlsb"
  | "xlml"
  | "xls"
  | "biff"
  | "odf"
  | "numbers"
  | "sylk"
  | "html"
  | "csv"
  | "dif"
  | "dbf"
  | "rtf"
  | "prn"
  | "eth"
  | "lotus";

/** One format that the library writes. */
export interface Format {
  /** What `bookType` is set to. */
  readonly bookType: string;
  /** Its name in tables. */
  readonly title: string;
  readonly family: Family;
  /** What the reader has to be told. Frozen, as the library stores working values in its options: pass a copy. */
  readonly readOptions?: { readonly PRN?: boolean };
  /** Other values of `bookType` that give the same file. */
  readonly aliases?: readonly string[];
}

/** All that `bookType` may be, in the order of tables' rows. */
export const FORMATS: readonly Format[] = [
  { bookType: "xlsx", title: "XLSX", family: "xlsx" },
  { bookType: "xlsm", title: "XLSM", family: "xlsx" },
  { bookType: "xlam", title: "XLAM", family: "xlsx" },
  { bookType: "xlsb", title: "XLSB", family: "xlsb" },
  { bookType: "xlml", title: "XLML", family: "xlml", aliases: ["xml"] },
  { bookType: "xls", title: "XLS", family: "xls", aliases: ["biff8"] },
  { bookType: "xla", title: "XLA", family: "xls" },
  { bookType: "biff5", title: "BIFF5", family: "biff" },
  { bookType: "biff4", title: "BIFF4", family: "biff" },
  { bookType: "biff3", title: "BIFF3", family: "biff" },
  { bookType: "biff2", title: "BIFF2", family: "biff" },
  { bookType: "ods", title: "ODS", family: "odf" },
  { bookType: "fods", title: "FODS", family: "odf" },
  { bookType: "numbers", title: "NUMBERS", family: "numbers" },
  { bookType: "sylk", title: "SYLK", family: "sylk", aliases: ["slk"] },
  { bookType: "html", title: "HTML", family: "html", aliases: ["htm"] },
  { bookType: "csv", title: "CSV", family: "csv" },
  { bookType: "txt", title: "TXT", family: "csv" },
  { bookType: "dif", title: "DIF", family: "dif" },
  { bookType: "dbf", title: "DBF", family: "dbf" },
  { bookType: "rtf", title: "RTF", family: "rtf" },
  { bookType: "prn", title: "PRN", family: "prn", readOptions: Object.freeze({ PRN: true }) },
  { bookType: "eth", title: "ETH", family: "eth" },
  { bookType: "wk1", title: "WK1", family: "lotus" },
  { bookType: "wk3", title: "WK3", family: "lotus" },
];
