const { ImapFlow } = require("imapflow");
const XLSX = require("xlsx");
const { workbooksOf } = require("./sheets.js");

async function main() {
  const client = new ImapFlow({
    host: process.env.IMAP_HOST,
    port: Number(process.env.IMAP_PORT ?? 993),
    secure: process.env.IMAP_PORT === undefined,
    auth: { user: process.env.IMAP_USER, pass: process.env.IMAP_PASSWORD },
    logger: false,
  });

  // #region receive
  await client.connect();
  const lock = await client.getMailboxLock("INBOX");
  try {
    for await (const { source } of client.fetch("1:*", { source: true })) {
      for (const { subject, filename, wb, problem } of await workbooksOf(source)) {
        console.log(subject, filename);
        console.log(problem ?? XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]));
      }
    }
  } finally {
    lock.release();
  }
  await client.logout();
  // #endregion
}

main();
