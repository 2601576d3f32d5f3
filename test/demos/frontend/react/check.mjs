import assert from "node:assert/strict";

export default async function check({ checkComponents, library, openPage, serve, tableTexts }) {
  await checkComponents("dist");

  const { utils } = library;
  const wb = utils.book_new();
  utils.book_append_sheet(wb, utils.aoa_to_sheet([["Oslo", 6]]), "Trams");
  utils.book_append_sheet(wb, utils.aoa_to_sheet([["Bergen", true]]), "Boats");
  const page = await openPage(await serve("dist"));
  const drop = async (bytes) => {
    const dataTransfer = await page.evaluateHandle(
      (values) => {
        const files = new DataTransfer();
        files.items.add(new File([Uint8Array.from(values)], "cities.xlsx"));
        return files;
      },
      [...bytes],
    );
    await page.dispatchEvent("#drop", "drop", { dataTransfer });
  };
  await drop(library.write(wb, { type: "buffer" }));
  await page.locator("#dropped td", { hasText: "Oslo" }).waitFor();
  await page.getByLabel("Worksheet").selectOption("Boats");
  assert.deepEqual(await tableTexts(page, "#dropped tr"), [["Bergen", "TRUE"]]);
  await drop(Buffer.from("PK\x03\x04"));
  await page.getByText("Unsupported ZIP file").waitFor();
  assert.deepEqual(await tableTexts(page, "#dropped tr"), []);
}
