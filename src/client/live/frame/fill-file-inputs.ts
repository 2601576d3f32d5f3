/** Chooses a file in the file pickers of a result, as its reader would. */
export function fillFileInputs(result: ParentNode, file: File): void {
  for (const input of result.querySelectorAll<HTMLInputElement>('input[type="file"]')) {
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
