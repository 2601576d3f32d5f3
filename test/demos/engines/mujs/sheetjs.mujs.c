/* sheetjs.mujs.c: prints a worksheet as CSV, saves the workbook as XLSX */
#include <stdio.h>
#include <stdlib.h>
#include <mujs.h>

static unsigned char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file) { perror(name); exit(1); }
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  unsigned char *data = malloc(*size);
  if (fread(data, 1, *size, file) != *size) { perror(name); exit(1); }
  fclose(file);
  return data;
}

/* js_dostring and js_dofile report errors themselves and give 1 */
static void check(int failed) { if (failed) exit(1); }

static void print(js_State *J) {
  printf("%s\n", js_tostring(J, 1));
  js_pushundefined(J);
}

int main(int argc, char **argv) {
  if (argc != 3) { fprintf(stderr, "usage: %s input output.xlsx\n", argv[0]); return 1; }
  js_State *J = js_newstate(NULL, NULL, 0);

  /* #region load */
  js_newcfunction(J, print, "print", 1);
  js_setglobal(J, "print");
  check(js_dostring(J, "var global = this;"
    "Date.prototype.getYear = function () { return this.getFullYear() - 1900; };"
    "String.prototype.substr = function (start, length) {"
    "  var from = start < 0 ? Math.max(0, this.length + start) : start;"
    "  return this.slice(from, length === undefined ? this.length : from + length);"
    "};"));
  check(js_dofile(J, "shim.min.js"));
  check(js_dofile(J, "xlsx.full.min.js"));
  /* #endregion */

  /* #region read */
  size_t size;
  unsigned char *data = read_file(argv[1], &size);
  js_newarray(J); /* there are no typed arrays */
  for (size_t i = 0; i < size; ++i) {
    js_pushnumber(J, data[i]);
    js_setindex(J, -2, i);
  }
  js_setglobal(J, "bytes");
  free(data);
  /* highlight-next-line */
  check(js_dostring(J, "var wb = XLSX.read(bytes, { type: 'array' }); print(XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]))"));
  /* #endregion */

  /* #region write */
  /* highlight-next-line */
  check(js_dostring(J, "var out = XLSX.write(wb, { type: 'array', bookType: 'xlsx' })"));
  js_getglobal(J, "out");
  FILE *file = fopen(argv[2], "wb");
  if (!file) { perror(argv[2]); return 1; }
  for (int i = 0, length = js_getlength(J, -1); i < length; ++i) {
    js_getindex(J, -1, i);
    fputc(js_tointeger(J, -1), file);
    js_pop(J, 1);
  }
  fclose(file);
  /* #endregion */

  js_freestate(J);
  return 0;
}
