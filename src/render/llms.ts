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

interface About {
  readonly title: string;
  readonly description: string;
}

/** `llms.txt`: the list of pages by section, in the format of llmstxt.org. */
export function renderLlms(site: About, sections: readonly ListedSection[]): string {
  const parts = sections.filter(({ pages }) => pages.length > 0);
  return [renderLlmsHead(site), ...parts.map(section)].join("\n\n").concat("\n");
}

/** The head of both files. In `llms-full.txt` pages follow it, and a newline ends the file. */
export function renderLlmsHead({ title, description }: About): string {
  return description === "" ? `# ${title}` : `# ${title}\n\n> ${oneLine(description)}`;
}

/** What a page in `llms-full.txt` begins with, before its copy. @param url of the HTML page */
export function fullPageStart(url: string): string {
  return `\n\n---\n\nSource: ${url}\n\n`;
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
