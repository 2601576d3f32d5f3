import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:flutter/services.dart' show rootBundle;
import 'package:flutter_js/flutter_js.dart';

class Sheets {
  final JavascriptRuntime _engine = getJavascriptRuntime();

  Future<void> load() async {
    _run(await rootBundle.loadString('assets/xlsx.full.min.js'));
    _run(await rootBundle.loadString('assets/sheets.js'));
  }

  String _run(String code) {
    final result = _engine.evaluate(code);
    if (result.isError) throw Exception(result.stringResult);
    return result.stringResult;
  }

  // #region calls
  List<List<dynamic>> rowsOf(Uint8List bytes) {
    // highlight-next-line
    final json = _run('rowsOf(${jsonEncode(base64Encode(bytes))})');
    return [for (final row in jsonDecode(json) as List) row as List<dynamic>];
  }

  Uint8List bookOf(List<List<dynamic>> rows) {
    // highlight-next-line
    return base64Decode(_run('bookOf(${jsonEncode(jsonEncode(rows))})'));
  }
  // #endregion

  Future<void> save(List<List<dynamic>> rows, String path) async {
    await File(path).writeAsBytes(bookOf(rows));
  }
}
