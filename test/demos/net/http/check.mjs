import assert from "node:assert/strict";

export default async function check({ start, checkServer, uploadForm, presidents }) {
  const { url } = await start("node", ["server.js"]);
  await checkServer(url);

  const threaded = await fetch(`${url}/upload-large`, { method: "POST", body: await uploadForm() });
  assert.deepEqual(await threaded.json(), presidents);
}
