import { escapeHtml } from "../shared/text.ts";
import { type Texts, translate } from "../shared/translate.ts";

const TITLE = { id: "theme.offline.title", message: "You are offline" };
const MESSAGE = {
  id: "theme.offline.message",
  message: "You have not visited this page before, so it is not available offline. Connect to the network to read it.",
};

/** Shown offline for a page that isn't cached. Self-contained, as nothing else can be loaded. */
export function renderOfflinePage(
  site: string,
  { lang, dir }: { readonly lang: string; readonly dir: "ltr" | "rtl" },
  texts: Texts,
): string {
  const title = escapeHtml(translate(texts, TITLE));
  const message = escapeHtml(translate(texts, MESSAGE));
  return `<!doctype html><html lang="${escapeHtml(lang)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} | ${escapeHtml(site)}</title></head><body><main><h1>${title}</h1><p>${message}</p></main></body></html>`;
}
