import { peakMemory } from "./command.mjs";

/** The most memory of a cold build, of a warm one and of one with a page edited, in runs of their own. */
export async function measureMemory(contenders, { limit, count, record, note }) {
  for (const { peer, site } of contenders) {
    if (peer.states !== undefined && !peer.states.includes("cold")) continue;
    try {
      site.clean();
      record("memory, cold build", count, peer, "MiB", await peakMemory(site.command(peer.build), { ...site, limit }));
      if (peer.states !== undefined) continue;
      site.edit();
      record(
        "memory, edited build",
        count,
        peer,
        "MiB",
        await peakMemory(site.command(peer.build), { ...site, limit }),
      );
    } catch (error) {
      note(`${peer.title}, ${count} pages, memory: ${error.message}`);
    }
  }
}
