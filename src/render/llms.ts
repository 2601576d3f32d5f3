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

/** `llms-full.txt`: all of it in one file. */
export function renderLlmsFull(site: About, pages: readonly FullPage[]): string {
  const texts = pages.map(({ url, markdown }) => `Source: ${url}\n\n${markdown.trim()}`);
  return [head(site), ...texts].join("\n\n---\n\n").concat("\n");
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
