/** A section of a page, as the search index stores it. */
export interface SearchDocument {
  readonly id: number;
  /** Heading of the section; for the lead, the page's title. */
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly sidebarParentCategories: readonly string[];
  readonly pageTitle: string;
  readonly sectionTitle: string;
  /** Route, with the section's anchor as its hash. */
  readonly sectionRoute: string;
  readonly type: "docs" | "blog" | "other";
}

/** The searchable content of a page. */
export interface SearchPage {
  readonly route: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly parents: readonly string[];
  readonly type: SearchDocument["type"];
  readonly sections: readonly PageSection[];
}

interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly level: number;
  readonly text: string;
  readonly code: string;
  /** Names that the section defines. */
  readonly defined: readonly string[];
}

/** A document before it gets its id, with the parts of its content: code counts less than text. */
interface Section extends Pick<PageSection, "text" | "code" | "defined"> {
  readonly document: Omit<SearchDocument, "id">;
}

/** Comments in code that only mark lines to highlight. */
const LINE_MARKS = /^.*\bhighlight-(?:next-line|start|end)\b.*\n?/gm;

/** Makes a document of a page's lead and of each of its sections; the page's tags belong to the lead. */
export function sectionsOf(page: SearchPage): Section[] {
  return withLead(page.sections).map((section, index) => {
    const title = section.title || page.title;
    const code = section.code.replace(LINE_MARKS, "");
    const document = {
      title,
      content: [section.text, code].filter(Boolean).join("\n"),
      tags: index === 0 ? page.tags : [],
      sidebarParentCategories: page.parents,
      pageTitle: page.title,
      sectionTitle: title,
      sectionRoute: section.id === "" ? page.route : `${page.route}#${section.id}`,
      type: page.type,
    };
    // A folder's index page is an overview: the names in it are defined on the pages below it.
    return { document, text: section.text, code, defined: page.route.endsWith("/") ? [] : section.defined };
  });
}

/** Makes sure that there is a lead: the text before the first heading, or under the page's own heading. */
function withLead(sections: readonly PageSection[]): readonly PageSection[] {
  const [first] = sections;
  if (first?.id === "") return sections;
  if (first?.level === 1) return [{ ...first, id: "", title: "" }, ...sections.slice(1)];
  return [{ id: "", title: "", level: 1, text: "", code: "", defined: [] }, ...sections];
}
