/** Whether a key is held with which a click opens a link in another window or tab. */
export function hasModifier(event: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
