import path from "node:path";

// #region rules
const workbooks = {
  test: /\.(xlsx|xlsb|xls|ods|numbers)$/,
  oneOf: [
    // import address from "./pres.xlsx?file"
    { resourceQuery: /file/, type: "asset/resource", generator: { filename: "files/[name][ext]" } },
    // import rows from "./pres.xlsx"
    { use: path.resolve("sheet-loader.js") },
  ],
};
// #endregion

export default {
  mode: "production",
  entry: "./main.js",
  output: { filename: "main.js" },
  module: { rules: [workbooks] },
};
