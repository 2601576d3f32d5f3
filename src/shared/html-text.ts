import { Parser } from "htmlparser2";

/** Elements whose content isn't shown: the source of a formula beside its MathML. */
const HIDDEN = "annotation";

/** The text that HTML shows, on one line: images by their alternative text, a line break as a space. */
export function visibleText(html: string): string {
  let text = "";
  let hidden = 0;
  const parser = new Parser({
    ontext: (part) => {
      if (hidden === 0) text += part;
    },
    onopentag: (name, { alt = "" }) => {
      if (name === "img") text += alt;
      if (name === "br") text += " ";
      if (name === HIDDEN) hidden++;
    },
    onclosetag: (name) => {
      if (name === HIDDEN) hidden--;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, " ").trim();
}
