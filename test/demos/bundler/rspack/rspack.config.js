module.exports = {
  mode: "production",
  entry: "./index.js",
  output: { filename: "main.js" },
};
