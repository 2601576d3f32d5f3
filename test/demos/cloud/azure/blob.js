const XLSX = require("xlsx");
const { BlobServiceClient } = require("@azure/storage-blob");

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function load(container, name) {
  // highlight-next-line
  return XLSX.read(await container.getBlobClient(name).downloadToBuffer(), { cellNF: true, cellStyles: true, xlfn: true });
}

async function save(container, name, wb) {
  // highlight-next-line
  const buf = XLSX.write(wb, { type: "buffer", bookType: "xlsx", compression: true });
  await container.getBlockBlobClient(name).uploadData(buf, {
    blobHTTPHeaders: { blobContentType: XLSX_TYPE },
  });
}

module.exports = { load, save };

if (require.main === module) (async () => {
  const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);
  const container = service.getContainerClient("sheets");
  const wb = await load(container, "pres.xlsx");
  console.log(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
  await save(container, "copy.xlsx", wb);
})();
