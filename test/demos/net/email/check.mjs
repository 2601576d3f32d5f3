import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { SMTPServer } = require("smtp-server");
const hoodiecrow = require("hoodiecrow-imap");

export default async function check({ start }) {
  const messages = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, callback) {
      const chunks = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        messages.push(Buffer.concat(chunks));
        callback();
      });
    },
  });
  await new Promise((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address();
  const sending = await start("node", ["send.js"], {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    ready: /sent to (.*)/,
  });
  assert.equal(sending.match[1], "ada@example.com");
  await new Promise((resolve) => smtp.close(resolve));
  assert.equal(messages.length, 1);
  assert.match(messages[0].toString().slice(0, 2000), /openxmlformats[^;]*;\s*name=plans\.xlsx/);

  // the message that was sent lies in a mailbox beside one without a type
  const plain = [
    "From: b@example.com",
    "Subject: Data",
    "MIME-Version: 1.0",
    "Content-Type: application/octet-stream; name=pres.xlsx",
    "Content-Disposition: attachment; filename=pres.xlsx",
    "Content-Transfer-Encoding: base64",
    "",
    readFileSync("pres.xlsx").toString("base64").replace(/.{76}/g, "$&\r\n"),
  ].join("\r\n");
  const damaged = plain.replace("Subject: Data", "Subject: Damaged").replace(/\r\n\r\n.{76}/, "\r\n\r\nUEsDBA==");
  const imap = hoodiecrow({
    plugins: [],
    users: { ada: { password: "secret" } },
    storage: { INBOX: { messages: [{ raw: messages[0].toString("latin1") }, { raw: damaged }, { raw: plain }] } },
  });
  await new Promise((resolve) => imap.listen(0, resolve));
  const receiving = await start("node", ["receive.js"], {
    env: {
      IMAP_HOST: "127.0.0.1",
      IMAP_PORT: String(imap.server.address().port),
      IMAP_USER: "ada",
      IMAP_PASSWORD: "secret",
    },
    ready: /Biden,46/,
  });
  assert.match(
    receiving.output(),
    /^Plans plans\.xlsx\nPlan,Price\nFree,0\nTeam,12\nDamaged pres\.xlsx\n.+\nData pres\.xlsx\nName,Index\n/,
  );
  await receiving.stop();
  imap.close();
}
