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
const linkFields = { ...target, position };

const dropdownItem = v.variant("type", [
  v.strictObject({ type: v.optional(v.literal("default"), "default"), ...target }),
  v.strictObject({ type: v.literal("html"), value: textValue }),
]);

/**
 * An item of the navbar. Its `type`, by default `default`, determines its fields. `navigation/navbar.ts` resolves items
 * of each type, and `theme/Navbar.tsx` shows them.
 */
export const navbarItem = v.variant("type", [
  v.strictObject({ type: v.optional(v.literal("default"), "default"), ...linkFields }),
  v.strictObject({
    type: v.literal("dropdown"),
    ...linkFields,
    items: v.pipe(v.array(dropdownItem), v.minLength(1)),
  }),
  v.strictObject({ type: v.literal("html"), position, value: textValue }),
  v.strictObject({ type: v.literal("search"), position }),
  v.strictObject({
    type: v.literal("doc"),
    label: optionalText,
    position,
    docId: textValue,
    docsPluginId: optionalText,
  }),
  v.strictObject({
    type: v.literal("docSidebar"),
    label: optionalText,
    position,
    sidebarId: textValue,
    docsPluginId: optionalText,
  }),
  /** Links to the version of the current page; elsewhere to the reader's preferred version, or to the last one. */
  v.strictObject({
    type: v.literal("docsVersion"),
    label: optionalText,
    position,
    to: v.optional(address),
    docsPluginId: optionalText,
  }),
  v.strictObject({
    type: v.literal("docsVersionDropdown"),
    position,
    docsPluginId: optionalText,
  }),
  v.strictObject({ type: v.literal("localeDropdown"), position }),
]);
