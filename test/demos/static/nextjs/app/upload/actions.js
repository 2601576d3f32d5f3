"use server";
import { read, utils } from "xlsx";

// runs on the server when the form is sent
export async function upload(before, form) {
  try {
    // highlight-next-line
    const wb = read(await form.get("file").arrayBuffer());
    return { rows: utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]) };
  } catch (error) {
    return { rows: [], problem: error.message ?? String(error) };
  }
}
