import { spawnSync } from "node:child_process";
import { faultOf } from "./check-output.mjs";
import { timeCommand } from "./command.mjs";

/** A command below this many seconds is run three times in a round, since a single short time says little. */
const SHORT_SECONDS = 3;
const SHORT_REPEATS = 3;
const SYNC_LIMIT_MS = 10_000;

const STATES = [
  { name: "cold", prepare: (site) => site.clean() },
  { name: "warm", prepare: () => undefined },
  { name: "edited", prepare: (site) => site.edit() },
];

/**
 * Builds every peer's site cold, again with nothing changed, and again with one page edited, peers in turn and
 * starting with another one in each round. A peer that fails or is late is left out from then on.
 * @param contenders `{peer, site}`
 * @returns those that did not fail
 */
export async function measureBuilds(contenders, { runs, limit, count, record, note }) {
  const out = new Set();
  for (let round = 0; round < runs; round++) {
    const first = round % contenders.length;
    const turn = [...contenders.slice(first), ...contenders.slice(0, first)];
    for (const state of STATES) {
      for (const { peer, site } of turn) {
        if (out.has(peer) || !(peer.states ?? [state.name]).includes(state.name)) continue;
        try {
          await measureState(peer, site, state, { limit, count, record, note });
        } catch (error) {
          out.add(peer);
          if (error.isLate) record(`${state.name} build`, count, peer, "s", limit, { isLate: true });
          note(`${peer.title}, ${count} pages, ${state.name}: ${error.message}`);
        }
      }
    }
  }
  return contenders.filter(({ peer }) => !out.has(peer));
}

async function measureState(peer, site, { name, prepare }, { limit, count, record, note }) {
  for (let repeat = 0; repeat < SHORT_REPEATS; repeat++) {
    const mark = prepare(site);
    // What others have left to be written to the disk is not this one's affair.
    spawnSync("sync", { timeout: SYNC_LIMIT_MS });
    const { wall, cpu } = await timeCommand(site.command(peer.build), { ...site, limit });
    const fault = faultOf(peer, site, mark);
    if (fault !== undefined) note(`${peer.title}, ${count} pages, ${name}: ${fault}`);
    record(`${name} build`, count, peer, "s", wall, { fault });
    record(`${name} build, processor`, count, peer, "s", cpu);
    if (wall > SHORT_SECONDS) return;
  }
}
