import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseTemplate, type Template } from "../../render/page.tsx";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { TOOL_ROOT } from "../../shared/tool-root.ts";

/** Path of the site's page template, relative to the root. */
export const PAGE_TEMPLATE = "templates/page.html";

/** Reads the page template of the site, or docgen's. @throws Failure if it is a link to a file outside the site */
export async function loadTemplate(root: string): Promise<Template> {
  const siteTemplate = join(root, PAGE_TEMPLATE);
  if (existsSync(siteTemplate) && !isInsideRoot(root, siteTemplate)) {
    throw new Failure(1, `${PAGE_TEMPLATE}: symbolic link points outside the site's root folder`);
  }
  const path = existsSync(siteTemplate) ? siteTemplate : join(TOOL_ROOT, PAGE_TEMPLATE);
  return parseTemplate(PAGE_TEMPLATE, readRegular(path).toString("utf8"));
}
