/** Closes what a menu's link was chosen in: dropdowns, and the drawer. */
export function closeMenus(): void {
  for (const dropdown of document.querySelectorAll("details.dropdown[open]")) dropdown.removeAttribute("open");
  document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
}
