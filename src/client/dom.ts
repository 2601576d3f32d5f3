/** Creates an element. @param properties set on it */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Creates a button with a click handler. */
export function makeButton(properties: Partial<HTMLButtonElement>, run: () => void): HTMLButtonElement {
  return make("button", { type: "button", onclick: run, ...properties });
}

/** The target of an event, or the nearest element around it, that matches a selector. */
export function targetIn<T extends Element = HTMLElement>({ target }: Event, selector: string): T | null {
  return target instanceof Element ? target.closest<T>(selector) : null;
}

/** Whether a key is held with which a click opens a link in another window or tab. */
export function hasModifier(event: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** Adds the styles of a part that few readers use, when its script is loaded. Call once. @param styles a style sheet */
export function adoptStyles(styles: string, root: DocumentOrShadowRoot = document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
}
