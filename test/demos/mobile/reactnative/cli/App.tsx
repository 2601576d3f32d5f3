import { useState } from "react";
import { Alert, Button, ScrollView, StyleSheet, Text, View } from "react-native";
import { utils, type WorkBook } from "xlsx";
import { openBook, saveBook } from "./sheets";

const example = utils.book_new(utils.aoa_to_sheet([["Name", "Index"], ["Ada", 1]]), "Data");

const attempt = (action: () => Promise<void>) => () =>
  // also when the user closes a dialog
  action().catch((error) => Alert.alert("Nothing done", error.message ?? String(error)));

export default function App() {
  const [wb, setWorkbook] = useState<WorkBook>(example);
  const open = async () => setWorkbook(await openBook());
  const save = () => saveBook(wb, "sheetjs.xlsx");

  const ws = wb.Sheets[wb.SheetNames[0]];
  // highlight-next-line
  const rows = utils.sheet_to_json<string[]>(ws, { header: 1, raw: false, defval: "" });
  return (
    <View style={styles.page}>
      <Button title="Open" onPress={attempt(open)} />
      <Button title="Save" onPress={attempt(save)} />
      <ScrollView>
        {rows.map((row, r) => (
          <View key={r} style={styles.row}>
            {Array.from(row, (text, c) => (
              <Text key={c} style={styles.cell}>{text}</Text>
            ))}
          </View>
        ))}
      </ScrollView>
    </View>
  );
}

const styles = StyleSheet.create({
  page: { flex: 1, padding: 40 },
  row: { flexDirection: "row" },
  cell: { flex: 1, padding: 4 },
});
