const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { Readable } = require("node:stream");
const XLSX = require("xlsx");

// #region receive
async function receive(req, res) {
  // Response parses forms, so that no package is needed; it keeps the form in memory
  const body = new Response(Readable.toWeb(req), { headers: { "Content-Type": req.headers["content-type"] } });
  const file = (await body.formData()).get("data");
  const wb = XLSX.read(await file.arrayBuffer());
  // names and cells of a file are text, and never markup of this site
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  res.end(`${file.name}\n${XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])}`);
}
// #endregion

const TYPES = { ".html": "text/html", ".js": "text/javascript" };

const server = http.createServer((req, res) => {
  if (req.method === "POST" && req.url === "/upload") {
    return receive(req, res).catch((error) => {
      res.writeHead(422, { "Content-Type": "text/plain; charset=utf-8" }).end(error.message ?? String(error));
    });
  }
  const file = path.join(__dirname, path.normalize(req.url === "/" ? "/index.html" : req.url));
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return res.writeHead(404).end();
  res.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  fs.createReadStream(file).pipe(res);
});

server.listen(process.env.PORT ?? 3000, "127.0.0.1", () => {
  console.log(`http://localhost:${server.address().port}`);
});
