export default async function check({ serve, openPage, checkRowsPage }) {
  const page = await openPage(await serve());
  await page.getByText("Choose a workbook.").waitFor();
  await checkRowsPage(page);
}
