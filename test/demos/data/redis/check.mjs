import assert from "node:assert/strict";

export default async function check({ start, freePort, library }) {
  const port = await freePort();
  const server = await start("redis-server", ["--port", String(port), "--save", ""], { ready: /Ready to accept/ });
  const { output } = await start("node", ["redis.js"], {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    ready: /active.*\n/,
  });
  assert.match(output(), /^42 \[ 'first', 'second' \] \{ price: '12', active: 'yes' \} 1732650000123/);
  const wb = library.readFile("store.xlsx");
  assert.deepEqual(wb.SheetNames, ["string", "list", "set", "zset", "hash"]);
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.zset), [
    { key: "seen", member: "Ben", score: 2.5 },
    { key: "seen", member: "Ada", score: 1732650000123 },
  ]);
  return { Redis: /version=([\d.]+)/i.exec(server.output())?.[1] ?? "?" };
}
