export default async function check({ run, start, checkServer }) {
  await run("npm", "run", "build");
  const { url } = await start("node", ["dist/main.js"]);
  await checkServer(url);
}
