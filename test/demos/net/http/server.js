const fs = require("node:fs/promises");
const http = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Worker } = require("node:worker_threads");
const { formidable } = require("formidable");
const XLSX = require("xlsx");

const LIMIT = 10 * 1024 * 1024;

// #region upload
async function upload(req, res) {
  const uploadDir = await fs.mkdtemp(join(tmpdir(), "upload-"));
  try {
    const [, files] = await formidable({ uploadDir, maxFiles: 1, maxFileSize: LIMIT }).parse(req);
    const [file] = files.upload ?? [];
    if (!file) return sendJson(res, 400, { error: "no file in the field upload" });
    // highlight-next-line
    const wb = XLSX.readFile(file.filepath);
    sendJson(res, 200, XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]));
  } finally {
    // with the files of other fields and of forms that broke a limit
    await fs.rm(uploadDir, { recursive: true });
  }
}
// #endregion

// #region worker
function parseInWorker(path) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("./parse.js", { workerData: path });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function uploadLarge(req, res) {
  const uploadDir = await fs.mkdtemp(join(tmpdir(), "upload-"));
  try {
    const [, files] = await formidable({ uploadDir, maxFiles: 1, maxFileSize: 10 * LIMIT }).parse(req);
    const [file] = files.upload ?? [];
    if (!file) return sendJson(res, 400, { error: "no file in the field upload" });
    sendJson(res, 200, await parseInWorker(file.filepath));
  } finally {
    await fs.rm(uploadDir, { recursive: true });
  }
}
// #endregion

// #region download
function download(req, res) {
  const ws = XLSX.utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Plans");
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "buffer", bookType: "xlsx" });
  res.writeHead(200, {
    "Content-Disposition": 'attachment; filename="plans.xlsx"',
    "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "Content-Length": bytes.length,
  });
  res.end(bytes);
}
// #endregion

// #region listen
function sendJson(res, status, value) {
  res.writeHead(status, { "Content-Type": "application/json" });
  res.end(JSON.stringify(value));
}

const routes = {
  "POST /upload": upload,
  "POST /upload-large": uploadLarge,
  "GET /download": download,
};

const server = http.createServer(async (req, res) => {
  const route = routes[`${req.method} ${req.url}`];
  if (!route) return sendJson(res, 404, { error: "not found" });
  try {
    await route(req, res);
  } catch (error) {
    // formidable sets httpCode; what the library throws is about the file
    sendJson(res, error.httpCode ?? 422, { error: error.message ?? String(error) });
  }
});

server.listen(process.env.PORT ?? 3000, () => {
  console.log(`http://localhost:${server.address().port}`);
});
// #endregion
