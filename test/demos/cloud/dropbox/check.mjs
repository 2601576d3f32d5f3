import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default async function check({ library, presidents }) {
  // stands in for Dropbox: files by their path
  const files = new Map([["/pres.xlsx", readFileSync("pres.xlsx")]]);
  const server = createServer(async (request, response) => {
    assert.equal(request.headers.authorization, "Bearer TOKEN");
    const { path, mode } = JSON.parse(request.headers["dropbox-api-arg"]);
    if (request.url.endsWith("/files/upload")) {
      assert.equal(mode[".tag"] ?? mode, "overwrite");
      files.set(path, Buffer.concat(await request.toArray()));
      return response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ name: path }));
    }
    response.writeHead(200, { "dropbox-api-result": JSON.stringify({ name: path }) }).end(files.get(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  const { Dropbox } = require("dropbox");
  const { load, save } = require("./dbx.js");
  const here = `http://127.0.0.1:${server.address().port}`;
  const moved = (url, options) => fetch(url.replace(/^https:\/\/[^/]+/, here), options);
  const dbx = new Dropbox({ accessToken: "TOKEN", fetch: moved });
  const wb = await load(dbx, "/pres.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
  await save(dbx, "/copy.xlsx", wb);
  assert.deepEqual(library.utils.sheet_to_json(library.read(files.get("/copy.xlsx")).Sheets.Sheet1), presidents);
  server.close();
}
