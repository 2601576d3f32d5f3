/**
 * Delays a change of an element's height until it moves nothing visible: at once if the content after the element is
 * below the window or its figure has the focus, else when the element has been scrolled below the window.
 *
 * @param apply makes the change; called later if it was delayed
 * @param hold keeps the height before the change, in CSS pixels, meanwhile
 * @returns requests the change; the last request counts. To be called in an animation frame: before it, a scroll may
 *   bring into the window what is below it
 */
export function createHeightSettler(element: Element, apply: () => void, hold: (height: number) => void): () => void {
  const applyUnseen = () => {
    if (!isUnseen(element, element.getBoundingClientRect())) return;
    observer.disconnect();
    apply();
  };
  const observer = new IntersectionObserver(() => requestAnimationFrame(applyUnseen));
  return () => {
    observer.disconnect();
    const before = element.getBoundingClientRect();
    apply();
    if (element.getBoundingClientRect().height === before.height || isUnseen(element, before)) return;
    // Not `:focus-within`, which ignores focus inside an iframe's document.
    if (element.closest("figure")?.contains(document.activeElement) === true) return;
    hold(before.height);
    observer.observe(element);
  };
}

/**
 * Whether the content after the element is below the window, or the element isn't rendered. A change above the window
 * moves everything: scroll anchoring is neither universal nor reliable.
 */
function isUnseen(element: Element, { bottom, height }: DOMRectReadOnly): boolean {
  return height === 0 || bottom >= innerHeight || !element.checkVisibility();
}
