import type { Job } from "../job.ts";
import { localesOf } from "../plan/page-mounts.ts";
import { plannedText } from "../plan/planned-files.ts";
import { parsedCode } from "../read/page-imports.ts";
import { SHIM } from "./docusaurus-shim.ts";

/**
 * Reports modules that translate while they are loaded. Docusaurus loads them once for each language, docgen once for
 * all, so the texts stay in the default language.
 */
export async function noteEarlyTexts({ files, docusaurus, noteFile }: Job): Promise<void> {
  if (localesOf(docusaurus.config.i18n).length === 0) return;
  for (const [path, file] of files) {
    if (!/\.[cm]?[jt]sx?$/.test(path) || path === SHIM) continue;
    const text = plannedText(file);
    if (!/\btranslate\(/.test(text)) continue;
    const parsed = await parsedCode(text);
    if (parsed !== undefined && callsEarly(parsed.program)) {
      const message =
        "translate() outside of a component stays in the default language: call it in the component, or write <Translate>";
      noteFile(path, "hand", message);
    }
  }
}

/** Whether code calls `translate` when its module is loaded. */
function callsEarly(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(callsEarly);
  if (typeof node !== "object" || node === null) return false;
  const { type, callee } = node as { readonly type?: string; readonly callee?: { readonly name?: string } };
  if (type !== undefined && /Function|^MethodDefinition$|^PropertyDefinition$/.test(type)) return false;
  return (type === "CallExpression" && callee?.name === "translate") || Object.values(node).some(callsEarly);
}
