import type { ComponentType } from "react";
import { renderApp } from "../../render/app.tsx";
import { moduleUrl } from "../../shared/user-code/fault.ts";
import { serveTasks } from "../../shared/user-code/serve-tasks.ts";
import type { PageData, SiteData } from "../../theme/types.ts";

export interface PageTask {
  /** Of its source. */
  readonly path: string;
  /** The bundled module. */
  readonly code: string;
  /** The page that it is rendered to; without it the module is loaded alone. */
  readonly render?: { readonly site: SiteData; readonly page: PageData } | undefined;
}

/** What a page written in React says of itself. */
export interface PageExports {
  readonly title?: string;
  readonly description?: string;
  readonly scripts?: readonly string[];
}

export type PageAnswer =
  | { readonly exports: PageExports }
  | { readonly app: string }
  /** What is wrong with its exports. */
  | { readonly message: string; readonly hint?: string };

interface Loaded {
  readonly code: string;
  readonly module: Readonly<Record<string, unknown>>;
}

const loaded = new Map<string, Loaded>();

serveTasks(async ({ path, code, render }: PageTask): Promise<PageAnswer> => {
  const known = loaded.get(path);
  const module = known?.code === code ? known.module : ((await import(moduleUrl(path, code))) as Loaded["module"]);
  loaded.set(path, { code, module });
  if (typeof module.default !== "function") {
    return { message: "has no default export", hint: "export the page's component as default" };
  }
  if (render !== undefined) return { app: renderApp(render.site, render.page, "", module.default as ComponentType) };
  const { title, description, scripts } = module;
  for (const [name, value] of Object.entries({ title, description })) {
    if (value !== undefined && typeof value !== "string") return { message: `exports a ${name} that is no text` };
  }
  if (scripts !== undefined && !(Array.isArray(scripts) && scripts.every((name) => typeof name === "string"))) {
    return { message: "exports scripts that are no list of names" };
  }
  return { exports: JSON.parse(JSON.stringify({ title, description, scripts })) as PageExports };
});
