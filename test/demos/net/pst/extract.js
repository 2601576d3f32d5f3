const { PSTFile } = require("pst-extractor");
const XLSX = require("xlsx");

// #region bytes
function bytesOf(attachment) {
  const stream = attachment.fileInputStream;
  if (!stream) return undefined;
  const bytes = Buffer.alloc(Number(stream.length));
  // fills the buffer, over all blocks of the attachment
  stream.readCompletely(bytes);
  return bytes;
}
// #endregion

// #region walk
const NAME = /\.(xlsx|xlsm|xlsb|xls|ods|csv)$/i;

function* sheetsIn(folder) {
  if (folder.hasSubfolders) {
    for (const child of folder.getSubFolders()) yield* sheetsIn(child);
  }
  if (folder.contentCount === 0) return;
  for (let message = folder.getNextChild(); message; message = folder.getNextChild()) {
    for (let i = 0; i < message.numberOfAttachments; ++i) {
      const attachment = message.getAttachment(i);
      const name = attachment.longFilename || attachment.filename;
      if (!NAME.test(name)) continue;
      const bytes = bytesOf(attachment);
      // highlight-next-line
      if (bytes) yield { folder: folder.displayName, subject: message.subject, name, wb: XLSX.read(bytes) };
    }
  }
}
// #endregion

// #region main
const pst = new PSTFile(process.argv[2]);
for (const { folder, subject, name, wb } of sheetsIn(pst.getRootFolder())) {
  console.log([folder, subject, name, wb.SheetNames.join("|")].join("\t"));
}
// #endregion
