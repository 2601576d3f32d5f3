/* sheetjs.jsc.c: prints a worksheet as CSV, saves the workbook as XLSX */
#include <stdio.h>
#include <stdlib.h>
#include <JavaScriptCore/JavaScript.h>

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

static void print(JSContextRef ctx, JSValueRef value, FILE *to) {
  JSStringRef text = JSValueToStringCopy(ctx, value, NULL);
  size_t size = JSStringGetMaximumUTF8CStringSize(text);
  char *utf8 = malloc(size);
  JSStringGetUTF8CString(text, utf8, size);
  fprintf(to, "%s\n", utf8);
  free(utf8);
  JSStringRelease(text);
}

static JSValueRef run(JSContextRef ctx, const char *code) {
  JSValueRef error = NULL;
  JSStringRef source = JSStringCreateWithUTF8CString(code);
  JSValueRef value = JSEvaluateScript(ctx, source, NULL, NULL, 1, &error);
  JSStringRelease(source);
  if (error) { print(ctx, error, stderr); exit(1); }
  return value;
}

static void free_bytes(void *bytes, void *context) { free(bytes); }

int main(int argc, char **argv) {
  if (argc != 3) { fprintf(stderr, "usage: %s input output.xlsx\n", argv[0]); return 1; }
  JSGlobalContextRef ctx = JSGlobalContextCreate(NULL);
  size_t size;

  /* #region load */
  char *library = read_file("xlsx.full.min.js", &size);
  run(ctx, library);
  free(library);
  /* #endregion */

  /* #region read */
  char *data = read_file(argv[1], &size);
  JSObjectRef bytes = JSObjectMakeArrayBufferWithBytesNoCopy(ctx, data, size, free_bytes, NULL, NULL);
  JSStringRef name = JSStringCreateWithUTF8CString("bytes");
  JSObjectSetProperty(ctx, JSContextGetGlobalObject(ctx), name, bytes, kJSPropertyAttributeNone, NULL);
  JSStringRelease(name);
  /* highlight-next-line */
  print(ctx, run(ctx, "var wb = XLSX.read(bytes); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])"), stdout);
  /* #endregion */

  /* #region write */
  /* highlight-next-line */
  JSObjectRef out = (JSObjectRef)run(ctx, "XLSX.write(wb, { type: 'array', bookType: 'xlsx' })");
  size_t length = JSObjectGetArrayBufferByteLength(ctx, out, NULL);
  void *start = JSObjectGetArrayBufferBytesPtr(ctx, out, NULL);
  FILE *file = fopen(argv[2], "wb");
  if (!file || fwrite(start, 1, length, file) != length) { perror(argv[2]); return 1; }
  fclose(file);
  /* #endregion */

  JSGlobalContextRelease(ctx);
  return 0;
}
