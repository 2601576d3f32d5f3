import assert from "node:assert/strict";
import { openAsBlob, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default async function check({ run, library, presidents }) {
  const { HttpRequest } = require("@azure/functions");
  const { convert } = require("./src/functions/convert.js");
  const post = async (form) => {
    const web = new Request("http://localhost/api/convert", { method: "POST", body: form });
    const headers = Object.fromEntries(web.headers);
    const bytes = new Uint8Array(await web.arrayBuffer());
    return convert(new HttpRequest({ method: "POST", url: web.url, headers, body: { bytes } }));
  };
  const upload = new FormData();
  upload.append("upload", await openAsBlob("pres.xlsx"), "pres.xlsx");
  const reply = await post(upload);
  assert.equal(reply.headers["Content-Disposition"], 'attachment; filename="converted.ods"');
  assert.deepEqual(library.utils.sheet_to_json(library.read(reply.body).Sheets.Sheet1), presidents);
  const text = new FormData();
  text.append("upload", "no file");
  assert.equal((await post(text)).status, 400);

  // stands in for Blob Storage
  const blobs = new Map([["/shop/sheets/pres.xlsx", readFileSync("pres.xlsx")]]);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "PUT") {
      assert.match(request.headers["x-ms-blob-content-type"], /spreadsheetml\.sheet$/);
      blobs.set(pathname, Buffer.concat(await request.toArray()));
      return response.writeHead(201, { ETag: '"1"' }).end();
    }
    const blob = blobs.get(pathname);
    if (blob === undefined) return response.writeHead(404).end();
    const headers = { ETag: '"1"', "Content-Length": blob.length, "x-ms-blob-type": "BlockBlob" };
    if (request.method === "HEAD") return response.writeHead(200, headers).end();
    const last = blob.length - 1;
    response.writeHead(206, { ...headers, "Content-Range": `bytes 0-${last}/${blob.length}` }).end(blob);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${server.address().port}/shop`;
  const account = "DefaultEndpointsProtocol=http;AccountName=shop;AccountKey=c2VjcmV0";
  process.env.AZURE_STORAGE_CONNECTION_STRING = `${account};BlobEndpoint=${endpoint};`;
  assert.match(await run("node", "blob.js"), /^Name,Index\nBill Clinton,42\n/);
  const { Sheets } = library.read(blobs.get("/shop/sheets/copy.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(Sheets.Sheet1), presidents);
  server.close();
}
