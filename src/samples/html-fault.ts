import { type HtmlPart, readHtml, type StartTag } from "../shared/html.ts";
import { type ElementFault, followTag, type OpenElement, unclosed } from "../shared/unclosed-elements.ts";

/** A syntax error in HTML. */
export interface HtmlFault {
  /** Offset in the source. */
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds the first definite error in an HTML fragment: an unclosed comment, tag, quote or element, or an end tag without
 * a start tag. Anything else is accepted, as pages show fragments.
 */
export function findHtmlFault(source: string): HtmlFault | undefined {
  const open: OpenElement<number>[] = [];
  for (const part of readHtml(source, { selfClosing: true })) {
    const fault = faultIn(source, part, open);
    if (fault !== undefined) return fault;
  }
  return elementFault(unclosed(open)[0]);
}

function faultIn(source: string, part: HtmlPart, open: OpenElement<number>[]): HtmlFault | undefined {
  const { from } = part;
  if (part.kind === "comment") return part.isClosed ? undefined : { offset: from, message: "comment is not closed" };
  if (part.kind === "cut") {
    return part.openQuote === undefined ? cutTag(part) : openQuote(part.written, part.openQuote);
  }
  if (part.kind === "start") {
    const fault = attributeFault(source, part);
    if (fault !== undefined || part.isSelfClosing) return fault;
  }
  return part.kind === "start" || part.kind === "end" ? elementFault(followTag(open, part, from)[0]) : undefined;
}

/** The fault of a tag that goes on in what follows it, as a quote or the tag itself is not closed. */
function attributeFault(source: string, tag: StartTag): HtmlFault | undefined {
  for (const [index, { name, quote, from, to }] of tag.attributes.entries()) {
    const written = source.slice(from, quote === "" ? to : from + name.length);
    const before = tag.attributes[index - 1];
    if (before?.to === from && before.quote !== "") {
      return openQuote(tag.written, source.indexOf(before.quote, before.from));
    }
    if (/^["']/.test(written)) return openQuote(tag.written, from);
    if (/["'<]|^=/.test(written)) return cutTag(tag);
  }
  return undefined;
}

function cutTag({ from, written }: Pick<StartTag, "from" | "written">): HtmlFault {
  return { offset: from, message: `tag <${written} is not closed` };
}

function openQuote(written: string, offset: number): HtmlFault {
  return { offset, message: `quote in <${written}> is not closed` };
}

function elementFault(fault: ElementFault<number> | undefined): HtmlFault | undefined {
  if (fault === undefined) return undefined;
  const { name, place, isEnd } = fault;
  return { offset: place, message: isEnd ? `</${name}> closes nothing` : `<${name}> is not closed` };
}
