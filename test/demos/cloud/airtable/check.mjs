import assert from "node:assert/strict";
import { createServer } from "node:http";

const PAGE = 3;

/** Stands in for Airtable: one table, at most ten new records at a time, three records in an answer. */
function airtable() {
  const table = [];
  const batches = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    const answer = (status, body) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== "Bearer TOKEN")
      return answer(401, { error: { type: "AUTHENTICATION_REQUIRED" } });
    if (!/^\/v0\/BASE\/(Presidents|In%2FOut)\/?$/.test(url.pathname)) return answer(404, { error: "NOT_FOUND" });
    if (request.method === "POST") {
      const { records, typecast } = JSON.parse(Buffer.concat(await request.toArray()));
      batches.push(records.length);
      if (records.length > 10) return answer(422, { error: { type: "INVALID_REQUEST" } });
      assert.equal(typecast, true);
      const made = records.map(({ fields }) => ({ id: `rec${table.length}${Math.random()}`, fields }));
      table.push(...made);
      return answer(200, { records: made });
    }
    const from = Number(url.searchParams.get("offset") ?? 0);
    const next = from + PAGE < table.length ? { offset: String(from + PAGE) } : {};
    answer(200, { records: table.slice(from, from + PAGE), ...next });
  });
  return { server, table, batches };
}

export default async function check({ run, library, presidents }) {
  const { server, table, batches } = airtable();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AIRTABLE_ENDPOINT_URL = `http://127.0.0.1:${server.address().port}`;
  process.env.AIRTABLE_TOKEN = "TOKEN";
  process.env.AIRTABLE_BASE = "BASE";

  assert.equal(await run("node", "base.js", "push", "Presidents", "pres.xlsx"), "5 records created\n");
  await run("node", "base.js", "pull", "Presidents", "copy.xlsx", "Name", "Index");
  assert.deepEqual(library.utils.sheet_to_json(library.readFile("copy.xlsx").Sheets.Presidents), presidents);

  // more rows than one request takes; lists and objects become text
  const rows = Array.from({ length: 23 }, (_, Index) => ({ Name: `Row ${Index}`, Index }));
  library.writeFile(library.utils.book_new(library.utils.json_to_sheet(rows), "Rows"), "rows.xlsx");
  batches.length = 0;
  assert.equal(await run("node", "base.js", "push", "Presidents", "rows.xlsx"), "23 records created\n");
  assert.deepEqual(batches, [10, 10, 3]);
  // a time that is read a millisecond early
  const dated = library.utils.aoa_to_sheet([["At"], [new Date(Date.UTC(2024, 0, 2, 9, 2))]], { UTC: true });
  library.writeFile(library.utils.book_new(dated, "Dates"), "dates.xlsx");
  await run("node", "base.js", "push", "Presidents", "dates.xlsx");
  assert.equal(table.at(-1).fields.At, "2024-01-02T09:02:00.000Z");
  table.length = 0;
  table.push({ id: "rec1", fields: { Tags: ["steel", "M8"], File: [{ url: "https://example.com/a.pdf" }] } });
  await run("node", "base.js", "pull", "Presidents", "flat.xlsx", "Name", "Tags", "File");
  const flat = library.utils.sheet_to_csv(library.readFile("flat.xlsx").Sheets.Presidents);
  assert.equal(flat, 'Name,Tags,File\n,"steel, M8",https://example.com/a.pdf');
  // a name that no workbook allows
  await run("node", "base.js", "pull", "In/Out", "named.xlsx", "Name");
  assert.deepEqual(library.readFile("named.xlsx").SheetNames, ["In_Out"]);
  server.close();
}
