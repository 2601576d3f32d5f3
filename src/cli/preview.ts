import { resolve } from "node:path";
import type { Command } from "commander";
import pc from "picocolors";
import { type CommonOptions, portOf, rootOf } from "./options.ts";

interface Options extends CommonOptions {
  readonly port: string;
}

export function addPreview(program: Command): void {
  program
    .command("preview")
    .description("serve the built site as a static host would")
    .option("--root <dir>", "folder that holds site.config.ts", ".")
    .option("--port <n>", "port", "4000")
    .option("--verbose", "say how long each step takes")
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
  const { config } = await loadConfig(root);
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
