import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";

// #region plugin
const convert = {
  sheet: (wb) => utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]),
  html: (wb) => utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]], { header: "", footer: "" }),
  book: (wb) => Object.fromEntries(wb.SheetNames.map((name) => [name, utils.sheet_to_json(wb.Sheets[name])])),
};

export function sheetPlugin() {
  return {
    name: "sheet",
    // before Vite's own handling of queries and unknown files
    enforce: "pre",
    async load(id) {
      const [, path, query] = /^(.+\.(?:xlsx|xlsb|xls|ods|numbers))\?(sheet|html|book)$/.exec(id) ?? [];
      if (!path) return null;
      this.addWatchFile(path);
      // highlight-next-line
      const value = convert[query](read(await readFile(path)));
      return `export default ${JSON.stringify(value)};`;
    },
  };
}
// #endregion
