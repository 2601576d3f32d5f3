import { readFile } from "node:fs/promises";
import { read, utils } from "xlsx";

// #region plugin
export const sheetPlugin = {
  name: "sheet",
  setup(build) {
    build.onLoad({ filter: /\.(xlsx|xlsb|xls|ods|numbers)$/ }, async ({ path }) => {
      // highlight-start
      const wb = read(await readFile(path));
      const rows = utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
      // highlight-end
      return { contents: JSON.stringify(rows), loader: "json" };
    });
  },
};
// #endregion
