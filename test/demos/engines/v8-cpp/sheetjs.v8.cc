// sheetjs.v8.cc: prints a worksheet as CSV, saves the workbook as XLSX
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <libplatform/libplatform.h>
#include <v8.h>

static std::string read_file(const char *name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) { std::perror(name); std::exit(1); }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

static v8::Local<v8::Value> run(v8::Isolate *isolate, v8::Local<v8::Context> context, const std::string &code) {
  v8::TryCatch caught(isolate);
  v8::Local<v8::String> source = v8::String::NewFromUtf8(isolate, code.data(), v8::NewStringType::kNormal, code.size()).ToLocalChecked();
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  if (!v8::Script::Compile(context, source).ToLocal(&script) || !script->Run(context).ToLocal(&value)) {
    std::fprintf(stderr, "%s\n", *v8::String::Utf8Value(isolate, caught.Exception()));
    std::exit(1);
  }
  return value;
}

int main(int argc, char **argv) {
  if (argc != 3) { std::fprintf(stderr, "usage: %s input output.xlsx\n", argv[0]); return 1; }
  std::unique_ptr<v8::Platform> platform = v8::platform::NewDefaultPlatform();
  v8::V8::InitializePlatform(platform.get());
  v8::V8::Initialize();
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = v8::ArrayBuffer::Allocator::NewDefaultAllocator();
  v8::Isolate *isolate = v8::Isolate::New(params);
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handles(isolate);
    v8::Local<v8::Context> context = v8::Context::New(isolate);
    v8::Context::Scope context_scope(context);

    // #region load
    run(isolate, context, read_file("xlsx.full.min.js"));
    // #endregion

    // #region read
    std::string file = read_file(argv[1]);
    v8::Local<v8::ArrayBuffer> bytes = v8::ArrayBuffer::New(isolate, file.size());
    std::copy(file.begin(), file.end(), static_cast<char *>(bytes->GetBackingStore()->Data()));
    context->Global()->Set(context, v8::String::NewFromUtf8Literal(isolate, "bytes"), bytes).Check();
    // highlight-next-line
    auto csv = run(isolate, context, "var wb = XLSX.read(bytes); XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]])");
    std::printf("%s\n", *v8::String::Utf8Value(isolate, csv));
    // #endregion

    // #region write
    // highlight-next-line
    auto out = run(isolate, context, "XLSX.write(wb, { type: 'array', bookType: 'xlsx' })").As<v8::ArrayBuffer>();
    std::ofstream(argv[2], std::ios::binary).write(static_cast<char *>(out->GetBackingStore()->Data()), out->ByteLength());
    // #endregion
  }
  isolate->Dispose();
  delete params.array_buffer_allocator;
  v8::V8::Dispose();
  return 0;
}
