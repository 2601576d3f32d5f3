/** A page in `llms.txt`; addresses are absolute. */
export interface ListedPage {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

export interface ListedSection {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** A page in `llms-full.txt`. */
export interface FullPage {
  /** Address of the HTML page. */
  readonly url: string;
  /** Its Markdown copy. */
  readonly markdown: string;
}

interface About {
  readonly title: string;
  readonly description: string;
}

/** `llms.txt`: the list of pages by section, in the format of llmstxt.org. */
export function renderLlms(site: About, sections: readonly ListedSection[]): string {
  const parts = sections.filter(({ pages }) => pages.length > 0);
  return [head(site), ...parts.map(section)].join("\n\n").concat("\n");
}

/** The head of `llms-full.txt`; pages follow it, and a newline ends the file. */
export function renderFullHead(site: About): string {
  return head(site);
}

/** A page in `llms-full.txt`, with the separator before it. */
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
