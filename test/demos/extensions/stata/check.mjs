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
}
