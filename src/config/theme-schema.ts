import { posix } from "node:path";
import * as v from "valibot";
import { address, pictureAddress } from "./address-schema.ts";
import { amount, textValue } from "./values-schema.ts";

export const styleSheet = v.pipe(
  textValue,
  v.check(
    (path) => /^(?![a-z][a-z+.-]*:|[/\\]).*\.css$/i.test(path) && !posix.normalize(path).startsWith("../"),
    "must be the path of a .css file inside the root, relative to that",
  ),
);

const footerLink = v.strictObject({
  /** What is read. */
  label: textValue,
  /** A route of this site. */
  to: v.optional(address),
  /** An address outside it. */
  href: v.optional(address),
});

export const logo = v.strictObject({
  /** Address of the picture: root-absolute for a static file. */
  src: pictureAddress,
  /** The picture for the dark colour mode; default: `src`. */
  srcDark: v.optional(pictureAddress),
  /** What it is, for those who do not see it; empty beside the title. */
  alt: v.optional(textValue, ""),
  /** Pixels. */
  width: v.optional(amount),
  /** Pixels. */
  height: v.optional(amount),
  /** Where it leads; default: home. */
  href: v.optional(address),
  /** Window that it opens in, as HTML names it. */
  target: v.optional(textValue),
});

const footerColumn = v.strictObject({ title: v.optional(textValue), items: v.array(footerLink) });

export const footer = v.strictObject({
  /** Colours. */
  style: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Either columns, `{title, items}` each, or one row of plain links. */
  links: v.optional(
    v.array(
      v.lazy((entry): typeof footerColumn | typeof footerLink => {
        const isColumn = typeof entry === "object" && entry !== null && ("items" in entry || "title" in entry);
        return isColumn ? footerColumn : footerLink;
      }),
    ),
    [],
  ),
  /** Picture below the links. */
  logo: v.optional(logo),
  /** Printed as it is; may hold HTML. */
  copyright: v.optional(textValue),
});

export const colorMode = v.strictObject({
  /** Mode of a first visit. */
  defaultMode: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Removes the toggle and clears what was stored. */
  disableSwitch: v.optional(v.boolean(), false),
  /** Follows the system while the reader has chosen nothing. */
  respectPrefersColorScheme: v.optional(v.boolean(), false),
});

/** Shown above the navbar until dismissed. */
export const announcementBar = v.strictObject({
  /** A new id shows the bar again to those who dismissed it. */
  id: v.optional(textValue, "announcement-bar"),
  /** HTML. */
  content: textValue,
  /** Any colour that CSS knows. */
  backgroundColor: v.optional(textValue),
  /** Any colour that CSS knows. */
  textColor: v.optional(textValue),
  /** Whether readers may dismiss it. */
  isCloseable: v.optional(v.boolean(), true),
});

/** A program that answers questions about a page, reached by a link. */
export const assistant = v.strictObject({
  /** What the link says. */
  label: textValue,
  /** Its address, with `{url}` for the address of the page, and `{markdown}` for that of its Markdown copy. */
  url: address,
});

export const feedback = v.strictObject({
  /** Where answers are sent: `{ "route": "/docs/guide", "helpful": true }`, and nothing of the reader. */
  url: address,
});

/** Draws a picture for each page, for where it is linked to (Open Graph); absent: none. Any colour that SVG knows. */
export const socialCards = v.strictObject({
  /** Ground. */
  background: v.optional(textValue, "#0e2b20"),
  /** Title. */
  text: v.optional(textValue, "#ffffff"),
  /** Line and path. */
  accent: v.optional(textValue, "#5fd39a"),
});

/** What a device shows of the site when a reader keeps it like a program. */
export const webManifest = v.strictObject({
  /** For places where the title is too long; default: the title. */
  shortName: v.optional(textValue),
  /** How much of the browser is seen. */
  display: v.optional(v.picklist(["browser", "minimal-ui", "standalone", "fullscreen"]), "minimal-ui"),
  /** Colour of the window. */
  themeColor: v.optional(textValue),
  /** Colour before the page shows. */
  backgroundColor: v.optional(textValue),
});
