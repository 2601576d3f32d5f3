import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseTemplate, type Template } from "../render/template.ts";
import { TOOL_ROOT } from "./tool.ts";

const PAGE_TEMPLATE = "templates/page.html";

/** Reads the page template of a site, or the one shipped with docgen. */
export async function loadTemplate(root: string): Promise<Template> {
  const own = join(root, PAGE_TEMPLATE);
  const path = existsSync(own) ? own : join(TOOL_ROOT, PAGE_TEMPLATE);
  return parseTemplate(PAGE_TEMPLATE, await readFile(path, "utf8"));
}
