const fdk = require("@fnproject/fdk");
const XLSX = require("xlsx");

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function convert(input, ctx) {
  // highlight-next-line
  const wb = XLSX.read(input, { cellNF: true, cellStyles: true, xlfn: true });
  ctx.responseContentType = XLSX_TYPE;
  // highlight-next-line
  return fdk.rawResult(XLSX.write(wb, { type: "buffer", bookType: "xlsx" }));
}

fdk.handle(convert, { inputMode: "buffer" });
