({
  baseUrl: ".",
  name: "app",
  // highlight-next-line
  paths: { xlsx: "node_modules/xlsx/dist/xlsx.full.min" },
  include: ["node_modules/requirejs/require"],
  insertRequire: ["app"],
  out: "dist/app.js",
});
