/**
 * Makes a change of an element's height that comes late, without moving anything that the reader
 * sees: at once where what follows the element is below the window or the reader is at work in its figure,
 * otherwise as soon as the element has been scrolled below it.
 *
 * @param apply makes the change; called again later where it was held back
 * @param hold makes do with the height that the element has
 * @returns asks for the change; the last asking counts
 */
export function createSettler(element: Element, apply: () => void, hold: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last === undefined || !isUnseen(last.boundingClientRect)) return;
    observer.disconnect();
    apply();
  });
  return () => {
    observer.disconnect();
    const before = element.getBoundingClientRect();
    apply();
    if (element.getBoundingClientRect().height === before.height || isUnseen(before)) return;
    if (element.closest("figure")?.matches(":focus-within") === true) return;
    hold();
    observer.observe(element);
  };
}

/**
 * What follows the element is below the window, or the element isn't rendered. One above the window
 * moves everything: browsers scroll along, but neither all of them nor always.
 */
function isUnseen({ bottom, height }: DOMRectReadOnly): boolean {
  return height === 0 || bottom >= innerHeight;
}
