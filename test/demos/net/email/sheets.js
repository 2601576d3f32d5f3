const { simpleParser } = require("mailparser");
const XLSX = require("xlsx");

// #region sheets
// by name or by type: many programs send application/octet-stream
const NAME = /\.(xlsx|xlsm|xlsb|xls|ods|numbers|csv)$/i;
const TYPE = /spreadsheet|ms-excel|text\/csv/;

/** The workbooks that are attached to a message; source is a Buffer, a string or a stream. */
async function workbooksOf(source) {
  const mail = await simpleParser(source);
  return mail.attachments
    .filter(({ filename, contentType }) => NAME.test(filename ?? "") || TYPE.test(contentType))
    .map(({ filename, content }) => ({
      subject: mail.subject,
      filename,
      // highlight-next-line
      wb: XLSX.read(content),
    }));
}
// #endregion

module.exports = { workbooksOf };
