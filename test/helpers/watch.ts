import { on, once } from "node:events";
import { WebSocket } from "ws";
import { type Files, makeSite, PROJECT, startTool, writeFiles } from "./docgen.ts";
import { followProcess, openServer, type Server, stoppedAfterTest } from "./server.ts";

/** Fetches a page as text. */
export async function get(address: string): Promise<{ status: number; type: string | null; body: string }> {
  const response = await fetch(address, { redirect: "manual" });
  return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
}

/** A message from the server to a page. */
export interface ServerMessage {
  readonly type: string;
  readonly html?: string;
  readonly paths?: readonly string[];
  /** Errors of the page first, then others that break it. */
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly frame?: string }[];
  readonly notes?: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Starts `docgen serve`, which is stopped after the test.
 *
 * @param options `port`: empty for docgen's default; `isProcess`: in a new process; `tool`: folder of another docgen
 */
export async function serve(
  root: string,
  { port = "0", isProcess = false, tool = PROJECT }: ServeOptions = {},
): Promise<Server> {
  const args = ["serve", "--root", root, ...(port === "" ? [] : ["--port", port])];
  const isOwn = isProcess || tool !== PROJECT || port === "";
  return stoppedAfterTest(await (isOwn ? followProcess(startTool(tool, ...args)) : openServer(...args)));
}

interface ServeOptions {
  readonly port?: string;
  readonly isProcess?: boolean;
  readonly tool?: string;
}

/** Websocket URL of a server, with its token. */
export async function socketAddress(address: string): Promise<string> {
  const { body } = await get(`${address}/docs/`);
  return `${address.replace("http", "ws")}/@docgen/socket?token=${/data-token="([0-9a-f]+)"/.exec(body)?.[1]}`;
}

/** A served site, with the output of the command and a websocket for a page. */
export async function watchSite(files: Files, looksAt = "/docs/", options: ServeOptions = {}) {
  const root = makeSite(files);
  const serving = await serve(root, options);
  const socket = new WebSocket(await socketAddress(serving.address));
  const messages = on(socket, "message");
  await once(socket, "open");
  socket.send(JSON.stringify({ path: looksAt, version: "" }));
  /** Waits for a message that the server sends to the page. */
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
