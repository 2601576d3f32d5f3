import syntaxHighlight from "@11ty/eleventy-plugin-syntaxhighlight";

/** The sidebar's tree: parts, their sections, their pages in order. */
function treeOf(pages) {
  const parts = new Map();
  for (const { url, data } of [...pages].sort((a, b) => a.data.order - b.data.order)) {
    const [part, section] = url.split("/").filter(Boolean);
    if (section === undefined) continue;
    const sections = parts.get(part) ?? parts.set(part, new Map()).get(part);
    const list = sections.get(section) ?? sections.set(section, []).get(section);
    list.push({ url, title: data.title });
  }
  return [...parts].map(([name, sections]) => ({
    name: name.replace("-", " "),
    sections: [...sections].map(([section, list]) => ({ name: section.replace("-", " "), pages: list })),
  }));
}

export default function configure(config) {
  config.addPlugin(syntaxHighlight);
  config.addPassthroughCopy("style.css");
  config.addCollection("tree", (api) => treeOf(api.getAll()));
  return {
    dir: { input: "docs", output: "build", includes: "../_includes", data: "../_data" },
    markdownTemplateEngine: false,
  };
}
