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
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly code: string;
  }[];
}

/** Makes a document of each section; the page's tags go to its first. */
export function searchDocuments(pages: readonly SearchPage[]): SearchDocument[] {
  const documents: SearchDocument[] = [];
  for (const page of pages) {
    const sections =
      page.sections[0]?.id === "" ? page.sections : [{ id: "", title: "", text: "", code: "" }, ...page.sections];
    sections.forEach((section, index) => {
      documents.push({
        id: documents.length,
        title: section.title || page.title,
        content: [section.text, section.code].filter(Boolean).join("\n"),
        tags: index === 0 ? page.tags : [],
        sidebarParentCategories: page.parents,
        pageTitle: page.title,
        sectionTitle: section.title || page.title,
        sectionRoute: section.id === "" ? page.route : `${page.route}#${section.id}`,
        type: page.type,
      });
    });
  }
  return documents;
}
