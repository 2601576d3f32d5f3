const { writeFileSync } = require("node:fs");
const { chromium } = require("playwright-core");
const XLSX = require("xlsx");

// #region scrape
async function scrape(url) {
  // Playwright starts Chromium without its sandbox unless you ask for it
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, chromiumSandbox: true });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator("table tr").first().waitFor();
    // highlight-start
    await page.addScriptTag({ path: require.resolve("xlsx/dist/xlsx.full.min.js") });
    const base64 = await page.evaluate(() => {
      const wb = XLSX.utils.table_to_book(document.querySelector("table"));
      return XLSX.write(wb, { type: "base64", bookType: "xlsb" });
    });
    // highlight-end
    return Buffer.from(base64, "base64");
  } finally {
    await browser.close();
  }
}
// #endregion

// #region main
scrape(process.argv[2]).then((bytes) => {
  writeFileSync("stock.xlsb", bytes);
  const wb = XLSX.read(bytes);
  console.log(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
});
// #endregion
