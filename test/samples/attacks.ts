/** What attacks are aimed at. */
export interface Aim {
  /** Where a server listens. */
  readonly port: number;
  /** A process that runs. */
  readonly pid: number;
  /** A folder that holds the secret. */
  readonly folder: string;
  /** The secret's file, a module. */
  readonly secret: string;
  /** A file to be made. */
  readonly target: string;
}

/** Code of the body of an async function that gives "open" or the secret where an attack succeeds. */
export interface Attack {
  /** Of the fence. */
  readonly info?: string;
  readonly code: string;
}

export type Attacks = Readonly<Record<string, Attack>>;

/** Attacks by name. */
export function attacksOn(aim: Aim): Attacks {
  return { ...workers(aim), ...files(aim), ...machine(aim), ...network(aim), ...code(aim) };
}

/** Threads without the guards of the main one. */
function workers({ port, target }: Aim): Attacks {
  const worker = "js run allow=worker";
  const inWorker = (options: string) => `
    const { Worker } = require("worker_threads");
    const code = \`
      require("fs").writeFileSync(${text(target)}, "");
      require("net").connect(${port}, "127.0.0.1");
    \`;
    return await new Promise((resolve, reject) => {
      const thread = new Worker(code, { eval: true, ${options} });
      thread.once("error", reject).once("exit", () => resolve("open"));
    });`;
  return {
    "a worker without the preload": { info: worker, code: inWorker("execArgv: []") },
    "a worker with an environment": { info: worker, code: inWorker('env: { NODE_OPTIONS: "" }') },
    "a worker with arguments for Node": { info: worker, code: inWorker('execArgv: ["--allow-fs-write=*"]') },
    "a worker by its instance's constructor": {
      info: worker,
      code: `
        const { Worker } = require("worker_threads");
        new (new Worker("", { eval: true }).constructor)("", { eval: true, execArgv: [] });
        return "open";`,
    },
    "a worker of a class of its own": {
      info: worker,
      code: `
        class Own extends require("worker_threads").Worker {}
        new Own("", { eval: true, execArgv: [] });
        return "open";`,
    },
    "a worker that was not asked for": {
      code: 'new (require("worker_threads").Worker)("", { eval: true }); return "open";',
    },
  };
}

/** Files outside of the folder. */
function files({ pid, folder, secret }: Aim): Attacks {
  return {
    "a symbolic link": {
      code: `
        const fs = require("fs");
        fs.symlinkSync(${text(folder)}, "link");
        return fs.readFileSync("link/secret.cjs", "utf8");`,
    },
    "a hard link": {
      code: `const fs = require("fs"); fs.linkSync(${text(secret)}, "link"); return fs.readFileSync("link", "utf8");`,
    },
    "a copy": {
      code: `const fs = require("fs"); fs.cpSync(${text(secret)}, "own"); return fs.readFileSync("own", "utf8");`,
    },
    "a file moved in": {
      code: `const fs = require("fs"); fs.renameSync(${text(secret)}, "own"); return fs.readFileSync("own", "utf8");`,
    },
    "a path of dots in bytes": {
      code: `
        const path = Buffer.from(process.cwd() + "/" + "../".repeat(20) + ${text(secret)}.slice(1));
        return require("fs").readFileSync(path, "utf8");`,
    },
    "an encoded address": {
      code: `return require("fs").readFileSync(new URL("file://" + ${text(secret)}.replaceAll(".", "%2e")), "utf8");`,
    },
    "a blob of a file": { code: `return await (await require("fs").openAsBlob(${text(secret)})).text();` },
    "a file of variables": { code: `process.loadEnvFile(${text(secret)}); return "open";` },
    "a listing": { code: `if (require("fs").opendirSync(${text(folder)}).readSync() !== null) return "open";` },
    "its own memory": { code: 'require("fs").openSync("/proc/self/mem", "r+"); return "open";' },
    "memory of others": { code: `require("fs").openSync("/proc/${pid}/mem", "r+"); return "open";` },
    "variables of others": { code: 'if (require("fs").readFileSync("/proc/self/environ")) return "open";' },
    "another root by a process": {
      code: `return require("fs").readFileSync("/proc/${pid}/root" + ${text(secret)}, "utf8");`,
    },
  };
}

/** Node's own ways to write files, and other processes. */
function machine({ pid, folder, target }: Aim): Attacks {
  return {
    "process.report.directory": { code: `process.report.directory = ${text(folder)}; process.report.writeReport();` },
    "process.report.reportOnSignal": { code: 'process.report.reportOnSignal = true; return "open";' },
    "process.report.reportOnUncaughtException": {
      code: 'process.report.reportOnUncaughtException = true; return "open";',
    },
    "V8's code traces": {
      code: `require("v8").setFlagsFromString("--redirect-code-traces-to=" + ${text(target)}); return "open";`,
    },
    "V8's compiler traces": {
      code: `require("v8").setFlagsFromString("--trace-turbo-path=" + ${text(folder)}); return "open";`,
    },
    "V8's snapshot of the heap": { code: `require("v8").writeHeapSnapshot(${text(target)}); return "open";` },
    "V8's snapshot near the limit": { code: 'require("v8").setHeapSnapshotNearHeapLimit(1); return "open";' },
    "trace events": { code: 'require("trace_events").createTracing({ categories: ["v8"] }).enable(); return "open";' },
    "another working folder": { code: `process.chdir(${text(folder)}); return "open";` },
    "a working folder above": { code: 'process.chdir("../../.."); return "open";' },
    "a redefined process.pid": {
      code: `
        Object.defineProperty(process, "pid", { value: ${pid} });
        process.kill(${pid}, "SIGKILL");
        return "open";`,
    },
    "a number of two minds": {
      code: `
        let calls = 0;
        const two = { valueOf: () => (calls++ === 0 ? process.pid : ${pid}), toString: () => "${pid}" };
        process.kill(two, 0);`,
    },
    "a signal to its group": { code: 'process.kill(0, "SIGWINCH"); return "open";' },
    "process._debugProcess": { code: `process._debugProcess(${pid}); return "open";` },
    "the priority of others": { code: `require("os").setPriority(${pid}, 19); return "open";` },
  };
}

/** The network. */
function network({ port }: Aim): Attacks {
  return {
    "listening by _listen2": { code: 'require("net").createServer()._listen2("127.0.0.1", 0, 4); return "open";' },
    "a raw handle to listen": { code: 'if (require("net")._createServerHandle("127.0.0.1", 0, 4)) return "open";' },
    "a raw handle to connect": {
      code: `
        const { TCP, TCPConnectWrap } = process.binding("tcp_wrap");
        new TCP(0).connect(new TCPConnectWrap(), "127.0.0.1", ${port});
        return "open";`,
    },
    "a raw handle by its constructor": {
      code: `
        const made = require("net")._createServerHandle("127.0.0.1", 0, 4);
        made.connect({ oncomplete() {} }, "127.0.0.1", ${port});
        return "open";`,
    },
    "a raw pipe by standard output": {
      code: `
        const pipe = new process.stdout._handle.constructor(0);
        pipe.connect({ oncomplete() {} }, "/var/run/docker.sock");
        return "open";`,
    },
    "a raw handle for datagrams": {
      code: 'if (require("dgram")._createSocketHandle("127.0.0.1", 0, "udp4")) return "open";',
    },
    "a resolver's raw handle": {
      code: 'new (require("dns").Resolver)()._handle.queryA({ oncomplete() {} }, "example.com"); return "open";',
    },
    "a connection by another host's lookup": {
      code: `
        const options = { host: "x", port: ${port}, lookup: (host, other, done) => done(null, "127.0.0.1", 4) };
        require("http").get(options);
        return "open";`,
    },
  };
}

/** Code that runs elsewhere, or is loaded from elsewhere. */
function code({ folder, secret, target }: Aim): Attacks {
  return {
    "native code": { code: `process.dlopen({ exports: {} }, ${text(target)}); return "open";` },
    "a raw binding": { code: 'if (process.binding("fs")) return "open";' },
    WASI: { code: 'new (require("wasi").WASI)({ version: "preview1", preopens: { "/": "/" } }); return "open";' },
    "the inspector": { code: 'require("inspector").open(0); return "open";' },
    "a session of the inspector": { code: 'new (require("inspector").Session)().connect(); return "open";' },
    "another program in its place": { code: 'process.execve("/bin/sh", ["sh", "-c", "true"], {}); return "open";' },
    "a child that is left behind": {
      code: `
        const options = { detached: true, stdio: "ignore" };
        require("child_process").spawn("touch", [${text(target)}], options).unref();
        return "open";`,
    },
    "forks without end": {
      code: 'for (;;) require("child_process").fork(__filename); return "open";',
    },
    "a cluster": { code: 'require("cluster").fork(); return "open";' },
    NODE_OPTIONS: {
      code: `
        process.env.NODE_OPTIONS = "--require=" + ${text(secret)};
        require("child_process").execFileSync(process.execPath, ["-e", ""]);
        return "open";`,
    },
    "a source map": {
      code: `
        process.setSourceMapsEnabled(true);
        require("fs").writeFileSync("m.cjs", "//# sourceMappingURL=" + ${text(secret)});
        require("./m.cjs");
        if (require("module").findSourceMap(require.resolve("./m.cjs")) !== undefined) return "open";`,
    },
    "a package's main file": {
      code: `
        const fs = require("fs");
        fs.mkdirSync("node_modules/own", { recursive: true });
        fs.writeFileSync("node_modules/own/package.json", JSON.stringify({ main: "../".repeat(20) + ${text(secret)}.slice(1) }));
        return require("own");`,
    },
    "require of a file outside": { code: `return require(${text(secret)});` },
    "import of a file outside": { code: `return (await import(${text(secret)})).default;` },
    "import of data": {
      code: `await import("data:text/javascript,import{writeFileSync}from'fs';writeFileSync('" + ${text(target)} + "','')"); return "open";`,
    },
    "another context": {
      code: `
        const context = require("vm").runInNewContext("this.constructor.constructor('return process')()", { a: {} });
        context.mainModule.require("fs").writeFileSync(${text(target)}, "");
        return "open";`,
    },
    "the main module's require": {
      code: `process.mainModule.constructor._load("fs").rmSync(${text(secret)}); return "open";`,
    },
    "hooks of the loader": {
      code: `require("module").register("data:text/javascript,import 'file://" + ${text(secret)} + "'"); return "open";`,
    },
    "a cache of compiled code": {
      code: `if (require("module").enableCompileCache?.(${text(folder)})?.status === 1) return "open";`,
    },
    "a watch": { code: `require("fs").watch(${text(folder)}).close(); return "open";` },
    "its own limits of time": { code: `require("fs").utimesSync(${text(secret)}, 0, 0); return "open";` },
  };
}

function text(value: string): string {
  return JSON.stringify(value);
}
