import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

/** Calls the function as the plugin does, and reports its message. */
const PROGRAM = `#include <stdio.h>
int cleanfile(const char *in, const char *out, char *message, size_t size);
int main(int argc, char **argv) {
  char message[512] = "";
  int failed = cleanfile(argv[1], argv[2], message, sizeof message);
  fputs(message, stderr);
  return argc == 3 ? failed : 2;
}
`;

export default async function check({ run, library, placeScripts, checkConverter }) {
  placeScripts("shim.min.js", "xlsx.full.min.js");
  writeFileSync("main.c", PROGRAM);
  await run("gcc", "-Wall", "-Werror", "-o", "cleanfile", "main.c", "cleanfile.c", "-lduktape", "-lm");
  // the plugin gives no text: the CSV is that of the file it wrote
  await checkConverter(["pres.numbers", "pres.xlsx", "pres.xls"], async (input, output) => {
    await run("./cleanfile", input, output);
    const { Sheets } = library.readFile(output);
    return library.utils.sheet_to_csv(Sheets.Sheet1 ?? Object.values(Sheets)[0]).replace(/(\d)\.\d+$/gm, "$1");
  });
  // characters beyond ASCII, and text that begins with a line break
  const { aoa_to_sheet, book_new } = library.utils;
  const wb = book_new(aoa_to_sheet([["City"], ["Zürich €"]]), "Sheet1");
  for (const bookType of ["xlsx", "ods"])
    writeFileSync(`city.${bookType}`, library.write(wb, { type: "buffer", bookType }));
  writeFileSync("city.csv", "\nZürich", "latin1");
  for (const [input, text] of Object.entries({
    "city.xlsx": "Zürich €",
    "city.ods": "Zürich €",
    "city.csv": "Zürich",
  })) {
    await run("./cleanfile", input, "city.out.xlsx");
    assert.equal(library.readFile("city.out.xlsx").Sheets.Sheet1.A2.v, text, input);
  }
}
