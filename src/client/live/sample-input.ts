import type { SampleInput } from "./reader-file-input.ts";
import { faultNotice, type SetNotice } from "./sample-notices.ts";

/**
 * The input of a sample. Only those that take a reader's file load the code for it.
 *
 * @param box the sample's `.live-input`; null: it takes none
 * @param isChanged whether the reader has changed the code
 */
export function createSampleInput(box: HTMLElement | null, notify: SetNotice, isChanged: () => boolean): SampleInput {
  let input: SampleInput | undefined;
  const load = async () => {
    if (box === null) return undefined;
    try {
      const { createReaderFileInput } = await import("./reader-file-input.ts");
      input ??= createReaderFileInput(box, notify, isChanged);
    } catch (error) {
      console.info(`docgen: a live sample runs with its own file: ${String(error)}`);
    }
    return input;
  };
  return {
    begin: async (run, send) => (await load())?.begin(run, send),
    answer: async (url) => (await load())?.answer(url),
    faultNotice: (fault) => (input?.faultNotice ?? faultNotice)(fault),
  };
}
