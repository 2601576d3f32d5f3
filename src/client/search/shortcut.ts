/** `/` outside a text field, and Ctrl or Cmd with K anywhere, open the search. */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === "k") return event.ctrlKey || event.metaKey;
  const isTyping =
    event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
  return event.key === "/" && !isTyping;
}
