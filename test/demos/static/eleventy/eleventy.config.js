import { read, utils } from "xlsx";

// #region config
export default function (eleventyConfig) {
  eleventyConfig.addDataExtension("xlsx,xlsb,xls,ods,numbers", {
    // bytes, not text
    encoding: null,
    // highlight-start
    parser(bytes) {
      const wb = read(bytes);
      return utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
    },
    // highlight-end
  });
}
// #endregion
