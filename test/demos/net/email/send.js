const nodemailer = require("nodemailer");
const XLSX = require("xlsx");

async function main() {
  // #region send
  const ws = XLSX.utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Plans");

  // smtps://user:password@smtp.example.com, kept out of the program
  const transport = nodemailer.createTransport(process.env.SMTP_URL);
  const sent = await transport.sendMail({
    from: "reports@example.com",
    to: "ada@example.com",
    subject: "Plans",
    text: "The plans are attached.",
    attachments: [
      {
        filename: "plans.xlsx",
        // highlight-next-line
        content: XLSX.write(wb, { type: "buffer", bookType: "xlsx" }),
        contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
    ],
  });
  // #endregion
  console.log("sent to", sent.accepted.join(", "));
}

main();
