import { useEffect, useRef, useState } from "react";
import { read, utils, writeFileXLSX } from "xlsx";

export default function Sheet({ url }) {
  const [html, setHtml] = useState("");
  const [problem, setProblem] = useState("");
  const box = useRef(null);

  // #region fetch
  useEffect(() => {
    let isCurrent = true;
    // an effect must not return a promise: so a function of its own
    async function load() {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      const wb = read(await response.arrayBuffer());
      const ws = wb.Sheets[wb.SheetNames[0]];
      // highlight-next-line
      if (isCurrent) setHtml(utils.sheet_to_html(ws, { header: "", footer: "" }));
    }
    load().catch((error) => isCurrent && setProblem(error.message ?? String(error)));
    return () => { isCurrent = false; };
  }, [url]);
  // #endregion

  // #region table
  function save() {
    // highlight-next-line
    const wb = utils.table_to_book(box.current.querySelector("table"));
    writeFileXLSX(wb, "table.xlsx");
  }
  // #endregion

  return (
    <section id="sheet">
      <button onClick={save} disabled={!html}>Save the table</button>
      <p>{problem}</p>
      <div ref={box} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
