export default async function check({ start, freePort, checkServer }) {
  const { url } = await start("node", ["server-node.js"], { env: { PORT: String(await freePort()) } });
  // the schema refuses all three
  await checkServer(url, { noFile: 422, tooLarge: 422 });
}
