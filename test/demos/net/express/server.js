const express = require("express");
const multer = require("multer");
const XLSX = require("xlsx");

const app = express();

// #region upload
// keep uploads in memory, refuse more than 10 MB
const upload = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: 10 * 1024 * 1024, files: 1 },
});

app.post("/upload", upload.single("upload"), (req, res) => {
  if (!req.file) return res.status(400).json({ error: "no file in the field upload" });
  // highlight-next-line
  const wb = XLSX.read(req.file.buffer);
  res.json(XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
});
// #endregion

// #region download
app.get("/download", (req, res) => {
  const ws = XLSX.utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Plans");
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "buffer", bookType: "xlsx" });
  // sets Content-Disposition, and Content-Type from the ending
  res.attachment("plans.xlsx").send(bytes);
});
// #endregion

// #region errors
// four parameters make it the handler of errors
app.use((error, req, res, next) => {
  if (error.code === "LIMIT_FILE_SIZE") return res.status(413).json({ error: "file too large" });
  // what the library throws where it cannot read the bytes; some of it is text, not an Error
  res.status(422).json({ error: error.message ?? String(error) });
});
// #endregion

// #region listen
const server = app.listen(process.env.PORT ?? 3000, () => {
  console.log(`http://localhost:${server.address().port}`);
});
// #endregion
