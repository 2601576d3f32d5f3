import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Stands in for the Sheets and Drive APIs: one document, its sheets by their titles. */
function google(sheets) {
  const titleOf = (range) => decodeURIComponent(range).replace(/^'|'$/g, "").replaceAll("''", "'");
  return createServer(async (request, response) => {
    const answer = (body) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const body = Buffer.concat(await request.toArray()).toString();
    if (pathname.endsWith("/export")) return response.end(readFileSync("pres.xlsx"));
    if (pathname.endsWith("/values:batchUpdate")) {
      const { valueInputOption, data } = JSON.parse(body);
      assert.equal(valueInputOption, "USER_ENTERED");
      for (const { range, values } of data) sheets.set(titleOf(range), values);
      return answer({});
    }
    if (pathname.endsWith(":batchUpdate")) {
      for (const { addSheet } of JSON.parse(body).requests) sheets.set(addSheet.properties.title, []);
      return answer({});
    }
    const [, range, action] = /\/values\/([^:/]+)(:clear)?$/.exec(pathname) ?? [];
    if (range === undefined) return answer({ sheets: [...sheets.keys()].map((title) => ({ properties: { title } })) });
    if (action === ":clear") sheets.set(titleOf(range), []);
    else if (request.method === "PUT") {
      assert.equal(searchParams.get("valueInputOption"), "RAW");
      sheets.set(titleOf(range), JSON.parse(body).values);
    } else {
      assert.equal(searchParams.get("valueRenderOption"), "UNFORMATTED_VALUE");
      const values = sheets.get(titleOf(range));
      return answer(values.length === 0 ? { range } : { range, values });
    }
    answer({});
  });
}

export default async function check({ library, presidents }) {
  const document = new Map([["It's empty", []]]);
  const server = google(document);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const rootUrl = `http://127.0.0.1:${server.address().port}/`;

  const { sheets } = require("@googleapis/sheets");
  const { pull, push } = require("./gsheet.js");
  const client = sheets({ version: "v4", rootUrl, auth: "KEY" });
  await push(client, "ID", library.readFile("pres.xlsx"));
  assert.deepEqual(document.get("Sheet1")[0], ["Name", "Index"]);
  const moved = { "!ref": "B3", B3: { t: "s", v: "x" } };
  await push(client, "ID", { SheetNames: ["Moved"], Sheets: { Moved: moved } });
  assert.deepEqual(document.get("Moved"), [
    ["", ""],
    ["", ""],
    ["", "x"],
  ]);
  document.delete("Moved");
  const wb = await pull(client, "ID");
  assert.deepEqual(wb.SheetNames, ["It's empty", "Sheet1"]);
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.Sheet1), presidents);

  // names that no workbook allows
  const titles = [
    "In/Out",
    "In:Out",
    "'quoted'",
    "history",
    "x".repeat(31),
    `${"y".repeat(31)}1`,
    `${"y".repeat(31)}2`,
  ];
  const titled = google(new Map(titles.map((title) => [title, []])));
  await new Promise((resolve) => titled.listen(0, "127.0.0.1", resolve));
  const other = sheets({ version: "v4", rootUrl: `http://127.0.0.1:${titled.address().port}/`, auth: "KEY" });
  assert.deepEqual((await pull(other, "ID")).SheetNames, [
    ...["In_Out", "In_Out1", "quoted", "Sheet", "x".repeat(31), "y".repeat(28), `${"y".repeat(28)}1`],
  ]);
  titled.close();

  const { pushAll, toWorksheet } = require("./formulae.js");
  const sums = library.utils.aoa_to_sheet([
    ["Qty", "Double"],
    [4, { t: "n", v: 8, f: "A2*2" }],
  ]);
  await pushAll(client, "ID", { SheetNames: ["Sheet1", "Bob's"], Sheets: { Sheet1: sums, "Bob's": moved } });
  assert.deepEqual(document.get("Sheet1"), [
    ["Qty", "Double"],
    [4, "=A2*2"],
  ]);
  assert.deepEqual(document.get("Bob's")[2], ["", "x"]);
  assert.deepEqual(toWorksheet(document.get("Sheet1")).B2, { t: "n", v: 0, f: "A2*2" });

  const { drive } = require("@googleapis/drive");
  const { download } = require("./export.js");
  const whole = await download(drive({ version: "v3", rootUrl, auth: "KEY" }), "ID");
  assert.deepEqual(library.utils.sheet_to_json(whole.Sheets.Sheet1), presidents);
  server.close();
}
