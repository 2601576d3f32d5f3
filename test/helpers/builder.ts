import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

interface BuildReply {
  readonly root: string;
  readonly errors: readonly string[];
}

interface Builder {
  readonly child: ChildProcess;
  /** Its environment; a test with another environment gets another builder. */
  readonly environment: string;
}

/** The worker's running builder: starting a process takes most of the time of a small build. */
const running: { builder?: Builder | undefined } = {};

/**
 * Builds a site as `docgen build` does, in a process that is reused. Tests of site code that changes its process run
 * the command instead.
 *
 * @throws Error with the errors of the site
 */
export async function buildByBuilder(root: string): Promise<void> {
  const { child } = currentBuilder();
  child.channel?.ref();
  const errors = await new Promise<readonly string[]>((resolve, reject) => {
    const settle = (end: () => void) => {
      child.off("message", onMessage).off("exit", onExit);
      if (child.listenerCount("message") === 0) child.channel?.unref();
      end();
    };
    const onMessage = (reply: BuildReply) => {
      if (reply.root === root) settle(() => resolve(reply.errors));
    };
    const onExit = (code: number | null) => settle(() => reject(new Error(`the builder ended with ${code}`)));
    child.on("message", onMessage).on("exit", onExit);
    child.send(root);
  });
  if (errors.length > 0) throw new Error(`build failed:\n${errors.join("\n")}`);
}

function currentBuilder(): Builder {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST_"));
  const environment = JSON.stringify(own.sort());
  if (running.builder?.environment === environment) return running.builder;
  running.builder?.child.disconnect();
  const builder = { child: startBuilder(), environment };
  running.builder = builder;
  builder.child.once("exit", () => {
    if (running.builder === builder) running.builder = undefined;
  });
  return builder;
}

function startBuilder(): ChildProcess {
  const env = { ...process.env, NO_COLOR: "1", NODE_ENV: "production" };
  const file = fileURLToPath(new URL("./build-process.mjs", import.meta.url));
  const child = fork(file, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.unref();
  return child;
}
