/** Adds the styles of a part that few readers use, when its script is loaded. Call once. @param styles a style sheet */
export function adoptStyles(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
