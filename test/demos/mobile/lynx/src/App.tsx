import { useState } from "@lynx-js/react";
import { read, utils } from "xlsx";

export function App() {
  const [rows, setRows] = useState<unknown[][]>([["Tap to load"]]);

  // #region load
  const load = async () => {
    "background only";
    try {
      const res = await fetch("https://example.com/pres.numbers");
      if (!res.ok) throw new Error("HTTP " + res.status);
      // highlight-start
      const wb = read(await res.arrayBuffer());
      const ws = wb.Sheets[wb.SheetNames[0]];
      setRows(utils.sheet_to_json(ws, { header: 1, raw: false, defval: "" }));
      // highlight-end
    } catch (e) {
      setRows([[e instanceof Error ? e.message : String(e)]]);
    }
  };
  // #endregion

  return (
    <view bindtap={load} style={{ padding: "40px" }}>
      {rows.map((row, r) => (
        <view key={r} style={{ display: "flex", flexDirection: "row" }}>
          {row.map((value, c) => (
            <text key={c} style={{ width: "150px" }}>{String(value)}</text>
          ))}
        </view>
      ))}
    </view>
  );
}
