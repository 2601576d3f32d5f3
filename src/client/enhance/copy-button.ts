const DONE_MS = 1500;

/** Puts a button on each code block that copies its text. */
export function addCopyButtons(root: ParentNode): void {
  for (const figure of root.querySelectorAll<HTMLElement>("figure.code:not(.output)")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.setAttribute("aria-label", "Copy code");
    button.addEventListener("click", () => void copy(figure, button));
    figure.append(button);
  }
}

async function copy(figure: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const text = figure.querySelector("code")?.textContent ?? "";
  try {
    await navigator.clipboard.writeText(text.replace(/\n$/, ""));
    show(button, "copied", "Copied");
  } catch {
    show(button, "failed", "Copying is not allowed here");
  }
}

function show(button: HTMLButtonElement, state: string, label: string): void {
  button.dataset.state = state;
  button.setAttribute("aria-label", label);
  setTimeout(() => {
    delete button.dataset.state;
    button.setAttribute("aria-label", "Copy code");
  }, DONE_MS);
}
