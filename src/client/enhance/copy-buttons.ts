import { text } from "../client-text.ts";
import { make, makeButton, targetIn } from "../dom.ts";

const DONE_MS = 1500;

/** Minimum height of a block with room for two buttons, one below the other, in CSS pixels; larger ones for fingers. */
const TALL_PX = matchMedia("(pointer: coarse)").matches ? 88 : 64;

/** Adds buttons to each code block: one copies its text, one wraps long lines. */
export function addCodeButtons(root: ParentNode): void {
  const figures = [...root.querySelectorAll<HTMLElement>("figure.code")];
  // Measures all blocks before changing any, for a single layout.
  const measured = figures.map((figure) => [figure, isWide(figure), figure.offsetHeight < TALL_PX] as const);
  for (const [figure, wide, low] of measured) {
    const bar = make("div", { className: "code-buttons" });
    figure.classList.toggle("low", low);
    figure.classList.toggle("overflowing", wide);
    if (!figure.classList.contains("output")) bar.append(copyButton(figure));
    if (wide) bar.append(wrapButton(figure));
    figure.append(bar);
  }
}

/** Code to paste: without removed lines, diff signs, prompts and the output of commands. */
function copyText(figure: HTMLElement): string {
  const code = figure.querySelector("code")?.cloneNode(true) as HTMLElement;
  for (const line of code.querySelectorAll(".removed")) line.remove();
  const rows = code.textContent.replace(/\n$/, "").split("\n");
  const { lang: language = "" } = figure.dataset;
  if (language === "diff")
    return rows.flatMap((row) => (row.startsWith("-") ? [] : row.replace(/^[+ ]/, ""))).join("\n");
  const prompt = /^(?:\$|PS[^>]*>) /;
  const isShell = /^(?:ba|z|fi)?sh$|^shell|^console$|^powershell$|^ps1$/.test(language);
  const commands = isShell ? rows.filter((row) => prompt.test(row)) : [];
  return (commands.length > 0 ? commands.map((row) => row.replace(prompt, "")) : rows).join("\n");
}

function isWide(figure: HTMLElement): boolean {
  const pre = figure.querySelector("pre");
  return pre !== null && !figure.classList.contains("wrap") && pre.scrollWidth > pre.clientWidth;
}

function wrapButton(figure: HTMLElement): HTMLButtonElement {
  const title = text({ id: "theme.CodeBlock.wordWrapToggle", message: "Wrap lines" });
  const button = makeButton({ className: "wrap-lines", title, ariaPressed: "false" }, () => {
    button.ariaPressed = String(figure.classList.toggle("wrap"));
  });
  return button;
}

function copyButton(figure: HTMLElement): HTMLButtonElement {
  const title = text({ id: "theme.CodeBlock.copyButtonAriaLabel", message: "Copy code" });
  const show = (state: string, announced: string) => {
    button.dataset.state = state;
    button.title = announced;
    setTimeout(() => {
      delete button.dataset.state;
      button.title = title;
    }, DONE_MS);
  };
  const button = makeButton({ className: "copy", title }, () => {
    navigator.clipboard.writeText(copyText(figure)).then(
      () => show("copied", text({ id: "theme.CodeBlock.copied", message: "Copied" })),
      () => show("failed", text({ id: "theme.CodeBlock.copyFailed", message: "Copying is not allowed here" })),
    );
  });
  return button;
}

/** Enables the buttons that copy the page as Markdown. They work without React, so they must not trigger hydration. */
export function copyPageOnClick(): void {
  document.addEventListener("click", (event) => {
    const button = targetIn(event, ".copy-page");
    if (button !== null) void copyPage(button);
  });
}

async function copyPage(button: HTMLElement): Promise<void> {
  const label = button.textContent;
  const address = button.parentElement?.querySelector("a")?.href ?? "";
  try {
    await copy(address);
    button.textContent = text({ id: "theme.CodeBlock.copied", message: "Copied" });
  } catch {
    button.textContent = text({ id: "theme.copyPage.failed", message: "Not copied" });
  }
  setTimeout(() => {
    button.textContent = label;
  }, DONE_MS);
}

/** Starts writing to the clipboard before the fetch ends: some browsers allow it only during the click. */
async function copy(address: string): Promise<void> {
  const fetched = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return new Blob([await response.text()], { type: "text/plain" });
  });
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": fetched })]);
}
