import assert from "node:assert/strict";

export default async function check({ start, checkServer, uploadForm, presidents }) {
  const { url } = await start("node", ["server.js"]);
  await checkServer(url);

  // the page says that the application can be asked without a server
  const { app } = await import("./app.js");
  const direct = await app.request("/upload", { method: "POST", body: await uploadForm() });
  assert.deepEqual(await direct.json(), presidents);
}
