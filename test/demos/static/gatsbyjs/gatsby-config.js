module.exports = {
  plugins: [
    { resolve: "gatsby-source-filesystem", options: { name: "data", path: `${__dirname}/data` } },
    // highlight-next-line
    "gatsby-transformer-excel",
  ],
};
