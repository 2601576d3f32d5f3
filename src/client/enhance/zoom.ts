import { text } from "../client-text.ts";
import { adoptStyles, hasModifier, make } from "../dom.ts";
import styles from "./zoom.css";

adoptStyles(styles);

/** Least ratio of a picture's size to that at which it is shown, for which a look at the whole is worth a click. */
const MIN_RATIO = 1.1;
const HOLDERS = "img, figure.mermaid";

/** Opens reduced pictures at full size, by click or Enter. @param signal aborted when another page is shown */
export function zoomPictures(root: ParentNode, signal: AbortSignal): void {
  for (const holder of root.querySelectorAll<HTMLElement>(HOLDERS)) {
    const frame = pictureLink(holder) ?? holder;
    if (frame.parentElement?.closest("a, button, .diagram") != null) continue;
    // The source is hidden when a diagram is drawn in its place.
    for (const part of [holder, ...holder.querySelectorAll("pre")]) sizes.observe(part);
    const open = (event: MouseEvent | KeyboardEvent) => {
      if (hasModifier(event)) return;
      const picture = pictureIn(holder);
      const isOn = event.target instanceof Node && frameOf(picture)?.contains(event.target) === true;
      if (picture === null || !isOn || !holder.classList.contains("zoomable")) return;
      event.preventDefault();
      openPicture(picture, signal);
    };
    // An image that has its box by its attributes loads without another size.
    holder.addEventListener("load", () => {
      sizes.unobserve(holder);
      sizes.observe(holder);
    });
    frame.addEventListener("click", open);
    frame.addEventListener("keydown", (event) => event.key === "Enter" && open(event));
  }
}

type Picture = HTMLImageElement | SVGSVGElement;

/** Follows images that load, diagrams that are drawn, and the size of the window. */
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const holder = target.closest(HOLDERS);
    const picture = pictureIn(holder);
    const frame = frameOf(picture);
    if (picture === null || !(frame instanceof HTMLElement)) continue;
    const isSmaller = widthOf(picture) > MIN_RATIO * Math.min(picture.getBoundingClientRect().width, frame.clientWidth);
    holder?.classList.toggle("zoomable", isSmaller);
    // A diagram has a tab stop anyway, and its text would be hidden by the role.
    if (picture !== holder) continue;
    if (frame === picture) frame.tabIndex = isSmaller ? 0 : -1;
    frame.role = isSmaller ? "button" : null;
  }
});

function pictureIn(holder: Element | null): Picture | null {
  return holder instanceof HTMLImageElement ? holder : (holder?.querySelector<SVGSVGElement>(".diagram > svg") ?? null);
}

/** What takes the focus for a picture. */
function frameOf(picture: Picture | null): Element | null {
  return picture instanceof SVGSVGElement ? picture.parentElement : (pictureLink(picture) ?? picture);
}

/** The link from a picture to its own file. */
function pictureLink(picture: Element | null): HTMLAnchorElement | null {
  const link = picture?.closest("a");
  return picture instanceof HTMLImageElement && link?.href === picture.src ? link : null;
}

/** Width of a whole picture in CSS pixels. Names of files such as `name@2x-1a2b3c4d.webp` say how many pixels these have. */
function widthOf(picture: Picture): number {
  if (picture instanceof SVGSVGElement) return picture.viewBox.baseVal.width;
  const [, density = 1] = /@([23])x[-.][^/]*$/.exec(picture.src) ?? [];
  return picture.naturalWidth / Number(density);
}

/** Shows a copy of a picture in a dialog, which closes on Escape, on a click, and when another page is shown. */
function openPicture(picture: Picture, signal: AbortSignal): void {
  const copy = picture.cloneNode(true) as Picture;
  for (const name of ["class", "role", "tabindex", "style"]) copy.removeAttribute(name);
  copy.style.width = `${widthOf(picture)}px`;
  const ariaLabel = picture instanceof HTMLImageElement ? picture.alt : (picture.ariaLabel ?? "");
  const close = text({ id: "theme.Picture.close", message: "Close" });
  const icon = make("span", { className: "icon icon-close" });
  const button = make("button", { type: "button", className: "icon-button", ariaLabel: close }, icon);
  const dialog = make("dialog", { className: "zoom", ariaLabel }, button, make("div", { tabIndex: 0 }, copy));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  signal.addEventListener("abort", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
