import path from "node:path";

export default {
  mode: "production",
  entry: "./main.js",
  output: { filename: "main.js" },
  // #region rules
  module: {
    rules: [
      {
        test: /\.(xlsx|xlsb|xls|ods|numbers)$/,
        oneOf: [
          // import address from "./pres.xlsx?file"
          { resourceQuery: /file/, type: "asset/resource", generator: { filename: "files/[name][ext]" } },
          // import rows from "./pres.xlsx"
          { use: path.resolve("sheet-loader.js") },
        ],
      },
    ],
  },
  // #endregion
};
