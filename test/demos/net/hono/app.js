import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { read, utils, write } from "xlsx";

export const app = new Hono();

// #region upload
const limit = bodyLimit({
  maxSize: 10 * 1024 * 1024,
  onError: (c) => c.json({ error: "file too large" }, 413),
});

app.post("/upload", limit, async (c) => {
  const { upload } = await c.req.parseBody();
  if (!(upload instanceof File)) return c.json({ error: "no file in the field upload" }, 400);
  try {
    // highlight-next-line
    const wb = read(await upload.arrayBuffer());
    return c.json(utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
  } catch (error) {
    // not in `app.onError`: some of what the library throws is text, and that gets errors only
    return c.json({ error: error.message ?? error }, 422);
  }
});
// #endregion

// #region download
app.get("/download", (c) => {
  const ws = utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = utils.book_new();
  utils.book_append_sheet(wb, ws, "Plans");
  c.header("Content-Disposition", 'attachment; filename="plans.xlsx"');
  c.header("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  // highlight-next-line
  return c.body(write(wb, { type: "array", bookType: "xlsx" }));
});
// #endregion
