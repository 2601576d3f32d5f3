import { utils, write } from "xlsx";
import { readRows } from "../../lib/sheet.js";

// #region export
export async function GET() {
  const wb = utils.book_new();
  utils.book_append_sheet(wb, utils.json_to_sheet(await readRows()), "Sheet1");
  // highlight-next-line
  const bytes = write(wb, { type: "buffer", bookType: "xlsx" });
  return new Response(bytes, { headers: { "Content-Disposition": 'attachment; filename="pres.xlsx"' } });
}
// #endregion
