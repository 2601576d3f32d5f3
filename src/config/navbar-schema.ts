import * as v from "valibot";
import { address, textValue } from "./values-schema.ts";

const position = v.optional(v.picklist(["left", "right"]), "right");
const optionalText = v.optional(textValue);

const target = {
  label: textValue,
  /** Route of a page of this site. */
  to: v.optional(address),
  /** URL of another site. */
  href: v.optional(address),
};

const dropdownItem = v.variant("type", [
  v.strictObject({ type: v.optional(v.literal("default"), "default"), ...target }),
  v.strictObject({ type: v.literal("html"), value: textValue }),
]);

const item = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ type: v.literal(type), ...fields, position });

/**
 * An item of the navbar. Its `type`, by default `default`, determines its fields. `navigation/navbar.ts` resolves items
 * of each type, and `theme/Navbar.tsx` shows them.
 */
export const navbarItem = v.variant("type", [
  v.strictObject({ type: v.optional(v.literal("default"), "default"), ...target, position }),
  item("dropdown", { ...target, items: v.pipe(v.array(dropdownItem), v.minLength(1)) }),
  item("html", { value: textValue }),
  item("search", {}),
  item("doc", { label: optionalText, docId: textValue, docsPluginId: optionalText }),
  item("docSidebar", { label: optionalText, sidebarId: textValue, docsPluginId: optionalText }),
  /** Links to the version of the current page; elsewhere to the reader's preferred version, or to the last one. */
  item("docsVersion", { label: optionalText, to: v.optional(address), docsPluginId: optionalText }),
  item("docsVersionDropdown", { docsPluginId: optionalText }),
  item("localeDropdown", {}),
]);
