/** A page as `llms.txt` lists it; addresses are absolute. */
export interface ListedPage {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

export interface ListedSection {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** A page in full. */
export interface FullPage {
  /** Where readers find it. */
  readonly url: string;
  /** Its Markdown copy. */
  readonly markdown: string;
}

interface About {
  readonly title: string;
  readonly description: string;
}

/** `llms.txt`: what there is to read, by section, in the form that llmstxt.org asks for. */
export function renderLlms(site: About, sections: readonly ListedSection[]): string {
  const parts = sections.filter(({ pages }) => pages.length > 0);
  return [head(site), ...parts.map(section)].join("\n\n").concat("\n");
}

/** `llms-full.txt`, all of it in one file: how it begins. Then come its pages; a newline ends it. */
export function renderFullHead(site: About): string {
  return head(site);
}

/** One page of `llms-full.txt`, as it follows what stands before it. */
export function renderFullPage({ url, markdown }: FullPage): string {
  return `\n\n---\n\nSource: ${url}\n\n${markdown.trim()}`;
}

function head({ title, description }: About): string {
  return description === "" ? `# ${title}` : `# ${title}\n\n> ${oneLine(description)}`;
}

function section({ title, pages }: ListedSection): string {
  const lines = pages.map((page) => {
    const link = `- [${oneLine(page.title).replace(/[[\]]/g, "\\$&")}](${page.url.replace(/[()]/g, encodeURIComponent)})`;
    return page.description === "" ? link : `${link}: ${oneLine(page.description)}`;
  });
  return `## ${oneLine(title)}\n\n${lines.join("\n")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
