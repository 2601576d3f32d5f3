/* sheetjs.duk.c: prints a worksheet as CSV, saves the workbook as XLSX */
#include <stdio.h>
#include <stdlib.h>
#include <duktape.h>

static char *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file) { perror(name); exit(1); }
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  char *data = malloc(*size + 1);
  if (fread(data, 1, *size, file) != *size) { perror(name); exit(1); }
  data[*size] = 0;
  fclose(file);
  return data;
}

/* runs code; its value is on top of the stack afterwards */
static void run(duk_context *ctx, const char *code, size_t size) {
  if (duk_peval_lstring(ctx, code, size) != 0) {
    fprintf(stderr, "%s\n", duk_safe_to_stacktrace(ctx, -1));
    exit(1);
  }
}

#define RUN(ctx, code) run(ctx, code, sizeof(code) - 1)

static void run_file(duk_context *ctx, const char *name) {
  size_t size;
  char *code = read_file(name, &size);
  run(ctx, code, size);
  duk_pop(ctx);
  free(code);
}

/* #region load */
static void load_library(duk_context *ctx) {
  /* the library must not find Duktape's TextDecoder, which supports only UTF-8 */
  RUN(ctx, "var global = this; delete this.TextDecoder;");
  duk_pop(ctx);
  run_file(ctx, "shim.min.js");
  run_file(ctx, "xlsx.full.min.js");
}
/* #endregion */

int main(int argc, char **argv) {
  if (argc != 3) { fprintf(stderr, "usage: %s input output.xlsx\n", argv[0]); return 1; }
  duk_context *ctx = duk_create_heap_default();
  load_library(ctx);

  /* #region read */
  size_t size;
  char *data = read_file(argv[1], &size);
  duk_push_external_buffer(ctx);
  duk_config_buffer(ctx, -1, data, size);
  duk_push_buffer_object(ctx, -1, 0, size, DUK_BUFOBJ_ARRAYBUFFER);
  duk_put_global_string(ctx, "bytes");
  /* highlight-next-line */
  RUN(ctx, "var wb = XLSX.read(bytes); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])");
  printf("%s\n", duk_get_string(ctx, -1));
  duk_pop_2(ctx);
  free(data); /* the library has copied what it needs, nothing else may use "bytes" now */
  /* #endregion */

  /* #region write */
  /* highlight-next-line */
  RUN(ctx, "XLSX.write(wb, { type: 'array', bookType: 'xlsx' })");
  duk_size_t length;
  void *out = duk_get_buffer_data(ctx, -1, &length);
  FILE *file = fopen(argv[2], "wb");
  if (!file || fwrite(out, 1, length, file) != length) { perror(argv[2]); return 1; }
  fclose(file);
  duk_pop(ctx);
  /* #endregion */

  duk_destroy_heap(ctx);
  return 0;
}
