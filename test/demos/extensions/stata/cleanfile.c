#include <stdio.h>
#include <stdlib.h>
#include "duktape.h"

/* a whole file in memory; NULL if that fails */
static char *slurp(const char *path, size_t *size) {
  FILE *f = fopen(path, "rb");
  char *data = NULL;
  long length;
  if (f == NULL) return NULL;
  if (fseek(f, 0, SEEK_END) == 0 && (length = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0) {
    data = malloc((size_t)length + 1);
    if (data != NULL && fread(data, 1, (size_t)length, f) != (size_t)length) {
      free(data);
      data = NULL;
    }
    *size = (size_t)length;
  }
  fclose(f);
  return data;
}

static const char *PREPARE =
  "var global = (function () { return this; }).call(null);"
  /* it knows UTF-8 only, and damages characters beyond ASCII */
  "delete global.TextDecoder;"
  "var console = { log: function () {}, warn: function () {}, error: function () {} };";

/* evaluates a file of the current folder */
static int load(duk_context *ctx, const char *path, char *message, size_t size) {
  size_t length = 0;
  char *code = slurp(path, &length);
  int failed = 1;
  if (code == NULL) snprintf(message, size, "cannot read %s\n", path);
  else if (duk_peval_lstring(ctx, code, length) == 0) failed = 0;
  else snprintf(message, size, "%s\n", duk_safe_to_string(ctx, -1));
  if (code != NULL) duk_pop(ctx);
  free(code);
  return failed;
}

static const char *CONVERT =
  "(function (buf) {"
  "  var wb = XLSX.read(buf.slice(0, buf.length), { type: 'array', cellNF: true });"
  "  return XLSX.write(wb, { type: 'array', bookType: 'xlsx' });"
  "})";

/* reads any spreadsheet file and writes XLSX; 0, or 1 with a message */
int cleanfile(const char *in, const char *out, char *message, size_t size) {
  size_t in_size = 0;
  char *data = slurp(in, &in_size);
  duk_context *ctx = duk_create_heap_default();
  int failed = 1;
  if (ctx == NULL) {
    snprintf(message, size, "no memory for Duktape\n");
  } else if (data == NULL) {
    snprintf(message, size, "cannot read %s\n", in);
  } else {
    duk_eval_string_noresult(ctx, PREPARE);
    failed = load(ctx, "shim.min.js", message, size) || load(ctx, "xlsx.full.min.js", message, size);
  }
  if (!failed) {
    duk_eval_string(ctx, CONVERT);
    /* the function is on the stack; hand it the bytes without a copy */
    duk_push_external_buffer(ctx);
    duk_config_buffer(ctx, -1, data, in_size);
    failed = duk_pcall(ctx, 1) != 0;
    if (failed) {
      snprintf(message, size, "%s\n", duk_safe_to_string(ctx, -1));
    } else {
      duk_size_t length = 0;
      void *bytes = duk_get_buffer_data(ctx, -1, &length);
      FILE *f = fopen(out, "wb");
      failed = bytes == NULL || f == NULL || fwrite(bytes, 1, length, f) != length;
      if (f != NULL && fclose(f) != 0) failed = 1;
      if (failed) snprintf(message, size, "cannot write %s\n", out);
    }
  }
  if (ctx != NULL) duk_destroy_heap(ctx);
  free(data);
  return failed;
}
