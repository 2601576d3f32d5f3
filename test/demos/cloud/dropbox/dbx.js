const XLSX = require("xlsx");

async function load(dbx, path) {
  const { result } = await dbx.filesDownload({ path });
  // Node.js: fileBinary is a Buffer; in browsers it is result.fileBlob
  // highlight-next-line
  return XLSX.read(result.fileBinary, { cellNF: true, cellStyles: true, xlfn: true });
}

async function save(dbx, path, wb) {
  // highlight-next-line
  const contents = XLSX.write(wb, { type: "buffer", bookType: "xlsx", compression: true });
  await dbx.filesUpload({ path, contents, mode: { ".tag": "overwrite" } });
}

module.exports = { load, save };

if (require.main === module) (async () => {
  const { Dropbox } = require("dropbox");
  const dbx = new Dropbox({ accessToken: process.env.DROPBOX_TOKEN });
  const wb = await load(dbx, "/pres.xlsx");
  console.log(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
  await save(dbx, "/copy.xlsx", wb);
})();
