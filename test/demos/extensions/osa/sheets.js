ObjC.import("Foundation");

function readText(path) {
  const text = $.NSString.stringWithContentsOfFileEncodingError(path, $.NSUTF8StringEncoding, null);
  return ObjC.unwrap(text);
}

// defines XLSX in this script
eval(readText("xlsx.full.min.js"));

function readBook(path) {
  const data = $.NSData.dataWithContentsOfFile(path);
  const base64 = ObjC.unwrap(data.base64EncodedStringWithOptions(0));
  // cellNF keeps number formats, without which dates are saved as plain numbers
  // highlight-next-line
  return XLSX.read(base64, { type: "base64", cellNF: true });
}

function writeBook(wb, path, bookType) {
  // highlight-next-line
  const base64 = XLSX.write(wb, { type: "base64", bookType: bookType });
  const data = $.NSData.alloc.initWithBase64EncodedStringOptions(base64, 0);
  return data.writeToFileAtomically(path, true);
}

// osascript calls run with the words of the command line
function run(argv) {
  const wb = readBook(argv[0]);
  if (argv.length > 1) writeBook(wb, argv[1], argv[1].split(".").pop());
  return XLSX.utils.sheet_to_csv(wb.Sheets[wb.SheetNames[0]]);
}
