import type { Fault } from "./messages.ts";
import type { NoticeContent } from "./notice.ts";

/** A fault of the sample: where, and what. */
export function faultNotice({ phase, message, line }: Fault): NoticeContent {
  return { text: message, ...(line === undefined ? {} : { place: `Line ${line}` }), isOver: phase === "build" };
}

/** @param address of the script that failed */
export function libraryNotice(address: string, retry: () => void): NoticeContent {
  const text = `The library could not be loaded from ${address}.`;
  return { text, action: { label: "Retry", run: retry }, isOver: true };
}

/** @param isAlone whether this is the only sample of the page that runs: frames can share a process */
export function silenceNotice(isAlone: boolean, stop: () => void): NoticeContent {
  const where = isAlone ? "" : " here or in another sample";
  const text = `No answer for 5 seconds: there may be an endless loop${where}.`;
  return { text, action: { label: "Stop", run: stop }, isOver: true };
}

export function missingNotice(retry: () => void): NoticeContent {
  return { text: "The sample's frame could not be loaded.", action: { label: "Retry", run: retry }, isOver: true };
}

export const STOPPED_NOTICE: NoticeContent = { text: "Stopped. Change the code to run it again.", isOver: true };
