import { text } from "../text.ts";
import type { Fault } from "./messages.ts";
import type { NoticeContent } from "./notice.ts";

/** A fault of the sample: where, and what. */
export function faultNotice({ phase, message, line }: Fault): NoticeContent {
  const place =
    line === undefined ? {} : { place: text({ id: "theme.Playground.line", message: "Line {line}" }, { line }) };
  return { text: message, ...place, isOver: phase === "build" };
}

/** @param address of the script that failed */
export function libraryNotice(address: string, retry: () => void): NoticeContent {
  const message = "The library could not be loaded from {address}.";
  const content = text({ id: "theme.Playground.libraryFailed", message }, { address });
  return { text: content, action: retryAction(retry), isOver: true };
}

/** @param isAlone whether this is the only sample of the page that runs: frames can share a process */
export function silenceNotice(isAlone: boolean, stop: () => void): NoticeContent {
  const message = isAlone
    ? text({
        id: "theme.Playground.silent",
        message: "No answer for 5 seconds: there may be an endless loop.",
      })
    : text({
        id: "theme.Playground.silentAmongOthers",
        message: "No answer for 5 seconds: there may be an endless loop here or in another sample.",
      });
  const label = text({ id: "theme.Playground.buttons.stop", message: "Stop" });
  return { text: message, action: { label, run: stop }, isOver: true };
}

export function missingNotice(retry: () => void): NoticeContent {
  const message = text({ id: "theme.Playground.frameFailed", message: "The sample's frame could not be loaded." });
  return { text: message, action: retryAction(retry), isOver: true };
}

export function stoppedNotice(): NoticeContent {
  const message = text({ id: "theme.Playground.stopped", message: "Stopped. Change the code to run it again." });
  return { text: message, isOver: true };
}

function retryAction(run: () => void): NoticeContent["action"] & object {
  return { label: text({ id: "theme.Playground.buttons.retry", message: "Retry" }), run };
}
