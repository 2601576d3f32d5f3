import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { HOST_KINDS, type HostKind } from "../preview/host-kinds.ts";
import { createPreview } from "../preview/preview.ts";
import { listen } from "../shared/http.ts";
import type { Close, Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, type CommonOptions, examples, portOf, rootOf } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";
import { printProblems } from "./report.ts";

interface Options extends CommonOptions {
  readonly port: string;
  readonly out?: string;
  readonly like?: HostKind;
}

/** Adds `docgen preview`. */
export function addPreview(program: Command, { service }: Lifecycle): void {
  addCommonOptions(program.command("preview"))
    .description("serve the built site as a static host would")
    .option("--port <n>", "port", "4000")
    .option("--out <dir>", "folder of the built site (default: build/ in the root)")
    .addOption(
      new Option("--like <host>", "handle slashes, .html and missing pages like this host").choices(HOST_KINDS),
    )
    .addHelpText(...examples("src/output/README.md", "preview", "preview --like netlify"))
    .action(service(run));
}

async function run(options: Options): Promise<Close> {
  const root = rootOf(options);
  const port = portOf(options.port);
  const folder = options.out ?? "build";
  const { server, baseUrl } = createPreview(resolve(root, folder), options.like, (problem) => {
    printProblems([{ ...problem, path: join(folder, problem.path) }]);
  });
  const used = await listen(server, port, "127.0.0.1");
  const like = options.like === undefined ? "" : ` like ${options.like}`;
  writeOut(shown`Serving ${folder}/${like} at ${pc.cyan(`http://localhost:${used}${baseUrl}`)} (end with Ctrl-C)`);
  return async () => {
    server.closeAllConnections();
    server.close();
  };
}
