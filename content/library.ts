/** The release of the library that the pages describe, and where it is to be had. */
export const version = "0.20.3";

const distribution = `https://cdn.sheetjs.com/xlsx-${version}`;

export const tarball = `${distribution}/xlsx-${version}.tgz`;
export const cdn = `${distribution}/package`;
