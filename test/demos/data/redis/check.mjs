import assert from "node:assert/strict";

export default async function check({ start, freePort, library }) {
  const port = await freePort();
  const server = await start("redis-server", ["--port", String(port), "--save", ""], { ready: /Ready to accept/ });
  const { output } = await start("node", ["redis.js"], {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    ready: /active.*\n/,
  });
  assert.match(output(), /^42 \[ 'first', 'second' \] \{ price: '12', active: 'yes'/);
  const wb = library.readFile("store.xlsx");
  assert.deepEqual(wb.SheetNames, ["string", "list", "set", "zset", "hash"]);
  assert.deepEqual(library.utils.sheet_to_json(wb.Sheets.zset), [
    { key: "ranking", member: "Ben", score: 1 },
    { key: "ranking", member: "Ada", score: 2.5 },
  ]);
  return { Redis: /version=([\d.]+)/i.exec(server.output())?.[1] ?? "?" };
}
