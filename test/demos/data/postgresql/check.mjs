import assert from "node:assert/strict";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

export default async function check({ start, freePort, library }) {
  // PostgreSQL itself, compiled to WebAssembly, behind its own protocol
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port });
  await server.start();
  const { output } = await start("node", ["pg.js"], {
    env: { DATABASE_URL: process.env.DATABASE_URL ?? `postgres://postgres:postgres@127.0.0.1:${port}/postgres` },
    ready: /string string/,
  });
  assert.match(output(), /^plan,price,active,since\nFree,0,TRUE,2024-01-01\nTeam,12\.5,FALSE,\n/);
  const ws = library.readFile("plans.xlsx", { cellDates: true }).Sheets.plans;
  const rows = library.utils.sheet_to_json(ws, { UTC: true });
  assert.equal(rows[0].since.toISOString(), "2024-01-01T00:00:00.000Z");
  await server.stop();
}
