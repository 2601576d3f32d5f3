import { spawn } from "node:child_process";
import type { Command } from "commander";
import { stopwatch } from "../build/stages.ts";
import { sortProblems } from "../shared/problem.ts";
import { pc } from "./colours.ts";
import { printFailure } from "./failures.ts";
import { addCommonOptions, type CommonOptions, onStageOf, portOf, rootOf } from "./options.ts";
import { printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly port: string;
  readonly host: string;
  readonly open?: boolean;
}

export function addServe(program: Command): void {
  addCommonOptions(program.command("serve"))
    .description("serve the site and reload the browser after each change")
    .option("--port <n>", "port", "3000")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--open", "open the site in the browser")
    .action(run);
}

async function run(options: Options): Promise<void> {
  const port = portOf(options.port);
  const root = rootOf(options);
  const [{ createDevServer }, { listen }] = await Promise.all([
    import("../serve/dev-server.ts"),
    import("../serve/http.ts"),
  ]);
  const { stage } = stopwatch(onStageOf(options));
  const { server, baseUrl, close } = await stage("read", () => {
    return createDevServer(
      { root, drafts: true },
      {
        onProblems: (problems) => printProblems(sortProblems(problems)),
        onFailure: printFailure,
        onUpdate: (seconds) =>
          console.log(pc.dim(options.verbose === true ? `updated in ${seconds.toFixed(3)} s` : "updated")),
      },
    );
  });
  const used = await listen(server, port, options.host).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const address = `http://${options.host === "127.0.0.1" ? "localhost" : options.host}:${used}${baseUrl}`;
  console.log(`Serving ${pc.cyan(address)} (end with Ctrl-C)`);
  if (options.host !== "127.0.0.1") console.log(pc.yellow("Others on your network can reach this server."));
  if (options.open === true) openBrowser(address);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
}

function openBrowser(address: string): void {
  const command = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  spawn(command, [address], { stdio: "ignore", detached: true })
    .on("error", () => console.log(`No browser could be opened; go to ${address}`))
    .unref();
}
