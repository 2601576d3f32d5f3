import { resolve } from "node:path";
import type { Command } from "commander";
import { stopwatch } from "../build/stages.ts";
import { pc } from "./colours.ts";
import { addCommonOptions, type CommonOptions, onStageOf, portOf, rootOf } from "./options.ts";

interface Options extends CommonOptions {
  readonly port: string;
}

export function addPreview(program: Command): void {
  addCommonOptions(program.command("preview"))
    .description("serve the built site as a static host would")
    .option("--port <n>", "port", "4000")
    .action(run);
}

async function run(options: Options): Promise<void> {
  const root = rootOf(options);
  const port = portOf(options.port);
  const [{ loadConfig }, { createPreview }, { listen }] = await Promise.all([
    import("../config/load.ts"),
    import("../serve/preview.ts"),
    import("../serve/http.ts"),
  ]);
  const { stage } = stopwatch(onStageOf(options));
  const { config } = await stage("read the configuration", () => loadConfig(root));
  const server = createPreview(resolve(root, "build"), config.baseUrl);
  const used = await listen(server, port, "127.0.0.1");
  console.log(`Serving build/ at ${pc.cyan(`http://localhost:${used}${config.baseUrl}`)} (end with Ctrl-C)`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.closeAllConnections();
      server.close(() => process.exit(0));
    });
  }
}
