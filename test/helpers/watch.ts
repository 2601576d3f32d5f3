import { on, once } from "node:events";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { STEP_MS } from "./browser.ts";
import { type Files, makeSite, PROJECT, startTool, writeFiles } from "./docgen.ts";

/** Gets a page as text. */
export async function get(address: string): Promise<{ status: number; type: string | null; body: string }> {
  const response = await fetch(address, { redirect: "manual" });
  return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
}

/** A message from the server to a page. */
export interface ServerMessage {
  readonly type: string;
  readonly html?: string;
  readonly paths?: readonly string[];
  /** Of the page, then others that break it. */
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly frame?: string }[];
  readonly notes?: readonly { readonly path: string; readonly message: string }[];
}

/** A running server, and its output. */
export interface Serving {
  readonly address: string;
  /** Waits until the output matches. @throws with the output, where it doesn't in `STEP_MS` */
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly output: () => string;
  readonly pid: number;
  /** Stops it. @returns its exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `docgen serve`, stopped after the test. @param options `tool`: the folder of another docgen */
export async function serve(
  root: string,
  { port = "0", tool = PROJECT }: { readonly port?: string; readonly tool?: string } = {},
): Promise<Serving> {
  const child = startTool(tool, "serve", "--root", root, ...(port === "" ? [] : ["--port", port]));
  const closed = once(child, "close");
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const [code] = await closed;
    return code as number | null;
  };
  onTestFinished(async () => void (await stop()));
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        for (const stream of streams) stream?.off("data", look);
        child.off("close", onClose);
      };
      const fail = (what: string) => {
        leave();
        reject(new Error(`docgen serve ${what} and never said ${pattern}:\n${output}`));
      };
      const onClose = () => fail("has ended");
      const look = () => {
        const found = pattern.exec(output)?.[0];
        if (found === undefined) return;
        leave();
        resolve(found);
      };
      const timer = setTimeout(fail, STEP_MS, "went on");
      for (const stream of streams) stream?.on("data", look);
      child.once("close", onClose);
      look();
    });
  const address = (await said(/http:\/\/localhost:\d+/)).toString();
  return { address, said, output: () => output, pid: child.pid ?? 0, stop };
}

/** Websocket URL of a server, with its token. */
export async function socketAddress(address: string): Promise<string> {
  const { body } = await get(`${address}/docs/`);
  return `${address.replace("http", "ws")}/@docgen/socket?token=${/data-token="([0-9a-f]+)"/.exec(body)?.[1]}`;
}

/** A served site, the output of the command, and a websocket for a page. */
export async function watchSite(files: Files, looksAt = "/docs/") {
  const root = makeSite(files);
  const serving = await serve(root);
  const socket = new WebSocket(await socketAddress(serving.address));
  const messages = on(socket, "message");
  await once(socket, "open");
  socket.send(JSON.stringify({ path: looksAt, version: "" }));
  /** Waits for a message to the page. */
  const told = async (holds: (message: ServerMessage) => boolean): Promise<ServerMessage> => {
    for (;;) {
      const { value } = await messages.next();
      const { others = [], ...rest } = JSON.parse(String(value[0])) as ServerMessage & {
        readonly others?: NonNullable<ServerMessage["errors"]>;
      };
      const message = rest.errors === undefined ? rest : { ...rest, errors: [...rest.errors, ...others] };
      if (holds(message)) return message;
    }
  };
  await told(({ type }) => type === "problems");
  /** Changes the site and waits until the page is notified and serves the change. */
  const change = async (edit: () => void, path: string, holds: (page: { status: number; body: string }) => boolean) => {
    edit();
    do await told(({ type }) => type === "changed");
    while (!holds(await get(serving.address + path)));
  };
  const edit = (changed: Files, path: string, text: string) =>
    change(
      () => writeFiles(root, changed),
      path,
      ({ body }) => body.includes(text),
    );
  return { ...serving, root, socket, told, change, edit };
}
