import { useEffect, useRef, useState } from "react";

export default function Drop() {
  const [sheets, setSheets] = useState([]);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const worker = useRef(null);

  useEffect(() => {
    // highlight-next-line
    worker.current = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.current.onmessage = ({ data }) => {
      setSheets(data.sheets ?? []);
      setName(data.sheets?.[0]?.name ?? "");
      setProblem(data.problem ?? "");
    };
    return () => worker.current.terminate();
  }, []);

  async function drop(event) {
    // without it the browser opens the file
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file) return;
    const bytes = await file.arrayBuffer();
    // the second argument moves the bytes instead of copying them
    worker.current.postMessage(bytes, [bytes]);
  }

  const rows = sheets.find((sheet) => sheet.name === name)?.rows ?? [];
  return (
    <section>
      <p id="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>Drop a file here</p>
      <label>
        Worksheet{" "}
        <select value={name} onChange={(event) => setName(event.target.value)}>
          {sheets.map((sheet) => <option key={sheet.name}>{sheet.name}</option>)}
        </select>
      </label>
      <p>{problem}</p>
      <table id="dropped">
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.map((text, column) => <td key={column}>{text}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
