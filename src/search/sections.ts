/** One section of a page as the search knows it (specification section 3). */
export interface SearchDocument {
  readonly id: number;
  /** Heading of the section; the page's title for its lead. */
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

/** What a page brings to the search. */
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
  /** Names that the section says the meaning of. */
  readonly defined: readonly string[];
}

/** A document, without the id that it gets in an index, and what its content is made of: code counts less than text. */
interface Section extends Pick<PageSection, "text" | "code" | "defined"> {
  readonly document: Omit<SearchDocument, "id">;
}

/** Comments that only mark lines for the reader of the page. */
const LINE_MARKS = /^.*\bhighlight-(?:next-line|start|end)\b.*\n?/gm;

/** Makes a document of a page's lead and of each of its sections; the page's tags go to the lead. */
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
    // The index page of a folder gives an overview: what it names is explained on the pages below it.
    return { document, text: section.text, code, defined: page.route.endsWith("/") ? [] : section.defined };
  });
}

/** What stands before the first heading is the lead, and what stands under the page's own heading, where it begins with one. */
function withLead(sections: readonly PageSection[]): readonly PageSection[] {
  const [first] = sections;
  if (first?.id === "") return sections;
  if (first?.level === 1) return [{ ...first, id: "", title: "" }, ...sections.slice(1)];
  return [{ id: "", title: "", level: 1, text: "", code: "", defined: [] }, ...sections];
}
