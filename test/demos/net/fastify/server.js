const fastify = require("fastify");
const multipart = require("@fastify/multipart");
const XLSX = require("xlsx");

const app = fastify();

// #region upload
// refuse more than 10 MB; a second file is left out
app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 1 } });

app.post("/upload", async (request, reply) => {
  const part = await request.file();
  if (!part) return reply.code(400).send({ error: "no file in the form" });
  // highlight-next-line
  const wb = XLSX.read(await part.toBuffer());
  return XLSX.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
});
// #endregion

// #region download
app.get("/download", async (request, reply) => {
  const ws = XLSX.utils.json_to_sheet([
    { Plan: "Free", Price: 0 },
    { Plan: "Team", Price: 12 },
  ]);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Plans");
  reply.header("Content-Disposition", 'attachment; filename="plans.xlsx"');
  reply.type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  // highlight-next-line
  return XLSX.write(wb, { type: "buffer", bookType: "xlsx" });
});
// #endregion

// #region errors
app.setErrorHandler((error, request, reply) => {
  // what the multipart plugin throws has a status; what the library throws is about the file
  reply.code(error.statusCode ?? 422).send({ error: error.message ?? String(error) });
});
// #endregion

// #region listen
app.listen({ port: Number(process.env.PORT ?? 3000) }).then(() => {
  console.log(`http://localhost:${app.server.address().port}`);
});
// #endregion
