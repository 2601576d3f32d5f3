"use client";
import { useActionState } from "react";
import { upload } from "./actions.js";

export default function Upload() {
  const [{ rows, problem }, action] = useActionState(upload, { rows: [] });
  return (
    <form action={action}>
      <label>Workbook <input type="file" name="file" required /></label> <button>Upload</button>
      <p>{problem ?? `${rows.length} rows`}</p>
      <ul>{rows.map((row, i) => <li key={i}>{JSON.stringify(row)}</li>)}</ul>
    </form>
  );
}
