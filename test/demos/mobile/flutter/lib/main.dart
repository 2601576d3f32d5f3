import 'package:flutter/material.dart';
import 'package:http/http.dart' as http;
import 'package:path_provider/path_provider.dart';

import 'sheets.dart';

void main() => runApp(const MaterialApp(home: HomePage()));

class HomePage extends StatefulWidget {
  const HomePage({super.key});

  @override
  State<HomePage> createState() => _HomePageState();
}

class _HomePageState extends State<HomePage> {
  final _sheets = Sheets();
  List<List<dynamic>> _rows = [];
  String _note = 'Loading';

  @override
  void initState() {
    super.initState();
    _open();
  }

  Future<void> _open() async {
    try {
      await _sheets.load();
      final res = await http.get(Uri.parse('https://example.com/pres.numbers'));
      if (res.statusCode != 200) throw Exception('HTTP ${res.statusCode}');
      final rows = _sheets.rowsOf(res.bodyBytes);
      setState(() {
        _rows = rows;
        _note = '';
      });
    } catch (error) {
      setState(() => _note = '$error');
    }
  }

  Future<void> _save() async {
    final folder = await getApplicationDocumentsDirectory();
    await _sheets.save(_rows, '${folder.path}/sheetjs.xlsx');
    setState(() => _note = 'Saved in ${folder.path}');
  }

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      appBar: AppBar(title: const Text('SheetJS'), actions: [
        IconButton(onPressed: _save, icon: const Icon(Icons.save)),
      ]),
      body: ListView(children: [
        Text(_note),
        Table(children: [
          for (final row in _rows)
            TableRow(children: [for (final value in row) Text('$value')]),
        ]),
      ]),
    );
  }
}
