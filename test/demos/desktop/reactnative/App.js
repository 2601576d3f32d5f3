import { useState } from "react";
import { Button, NativeModules, ScrollView, Text, View } from "react-native";
import { read, utils, write } from "xlsx";

const { SheetFiles } = NativeModules;

// keeps number formats, column widths and newer functions for the saved file
const options = { cellNF: true, cellStyles: true, xlfn: true };
const example = utils.book_new(utils.aoa_to_sheet([["Name", "Index"], ["Ada", 1]]), "Data");

export default function App() {
  const [wb, setWorkbook] = useState(example);
  const [note, setNote] = useState("");

  // runs an action and shows what it throws; some of what `read` throws is text
  const attempt = (action) => () => action().catch((e) => setNote(e.message ?? String(e)));

  // #region calls
  // the native module gives Base64 text or a path; "" if the user cancels
  async function open() {
    const base64 = await SheetFiles.open();
    if (!base64) return;
    // highlight-next-line
    setWorkbook(read(base64, { type: "base64", ...options }));
    setNote("");
  }

  async function save() {
    // highlight-next-line
    const base64 = write(wb, { type: "base64", bookType: "xlsx" });
    const path = await SheetFiles.save("sheetjs.xlsx", base64);
    if (path) setNote("Saved " + path);
  }
  // #endregion

  // formatted text, as the spreadsheet program shows it
  const ws = wb.Sheets[wb.SheetNames[0]];
  const rows = utils.sheet_to_json(ws, { header: 1, raw: false, defval: "" });
  return (
    <View style={{ flex: 1, padding: 20 }}>
      <Button title="Open" onPress={attempt(open)} />
      <Button title="Save" onPress={attempt(save)} />
      <Text>{note}</Text>
      <ScrollView>
        {rows.map((row, r) => (
          <View key={r} style={{ flexDirection: "row" }}>
            {Array.from(row, (text, c) => <Text key={c} style={{ width: 120 }}>{text}</Text>)}
          </View>
        ))}
      </ScrollView>
    </View>
  );
}
