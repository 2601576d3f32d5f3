/** Says which names of languages have highlighting. */
export async function findLanguages(): Promise<(name: string) => boolean> {
  const { createHighlighter } = await import("../highlight/highlighter.ts");
  return createHighlighter(async () => []).knows;
}
