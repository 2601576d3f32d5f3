const XLSX = require("xlsx");

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function download(drive, fileId) {
  const res = await drive.files.export({ fileId, mimeType: XLSX_TYPE }, { responseType: "arraybuffer" });
  // highlight-next-line
  return XLSX.read(res.data);
}

module.exports = { download };

if (require.main === module) (async () => {
  const { drive, auth } = require("@googleapis/drive");
  const client = drive({
    version: "v3",
    auth: new auth.GoogleAuth({
      keyFile: "key.json",
      scopes: ["https://www.googleapis.com/auth/drive.readonly"],
    }),
  });
  const wb = await download(client, process.argv[2]);
  console.log(wb.SheetNames);
})();
