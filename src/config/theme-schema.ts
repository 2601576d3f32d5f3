import { posix } from "node:path";
import * as v from "valibot";
import { address, amount, nonEmptyText, pictureAddress, textValue } from "./values-schema.ts";

export const styleSheet = v.pipe(
  textValue,
  v.check(
    (path) => /^(?![a-z][a-z+.-]*:|[/\\]).*\.css$/i.test(path) && !posix.normalize(path).startsWith("../"),
    "must be the path of a .css file inside the root, relative to the root",
  ),
);

const footerLink = v.strictObject({
  /** Text of the link. */
  label: textValue,
  /** Route of a page of this site. */
  to: v.optional(address),
  /** URL of another site. */
  href: v.optional(address),
});

export const logo = v.strictObject({
  /** URL of the picture; that of a static file begins with a slash. */
  src: pictureAddress,
  /** URL of the picture in the dark colour mode. Default: `src`. */
  srcDark: v.optional(pictureAddress),
  /** Alternative text; empty if the title beside it says the same. */
  alt: v.optional(textValue, ""),
  /** Width, in pixels. */
  width: v.optional(amount),
  /** Height, in pixels. */
  height: v.optional(amount),
  /** Target of the link around the picture. Default: the home page. */
  href: v.optional(address),
  /** Value of the link's `target` attribute. */
  target: v.optional(textValue),
});

const footerColumn = v.strictObject({
  title: v.optional(textValue),
  items: v.pipe(v.array(footerLink), v.minLength(1)),
});

export const footer = v.strictObject({
  /** Colours of the footer. */
  style: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Columns, `{title, items}` each, or a single row of links. */
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
  /** Copyright notice; may contain HTML. */
  copyright: v.optional(textValue),
});

export const colorMode = v.strictObject({
  /** Colour mode of a reader's first visit. */
  defaultMode: v.optional(v.picklist(["light", "dark"]), "light"),
  /** Removes the switch and clears the choice that was stored earlier. */
  disableSwitch: v.optional(v.boolean(), false),
  /** Follows the system's setting until the reader chooses a mode. */
  respectPrefersColorScheme: v.optional(v.boolean(), false),
});

/** A bar above the navbar, shown until it is dismissed. */
export const announcementBar = v.strictObject({
  /** Identifies the announcement: with a new id, the bar is shown again to readers who dismissed it. */
  id: v.optional(textValue, "announcement-bar"),
  /** Text of the bar; may contain HTML. */
  content: nonEmptyText,
  /** Background colour, in any CSS notation. */
  backgroundColor: v.optional(textValue),
  /** Text colour, in any CSS notation. */
  textColor: v.optional(textValue),
  /** Whether readers can dismiss the bar. */
  isCloseable: v.optional(v.boolean(), true),
});

/** A link to an AI assistant that answers questions about a page. */
export const assistant = v.strictObject({
  /** Text of the link. */
  label: textValue,
  /** URL of the link. `{url}` is replaced by the URL of the page, `{markdown}` by that of its Markdown copy. */
  url: address,
});

export const feedback = v.strictObject({
  /**
   * URL that answers are posted to, as `{ "route": "/docs/guide", "helpful": true }`; no data about the reader is sent.
   */
  url: address,
});

/** Draws a preview image for each page (Open Graph), in any colours of SVG. Absent: no images. */
export const socialCards = v.strictObject({
  /** Background colour. */
  background: v.optional(textValue, "#0e2b20"),
  /** Colour of the title. */
  text: v.optional(textValue, "#ffffff"),
  /** Colour of the line and the path. */
  accent: v.optional(textValue, "#5fd39a"),
});

/** Appearance of the site when it is installed on a device. */
export const webManifest = v.strictObject({
  /** Name where there is no room for the title. Default: the title. */
  shortName: v.optional(textValue),
  /** How much of the browser's interface is shown. */
  display: v.optional(v.picklist(["browser", "minimal-ui", "standalone", "fullscreen"]), "minimal-ui"),
  /** Colour of the window. */
  themeColor: v.optional(textValue),
  /** Colour shown while the site loads. */
  backgroundColor: v.optional(textValue),
});
