import { wordSet } from "../shared/text.ts";
/** A syntax error in HTML. */
export interface HtmlFault {
  /** Offset in the source. */
  readonly offset: number;
  readonly message: string;
}

const VOID = wordSet("area base br col embed hr img input link meta param source track wbr");
/** Elements that contain only text up to their end tag. */
const RAW = wordSet("script style textarea title");
/** Elements with an optional end tag, some also with an optional start tag. */
const OPTIONAL = wordSet("html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp");
const NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /\s*\/?\s*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?(?=[\s/>])/y;
const TAG_END = /\s*(\/?)\s*>/y;

/**
 * Finds the first definite error in an HTML fragment: an unclosed comment, tag, quote or element, or an end tag without
 * a start tag. Anything else is accepted, as pages show fragments.
 */
export function findHtmlFault(source: string): HtmlFault | undefined {
  const open: { readonly name: string; readonly offset: number }[] = [];
  for (let at = source.indexOf("<"); at >= 0; at = source.indexOf("<", at)) {
    if (source.startsWith("<!--", at)) {
      const end = source.indexOf("-->", at + 4);
      if (end < 0) return { offset: at, message: "comment is not closed" };
      at = end;
      continue;
    }
    const isEnd = source[at + 1] === "/";
    NAME.lastIndex = at + (isEnd ? 2 : 1);
    const written = NAME.exec(source)?.[0];
    if (written === undefined) {
      at += 1;
      continue;
    }
    const name = written.toLowerCase();
    const tag = readTag(source, NAME.lastIndex, at, written);
    if ("message" in tag) return tag;
    if (isEnd) {
      const fault = close(open, name, at, written);
      if (fault !== undefined) return fault;
    } else if (RAW.has(name) && !tag.selfClosing) {
      const end = new RegExp(`</${name}[\\s>]`, "gi");
      end.lastIndex = tag.end;
      const found = end.exec(source);
      if (found === null) return { offset: at, message: `<${written}> is not closed` };
      at = found.index + 2;
      continue;
    } else if (!VOID.has(name) && !tag.selfClosing) open.push({ name, offset: at });
    at = tag.end;
  }
  return unclosed(open);
}

/** Reads the attributes and the end of a tag. */
function readTag(
  source: string,
  from: number,
  tagStart: number,
  name: string,
): { readonly end: number; readonly selfClosing: boolean } | HtmlFault {
  let at = from;
  for (;;) {
    TAG_END.lastIndex = at;
    const end = TAG_END.exec(source);
    if (end !== null) return { end: TAG_END.lastIndex, selfClosing: end[1] === "/" };
    ATTRIBUTE.lastIndex = at;
    if (ATTRIBUTE.exec(source) === null) break;
    at = ATTRIBUTE.lastIndex;
  }
  const quote = /^\s*\/?\s*[^\s"'<>/=]*\s*=?\s*(["'])/.exec(source.slice(at));
  if (quote !== null) return { offset: at + quote[0].length - 1, message: `quote in <${name}> is not closed` };
  return { offset: tagStart, message: `tag <${name} is not closed` };
}

/** Removes an element, and those that it closes implicitly, from the open elements. */
function close(
  open: { readonly name: string; readonly offset: number }[],
  name: string,
  offset: number,
  written: string,
): HtmlFault | undefined {
  const index = open.findLastIndex((element) => element.name === name);
  if (index < 0) {
    return VOID.has(name) || OPTIONAL.has(name) ? undefined : { offset, message: `</${written}> closes nothing` };
  }
  return unclosed(open.splice(index).slice(1));
}

function unclosed(open: readonly { readonly name: string; readonly offset: number }[]): HtmlFault | undefined {
  const first = open.find(({ name }) => !OPTIONAL.has(name));
  return first === undefined ? undefined : { offset: first.offset, message: `<${first.name}> is not closed` };
}
