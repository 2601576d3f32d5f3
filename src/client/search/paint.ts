/** Name of the highlight in the style sheet, and class of the marks that stand in for it. */
const NAME = "search-word";
/** Compiled Markdown: React never looks into it, so that marks may stand there. */
const PLAIN = ".markdown";

/** Shows ranges as marked, in the place of those shown before; the document stays as it is where the browser can do so. */
export function paintRanges(ranges: readonly Range[]): void {
  wipeRanges();
  if ("highlights" in CSS) CSS.highlights.set(NAME, new Highlight(...ranges));
  else for (const range of [...ranges].reverse()) wrap(range);
}

/** Takes all marks away. */
export function wipeRanges(): void {
  if ("highlights" in CSS) CSS.highlights.delete(NAME);
  for (const mark of document.querySelectorAll(`mark.${NAME}`)) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
}

/** Puts marks around the texts of a range. */
function wrap(range: Range): void {
  const { startContainer, startOffset, endContainer, endOffset, commonAncestorContainer } = range;
  for (const node of textsOf(commonAncestorContainer)) {
    if (node.parentElement?.closest(PLAIN) == null || !range.intersectsNode(node)) continue;
    const from = node === startContainer ? startOffset : 0;
    const to = node === endContainer ? endOffset : node.length;
    if (from >= to) continue;
    const word = node.splitText(from);
    word.splitText(to - from);
    const mark = document.createElement("mark");
    mark.className = NAME;
    word.replaceWith(mark);
    mark.append(word);
  }
}

function textsOf(node: Node): Text[] {
  if (node instanceof Text) return [node];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let next = walker.nextNode(); next !== null; next = walker.nextNode()) texts.push(next as Text);
  return texts;
}
