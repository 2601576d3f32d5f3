import assert from "node:assert/strict";
import { openAsBlob, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The event that a function URL makes of a request. */
async function eventOf(request) {
  return {
    requestContext: { http: { method: request.method } },
    headers: Object.fromEntries(request.headers),
    body: Buffer.from(await request.arrayBuffer()).toString("base64"),
    isBase64Encoded: true,
  };
}

export default async function check({ run, library, presidents }) {
  const { handler } = require("./index.js");
  const post = async (form) => handler(await eventOf(new Request("http://localhost/", { method: "POST", body: form })));
  const form = await handler(await eventOf(new Request("http://localhost/")));
  assert.match(form.body, /name="upload"/);
  const upload = new FormData();
  upload.append("upload", await openAsBlob("pres.xlsx"), "pres.xlsx");
  const reply = await post(upload);
  assert.equal(reply.statusCode, 200);
  assert.match(reply.body, />Joseph Biden</);
  const empty = await post(new FormData());
  assert.deepEqual([empty.statusCode, empty.body], [400, "the form has no file"]);

  // stands in for S3: objects by their path
  const objects = new Map([["/shop/pres.xlsx", readFileSync("pres.xlsx")]]);
  const types = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (request.method === "PUT") {
      objects.set(pathname, Buffer.concat(await request.toArray()));
      types.set(pathname, request.headers["content-type"]);
      return response.writeHead(200, { ETag: '"1"' }).end();
    }
    const bytes = objects.get(pathname);
    if (bytes === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Length": bytes.length }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${server.address().port}`,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "KEY",
    AWS_SECRET_ACCESS_KEY: "SECRET",
    BUCKET: "shop",
  });
  await run("node", "s3.js");
  const { Sheets } = library.read(objects.get("/shop/counted.xlsx"));
  assert.deepEqual(library.utils.sheet_to_json(Sheets.Sheet1), [...presidents, { Name: "Total", Index: 5 }]);
  assert.match(types.get("/shop/counted.xlsx"), /spreadsheetml\.sheet$/);
  server.close();
}
