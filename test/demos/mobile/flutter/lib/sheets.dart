import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:flutter/services.dart' show rootBundle;
import 'package:flutter_js/flutter_js.dart';

const _functions = '''
function rowsOf(base64) {
  var wb = XLSX.read(base64, { type: "base64" });
  var ws = wb.Sheets[wb.SheetNames[0]];
  return JSON.stringify(XLSX.utils.sheet_to_json(ws, { header: 1, defval: "" }));
}
function bookOf(json) {
  var wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, XLSX.utils.aoa_to_sheet(JSON.parse(json)), "Data");
  return XLSX.write(wb, { type: "base64", bookType: "xlsx" });
}
''';

class Sheets {
  final JavascriptRuntime _engine = getJavascriptRuntime();

  Future<void> load() async {
    _run(await rootBundle.loadString('assets/xlsx.full.min.js'));
    _run(_functions);
  }

  String _run(String code) {
    final result = _engine.evaluate(code);
    if (result.isError) throw Exception(result.stringResult);
    return result.stringResult;
  }

  List<List<dynamic>> rowsOf(Uint8List bytes) {
    // highlight-next-line
    final json = _run('rowsOf(${jsonEncode(base64Encode(bytes))})');
    return [for (final row in jsonDecode(json) as List) row as List<dynamic>];
  }

  Uint8List bookOf(List<List<dynamic>> rows) {
    // highlight-next-line
    return base64Decode(_run('bookOf(${jsonEncode(jsonEncode(rows))})'));
  }

  Future<void> save(List<List<dynamic>> rows, String path) async {
    await File(path).writeAsBytes(bookOf(rows));
  }
}
