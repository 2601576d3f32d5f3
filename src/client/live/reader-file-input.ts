import { readerFile } from "../../theme/reader-file.ts";
import { text } from "../client-text.ts";
import type { Fault, FileAnswer, ToFrame } from "./frame-messages.ts";
import { faultNotice, type NoticeContent, type SetNotice } from "./sample-view.ts";

/** What a sample reads. */
export interface SampleInput {
  /** Call it when a run has been sent to the frame. */
  readonly begin: (run: number, send: (message: ToFrame) => void) => Promise<void>;
  /** The reader's file, if the sample fetches the file that it replaces. */
  readonly answer: (url: string) => Promise<FileAnswer | undefined>;
  /** Notice for an error, which the reader's file causes if the code is as it was written. */
  readonly faultNotice: (fault: Fault) => NoticeContent;
}

/** First bytes of image, audio, video and PDF files: readers of text files accept some of them. */
const MEDIA = /^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF|%PDF|OggS|.{4}ftyp)/s;
const HEAD_LENGTH = 8;
const MEDIA_TYPE = /^(?:image|audio|video)\//;
const MEDIA_NAME = /\.(?:avif|bmp|gif|jpe?g|mp[34]|ogg|pdf|png|svg|wav|webp)$/i;

/** The reader's file in place of the file that a sample fetches, or as the choice in its file picker. */
export function createReaderFileInput(box: HTMLElement, notify: SetNotice, isChanged: () => boolean): SampleInput {
  const { input, expected = "" } = box.dataset;
  /** Name of the file that the run has got. */
  let used: string | undefined;

  const misfit = (file: string, reason: string): NoticeContent => {
    const message = text({ id: "theme.Playground.inputMisfit", message: "{file} doesn't fit this sample." }, { file });
    return { text: [message, reason, expected].filter((part) => part !== "").join(" ") };
  };
  const take = async (): Promise<File | undefined> => {
    const file = await readerFile.read();
    if (file === undefined) return undefined;
    const limit = readerFile.exceededLimit(file);
    if (limit !== undefined || (!MEDIA_NAME.test(input ?? "") && (await isMedia(file)))) {
      const large = { id: "theme.Playground.inputLarge", message: "{file} is larger than {limit} MB." };
      notify("input", misfit(file.name, limit === undefined ? "" : text(large, { file: file.name, limit })));
      return undefined;
    }
    used = file.name;
    return file;
  };
  return {
    begin: async (run: number, send: (message: ToFrame) => void): Promise<void> => {
      used = undefined;
      notify("input", undefined);
      if (input !== "") return;
      const file = await take();
      if (file !== undefined) send({ type: "input", run, file });
    },
    answer: async (url: string): Promise<FileAnswer | undefined> => {
      if (input === undefined || input === "" || !new URL(url).pathname.endsWith(`/${encodeURI(input)}`))
        return undefined;
      const file = await take();
      if (file === undefined) return undefined;
      const headers = [["content-type", file.type || "application/octet-stream"]] as const;
      return { url, status: 200, statusText: "OK", headers, body: await file.arrayBuffer() };
    },
    faultNotice: (fault: Fault): NoticeContent => {
      if (used === undefined || isChanged()) return faultNotice(fault);
      // An error that is thrown on purpose has a message for people.
      const reason = /^Error: (.*[^.])\.?$/s.exec(fault.message)?.[1];
      return { ...misfit(used, reason === undefined ? "" : `${reason}.`), isOver: fault.phase === "build" };
    },
  };
}

async function isMedia(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_LENGTH).arrayBuffer());
  return MEDIA_TYPE.test(file.type) || MEDIA.test(String.fromCharCode(...head));
}
