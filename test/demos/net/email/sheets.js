const { simpleParser } = require("mailparser");
const XLSX = require("xlsx");

// #region sheets
// by name or by type: many programs send application/octet-stream
const NAME = /\.(xlsx|xlsm|xlsb|xls|ods|numbers|csv)$/i;
const TYPE = /spreadsheet|ms-excel|text\/csv/;

/** The workbooks that are attached to a message, or what is wrong with them; source is a Buffer, a string or a stream. */
async function workbooksOf(source) {
  const mail = await simpleParser(source);
  return mail.attachments
    .filter(({ filename, contentType }) => NAME.test(filename ?? "") || TYPE.test(contentType))
    .map(({ filename, content }) => {
      const { subject } = mail;
      try {
        // highlight-next-line
        return { subject, filename, wb: XLSX.read(content) };
      } catch (error) {
        // one damaged or encrypted file does not stop the others
        return { subject, filename, problem: error.message ?? String(error) };
      }
    });
}
// #endregion

module.exports = { workbooksOf };
