import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import deflist from "markdown-it-deflist";
import { recordOffsets } from "./env.ts";
import { optionRows, signatures } from "./plugins/api-components.ts";
import { apiMentions } from "./plugins/api-mentions.ts";
import { codeBlocks } from "./plugins/code-block.ts";
import { components } from "./plugins/component.ts";
import { containers } from "./plugins/containers.ts";
import { footnotes, lostFootnotes } from "./plugins/footnotes.ts";
import { bareAddresses, emojiCodes, githubAlerts, singleTildes, taskLists } from "./plugins/github-markdown.ts";
import { codeGroups, tabContent } from "./plugins/grouped-tabs.ts";
import { deepBlocks, unclosedGuards } from "./plugins/guards.ts";
import { headingIds, permalinks } from "./plugins/heading-id.ts";
import { inlineComponents } from "./plugins/inline-component.ts";
import { linkSlots } from "./plugins/link.ts";
import { math } from "./plugins/math.ts";
import { moduleStatements } from "./plugins/module-statement.ts";
import { openElements } from "./plugins/open-elements.ts";
import { headBlocks, rawHtml } from "./plugins/raw-html.ts";
import { lostReferences, strayMarks } from "./plugins/stray-marks.ts";
import { tables } from "./plugins/table.ts";
import { truncateMarker } from "./plugins/truncate.ts";
import { replaceVariables } from "./plugins/variable.ts";

/** The extensions of the dialect, in the order of their registration with markdown-it. */
const PLUGINS: readonly { readonly name: string; readonly add: (md: Parser) => void }[] = [
  { name: "positions of inline tokens", add: recordOffsets },
  { name: "import and export statements", add: moduleStatements },
  { name: "{vars.name}", add: replaceVariables },
  { name: "~one tilde~", add: singleTildes },
  { name: "footnotes", add: footnotes },
  { name: "footnotes that are lost", add: lostFootnotes },
  { name: "guards against quadratic time", add: unclosedGuards },
  { name: "blocks nested too deep", add: deepBlocks },
  { name: "definition lists", add: (md) => void md.use(deflist) },
  { name: ":emoji: codes", add: emojiCodes },
  { name: ":::containers", add: containers },
  { name: "> [!NOTE] alerts", add: githubAlerts },
  { name: "::: code-group, npm2yarn", add: codeGroups },
  { name: "<head> blocks", add: headBlocks },
  { name: "<Component> tags", add: components },
  { name: "<Component> tags inside a text", add: inlineComponents },
  { name: "$formulas$", add: math },
  { name: "heading ids, versions of a section", add: headingIds },
  { name: "heading permalinks", add: permalinks },
  { name: "rows of <Options>", add: optionRows },
  { name: "names of an API", add: apiMentions },
  { name: "- [ ] task lists", add: taskLists },
  { name: "code fences", add: codeBlocks },
  { name: "<Signature>", add: signatures },
  { name: "tables that scroll", add: tables },
  { name: "bare addresses", add: bareAddresses },
  { name: "links and images", add: linkSlots },
  { name: "references to no definition", add: lostReferences },
  { name: "truncate marker", add: truncateMarker },
  { name: "raw HTML", add: rawHtml },
  { name: "elements left open", add: openElements },
  { name: "content of tabs", add: tabContent },
  { name: "marks that no rule has parsed", add: strayMarks },
];

/**
 * Creates a parser for the dialect. Raw HTML is on, as the authors of a repository are trusted. Linkify and typographer
 * are off: both have had inputs that take quadratic time, and code needs straight quotes. `bareAddresses` links bare
 * URLs.
 */
export function createParser(): Parser {
  const md = new MarkdownIt({ html: true, linkify: false, typographer: false });
  for (const plugin of PLUGINS) plugin.add(md);
  return md;
}
