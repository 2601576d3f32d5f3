import { Elysia, t } from "elysia";
import { read, utils, write } from "xlsx";

// #region upload
const upload = new Elysia().post(
  "/upload",
  async ({ body }) => {
    // highlight-next-line
    const wb = read(await body.upload.arrayBuffer());
    return utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  },
  // checked before the handler runs
  { body: t.Object({ upload: t.File({ maxSize: "10m" }) }) },
);
// #endregion

// #region download
const download = new Elysia().get("/download", () => {
  const ws = utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = utils.book_new();
  utils.book_append_sheet(wb, ws, "Plans");
  // highlight-next-line
  const bytes = write(wb, { type: "array", bookType: "xlsx" });
  return new Response(bytes, {
    headers: {
      "Content-Disposition": 'attachment; filename="plans.xlsx"',
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    },
  });
});
// #endregion

// #region errors
export const routes = new Elysia()
  .onError(({ code, error, status }) => {
    // Elysia's own errors (VALIDATION, NOT_FOUND ...) have their answers; the library throws plain errors
    if (code === "UNKNOWN") return status(422, { error: error.message ?? String(error) });
  })
  .use(upload)
  .use(download);
// #endregion
