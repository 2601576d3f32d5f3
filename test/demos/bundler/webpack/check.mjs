export default async function check({ run, serve, openPage, checkRowsPage }) {
  await run("npm", "run", "build");
  await checkRowsPage(await openPage(await serve()));
}
