export default async function check({ start, checkServer }) {
  const { url } = await start("node", ["server.js"]);
  await checkServer(url);
}
