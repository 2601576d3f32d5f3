import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

/** What the platform does: a POST request over the socket of the function. */
async function call(socketPath, body) {
  const request = send({
    socketPath,
    path: "/call",
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
  });
  request.end(body);
  const [response] = await once(request, "response");
  return { type: response.headers["content-type"], bytes: Buffer.concat(await response.toArray()) };
}

export default async function check({ dir, start, library, presidents }) {
  // stands in for Object Storage
  const objects = new Map([["/n/NS/b/shop/o/pres.xlsx", readFileSync("pres.xlsx")]]);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "PUT") {
      objects.set(pathname, Buffer.concat(await request.toArray()));
      return response.writeHead(200, { etag: "1" }).end();
    }
    response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(objects.get(pathname));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { SimpleAuthenticationDetailsProvider, Region } = require("oci-common");
  const { ObjectStorageClient } = require("oci-objectstorage");
  const { load, save } = require("./bucket.js");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const client = new ObjectStorageClient({
    authenticationDetailsProvider: new SimpleAuthenticationDetailsProvider(
      "t",
      "u",
      "f",
      pem,
      null,
      Region.EU_FRANKFURT_1,
    ),
  });
  client.endpoint = `http://127.0.0.1:${server.address().port}`;
  const wb = await load(client, "NS", "shop", "pres.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);
  await save(client, "NS", "shop", "copy.xlsx", wb);
  const copy = library.read(objects.get("/n/NS/b/shop/o/copy.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(copy.Sheets.Sheet1), presidents);
  server.close();

  // the function itself, behind the socket that the platform gives it
  const socket = join(dir, "fn.sock");
  await start(
    "node",
    [
      "-e",
      "require('./func.js'); setInterval(() => require('fs').existsSync(process.env.SOCKET) && console.log('listening'), 50)",
    ],
    {
      env: { FN_FORMAT: "http-stream", FN_LISTENER: `unix:${socket}`, SOCKET: socket },
      ready: /listening/,
    },
  );
  const { type, bytes } = await call(socket, "Part,Stock\nBolt,12\n");
  assert.match(type, /spreadsheetml\.sheet$/);
  assert.deepEqual(library.utils.sheet_to_json(library.read(bytes).Sheets.Sheet1), [{ Part: "Bolt", Stock: 12 }]);
}
