/** Says something to screen readers without moving the focus. */
export function announce(message: string): void {
  let region = document.querySelector(".announcer");
  if (region === null) {
    region = document.createElement("div");
    region.className = "announcer visually-hidden";
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  region.textContent = message;
}
