import { spawn } from "node:child_process";
import { setImmediate as turn } from "node:timers/promises";
import type { Command } from "commander";
import { isInTree } from "../content/version-trees.ts";
import type { DevServer, DevServerEvents } from "../serve/dev-server.ts";
import { createHttpServer, isAllowedHost, listen, listenFrom } from "../shared/http.ts";
import { sortProblems } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import { type Close, type Lifecycle, printFailure } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, examples, portOf, siteRootOf } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";
import { printProblems } from "./report.ts";

/** Maximum number of files that a message names; more are counted. */
const MAX_NAMED = 3;

interface Options extends CommonOptions {
  readonly port: string;
  readonly host: string;
  readonly open?: boolean;
}

/** Adds `docgen serve`. */
export function addServe(program: Command, { service }: Lifecycle): void {
  addCommonOptions(program.command("serve"))
    .description("serve the site and show each change in the browser")
    .option("--port <n>", "port", "3000")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--open", "open the site in the browser")
    .addHelpText(...examples("README.md", "serve --open", "serve --port 4000"))
    .action(service(run));
}

async function run(options: Options, command: Command): Promise<Close> {
  const port = portOf(options.port);
  const root = siteRootOf(options);
  const events: DevServerEvents = {
    onProblems: (problems) => printProblems(sortProblems(problems), root),
    onFailure: printFailure,
    onUpdate: (seconds, paths, pages) => {
      // The root folder, whose list of files has changed as well, has no name.
      const named = paths.filter((path) => path !== "");
      const names = named.join(", ") || "the site's folder";
      const note = named.some(isInTree) ? " (copies of commits are restored: edit the docs in content/ instead)" : "";
      const what = (named.length <= MAX_NAMED ? names : count(named.length, "file")) + note;
      // A page that nobody looks at is made when it is requested.
      if (pages.length === 0) return writeOut(pc.dim(`changed ${what}`));
      const shownIn = pages.slice(0, MAX_NAMED).join(", ");
      writeOut(pc.dim(`updated ${what} in ${Math.round(seconds * 1000)} ms: ${shownIn}`));
    },
  };
  let dev: DevServer | undefined;
  const server = createHttpServer(
    async (path, _, wantsMarkdown) => (await starting).answer(path, wantsMarkdown),
    (host) => dev?.allows(host) ?? isAllowedHost(host),
  );
  // A port given as an option is never replaced by the next free one.
  const isChosen = command.getOptionValueSource("port") === "cli";
  const listening = (isChosen ? listen : listenFrom)(server, port, options.host);
  /** Starts after the port is open, so that browsers can connect while the code loads. */
  const starting = listening.then(async () => {
    // Lets signals be handled before the code is loaded.
    await turn();
    const { createDevServer } = await import("../serve/dev-server.ts");
    dev = createDevServer({ root, drafts: true }, events);
    server.on("upgrade", dev.onUpgrade);
    return dev;
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await dev?.close();
  };
  try {
    const [used, { configured }] = await Promise.all([listening, starting]);
    const baseUrl = await configured;
    if (port !== 0 && used !== port) writeOut(pc.yellow(`Port ${port} is in use.`));
    const address = `http://${options.host === "127.0.0.1" ? "localhost" : options.host}:${used}${baseUrl}`;
    writeOut(shown`Serving ${pc.cyan(address)} (end with Ctrl-C)`);
    if (options.host !== "127.0.0.1") writeOut(pc.yellow("Others on your network can reach this server."));
    if (options.open === true) await openBrowser(address);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

async function openBrowser(address: string): Promise<void> {
  const command = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  spawn(command, [address], { stdio: "ignore", detached: true })
    .on("error", () => writeOut(`Could not open a browser; go to ${address}`))
    .unref();
}
