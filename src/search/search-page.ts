import type { PageBadge } from "../shared/badge.ts";

/** A section of a page, as the search index stores it. */
export interface SearchDocument {
  readonly id: number;
  /** Heading of the section; for the lead, the page's title. */
  readonly title: string;
  /** Text and code; only the beginning if the index has parts, see `SearchIndexFile`. */
  readonly content: string;
  readonly tags: readonly string[];
  readonly sidebarParentCategories: readonly string[];
  readonly pageTitle: string;
  readonly sectionTitle: string;
  /** Route, with the section's anchor as its hash. */
  readonly sectionRoute: string;
  readonly type: "docs" | "blog" | "other";
  readonly badge?: PageBadge | undefined;
  /** Factor of the page's scores; absent: 1. */
  readonly boost?: number | undefined;
  /** Label of the page in the sidebar. Only on a lead, and only if it differs from the title. */
  readonly label?: string;
  /** Only on a lead that has any. */
  readonly keywords?: readonly string[];
}

/** The searchable content of a page. */
export interface SearchPage {
  readonly route: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly parents: readonly string[];
  readonly type: SearchDocument["type"];
  readonly label: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly badge?: PageBadge | undefined;
  readonly boost?: number | undefined;
  readonly sections: readonly PageSection[];
}

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly level: number;
  readonly text: string;
  readonly code: string;
  /** Table headers and image descriptions: parts of `text` that tell what it is about. */
  readonly labels: string;
  /** Names that the section defines. */
  readonly defined: readonly string[];
}

/** A document before it gets its id and its content, with the parts of its content: code counts less than text. */
interface Section extends Pick<PageSection, "text" | "code" | "labels" | "defined"> {
  readonly document: Omit<SearchDocument, "id" | "content">;
  /** Texts about the whole page, with the weight of their words; only on its lead. */
  readonly about: readonly (readonly [text: string, weight: number])[];
}

/** Comments in code that only mark lines to highlight. */
const LINE_MARKS = /^.*\bhighlight-(?:next-line|start|end)\b.*\n?/gm;

/** Weights of texts about a page: its own names, and texts that it shares with other pages or only mentions. */
const NAME_WEIGHT = 1;
const MENTION_WEIGHT = 0.5;

/** Splits a page into documents: one for its lead and one for each section. The page's tags belong to the lead. */
export function sectionsOf(page: SearchPage): Section[] {
  return withLead(page.sections).map((section, index) => {
    const title = section.title || page.title;
    const code = section.code.replace(LINE_MARKS, "");
    const document = {
      title,
      tags: index === 0 ? page.tags : [],
      sidebarParentCategories: page.parents,
      pageTitle: page.title,
      sectionTitle: title,
      sectionRoute: section.id === "" ? page.route : `${page.route}#${section.id}`,
      type: page.type,
      ...(page.badge && { badge: page.badge }),
      ...(page.boost !== undefined && { boost: page.boost }),
      ...(index === 0 && page.label !== page.title && { label: page.label }),
      ...(index === 0 && page.keywords.length > 0 && { keywords: page.keywords }),
    };
    // A folder's index page is an overview: the names in it are defined on the pages below it.
    const defined = page.route.endsWith("/") ? [] : section.defined;
    return {
      document,
      text: section.text,
      code,
      labels: section.labels,
      defined,
      about: index === 0 ? about(page) : [],
    };
  });
}

/** The content of a section's document: its text and its code. */
export function sectionContent({ text, code }: Pick<Section, "text" | "code">): string {
  return [text, code].filter(Boolean).join("\n");
}

function about({ route, label, keywords, description, parents }: SearchPage): Section["about"] {
  const folders = route.split("/").filter(Boolean);
  const name = folders.pop() ?? "";
  return [
    [[label, name, ...keywords].join(" "), NAME_WEIGHT],
    [[description, ...parents, ...folders].join(" "), MENTION_WEIGHT],
  ];
}

/** Adds a lead if there is none: the text before the first heading, or under the page's own heading. */
function withLead(sections: readonly PageSection[]): readonly PageSection[] {
  const [first] = sections;
  if (first?.id === "") return sections;
  if (first?.level === 1) return [{ ...first, id: "", title: "" }, ...sections.slice(1)];
  return [{ id: "", title: "", level: 1, text: "", code: "", labels: "", defined: [] }, ...sections];
}
