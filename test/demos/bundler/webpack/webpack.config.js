module.exports = {
  entry: "./index.js",
  output: { filename: "main.js" },
};
