import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = ["--no-defaults", "--user=root"];

export default async function check({ dir, start, freePort, library }) {
  const data = join(dir, "data");
  mkdirSync(data);
  const port = await freePort();
  // without the tables of users there is nobody to ask for a password
  const server = await start(
    "mariadbd",
    [
      ...ROOT,
      `--datadir=${data}`,
      "--skip-grant-tables",
      `--socket=${join(data, "socket")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      "--skip-networking=0",
      ...(process.env.MARIADB_FLAGS?.split(" ") ?? []),
    ],
    { ready: /ready for connections[\s\S]*?\n/ },
  );
  mkdirSync(join(data, "shop"));
  const { output } = await start("node", ["mariadb.js"], {
    env: { DATABASE_URL: `mysql://root@127.0.0.1:${port}/shop` },
    ready: /Team.*\n/,
  });
  assert.match(output(), /^plan,price,active,since\nFree,0,1,2024-01-01\nTeam,12\.5,0,\n/);
  const ws = library.readFile("plans.xlsx", { cellDates: true }).Sheets.plans;
  const rows = library.utils.sheet_to_json(ws, { UTC: true });
  assert.equal(rows[0].since.toISOString(), "2024-01-01T00:00:00.000Z");
  return { MariaDB: /(\d+\.\d+\.\d+)-MariaDB/.exec(server.output())?.[1] ?? "?" };
}
