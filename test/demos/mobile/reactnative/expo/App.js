import { useState } from "react";
import { Alert, Button, ScrollView, Text, View } from "react-native";
import * as DocumentPicker from "expo-document-picker";
import { File, Paths } from "expo-file-system";
import * as Sharing from "expo-sharing";
import { read, utils, write } from "xlsx";

// keeps number formats, column widths and newer functions for the saved file
const options = { cellNF: true, cellStyles: true, xlfn: true };
const example = utils.book_new(utils.aoa_to_sheet([["Name", "Index"], ["Ada", 1]]), "Data");

// runs an action and shows what it throws; some of what `read` throws is text
const attempt = (action) => () =>
  action().catch((error) => Alert.alert("Something went wrong", error.message ?? String(error)));

export default function App() {
  const [wb, setWorkbook] = useState(example);

  // #region calls
  async function open() {
    const result = await DocumentPicker.getDocumentAsync({ copyToCacheDirectory: true });
    if (result.canceled) return;
    const bytes = await new File(result.assets[0].uri).bytes();
    // highlight-next-line
    setWorkbook(read(bytes, { ...options }));
  }

  async function save() {
    // highlight-next-line
    const bytes = new Uint8Array(write(wb, { type: "array", bookType: "xlsx" }));
    const file = new File(Paths.cache, "sheetjs.xlsx");
    file.create({ overwrite: true });
    await file.write(bytes);
    await Sharing.shareAsync(file.uri);
  }
  // #endregion

  // formatted text: dates and percentages as the spreadsheet program shows them
  const ws = wb.Sheets[wb.SheetNames[0]];
  const rows = utils.sheet_to_json(ws, { header: 1, raw: false, defval: "" });
  return (
    <View style={{ flex: 1, padding: 40 }}>
      <Button title="Open" onPress={attempt(open)} />
      <Button title="Save" onPress={attempt(save)} />
      <ScrollView>
        {rows.map((row, r) => (
          <View key={r} style={{ flexDirection: "row" }}>
            {Array.from(row, (text, c) => (
              <Text key={c} style={{ flex: 1 }}>{text}</Text>
            ))}
          </View>
        ))}
      </ScrollView>
    </View>
  );
}
