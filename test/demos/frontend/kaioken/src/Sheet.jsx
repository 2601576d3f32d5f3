import { useAsync, useRef } from "kaioken";
import { read, utils, writeFileXLSX } from "xlsx";

export default function Sheet({ url }) {
  const box = useRef(null);

  // #region fetch
  const { data: html, error } = useAsync(async ({ abortSignal }) => {
    const response = await fetch(url, { signal: abortSignal });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const wb = read(await response.arrayBuffer());
    const ws = wb.Sheets[wb.SheetNames[0]];
    // highlight-next-line
    return utils.sheet_to_html(ws, { header: "", footer: "" });
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
      <button onclick={save} disabled={!html}>Save the table</button>
      {error ? <p>{error.message ?? String(error)}</p> : <div ref={box} innerHTML={html ?? ""} />}
    </section>
  );
}
