import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";

// #region plugin
export function sheetPlugin() {
  return {
    name: "sheet",
    async load(id) {
      if (!/\.(xlsx|xlsb|xls|ods|numbers)$/.test(id)) return null;
      this.addWatchFile(id);
      // highlight-start
      const wb = read(await readFile(id));
      const rows = utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
      // highlight-end
      return `export default ${JSON.stringify(rows)};`;
    },
  };
}
// #endregion
