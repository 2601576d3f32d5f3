// Blocks what Node's permission model doesn't: the network, other processes, and Node's own ways to write files. The
// errors are the same on every system.
"use strict";
const dgram = require("node:dgram");
const dns = require("node:dns");
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");
const os = require("node:os");
const v8 = require("node:v8");
const workerThreads = require("node:worker_threads");

const LOOPBACK = "127.0.0.1";
const refuseNetwork = refusal("ERR_SAMPLE_NETWORK", "the sandbox has no network");
const refuse = refusal("ERR_ACCESS_DENIED", "the sandbox is limited to its own process and folder");

/** @param allow permissions of the sample: `loopback`, `worker` */
exports.blockAll = (allow) => {
  const ownPorts = new Set();
  const isLoopbackAllowed = allow.includes("loopback");
  blockHandles(isLoopbackAllowed ? ownPorts : undefined);
  blockNetwork();
  if (isLoopbackAllowed) restrictToLoopback(ownPorts);
  else blockSockets();
  blockProcesses();
  if (allow.includes("worker")) restrictWorkers();
  syncBuiltinESMExports();
};

function refusal(code, reason) {
  return (name) =>
    function refuse() {
      throw refused(code, `${reason}: ${name} is disabled`);
    };
}

/** The error of a refusal, which is also emitted: a program may catch what it is thrown. */
function refused(code, message) {
  const error = Object.assign(new Error(message), { code });
  process.emit("docgen:refused", error);
  return error;
}

/** Blocks the methods on the prototypes of Node's internal handles, through which every socket works. */
function blockHandles(ownPorts) {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  const tcp = net._createServerHandle(LOOPBACK, 0, 4);
  const udp = dgram._createSocketHandle(null, 0, "udp4");
  process.noDeprecation = noDeprecation;
  blockHandle(tcp, {
    bind: (host) => ownPorts !== undefined && host === LOOPBACK,
    connect: (_, host, port) => host === LOOPBACK && ownPorts?.has(port) === true,
  });
  for (const handle of [udp, new dns.Resolver()._handle, process.stdout._handle]) blockHandle(handle);
  for (const handle of [tcp, udp]) handle.close?.();
}

/** @param open decides, by method name, whether a call with these arguments is allowed */
function blockHandle(handle, open = {}) {
  // Without a network, there is an error number instead of a handle.
  if (typeof handle !== "object") return;
  const prototype = Object.getPrototypeOf(handle);
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (!/^(?:bind|connect|send)6?$|^query|^getHostByAddr$/.test(name)) continue;
    const method = prototype[name];
    const refused = refuseNetwork(name);
    prototype[name] = function (...args) {
      return open[name]?.(...args) === true ? Reflect.apply(method, this, args) : refused();
    };
  }
}

/** Blocks functions that bypass these handles, or that would fail late or with other errors. */
function blockNetwork() {
  for (const target of [dns, dns.promises]) {
    for (const name of ["lookup", "lookupService"]) target[name] = refuseNetwork(`dns.${name}`);
  }
  dgram.createSocket = refuseNetwork("dgram.createSocket");
}

function blockSockets() {
  // tls, http, https and http2 use these two.
  net.Socket.prototype.connect = refuseNetwork("opening a connection");
  net.Server.prototype.listen = refuseNetwork("listening");
  for (const name of ["fetch", "WebSocket", "EventSource"]) {
    if (!(name in globalThis)) continue;
    const refused = refuseNetwork(name);
    const value = name === "fetch" ? async () => refused() : refused;
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

/** Allows connections only to ports on which the sample itself listens, over loopback. */
function restrictToLoopback(ownPorts) {
  const { connect } = net.Socket.prototype;
  const { listen } = net.Server.prototype;
  const isLoopback = (host) => host === undefined || ["localhost", LOOPBACK].includes(host);
  const optionsOf = ([first, second]) => {
    const port = Array.isArray(first) ? first[0] : first;
    if (typeof port === "object" && port !== null) return port;
    return { port, host: typeof second === "string" ? second : undefined };
  };
  const callbackOf = (args) => args.flat().findLast((value) => typeof value === "function");
  const withHost = (options) => ({ ...options, port: Number(options.port ?? 0), host: LOOPBACK });
  dns.lookup = (host, ...args) => {
    if (!isLoopback(host)) return refuseNetwork("dns.lookup")();
    const all = args[0]?.all === true;
    return process.nextTick(callbackOf(args), null, all ? [{ address: LOOPBACK, family: 4 }] : LOOPBACK, 4);
  };
  net.Socket.prototype.connect = function (...args) {
    const options = optionsOf(args);
    const isOwn = options.path == null && isLoopback(options.host) && ownPorts.has(Number(options.port));
    if (isOwn) return connect.call(this, withHost(options), callbackOf(args));
    return refuseNetwork(`a connection to ${options.path ?? `${options.host ?? "localhost"}:${options.port}`}`)();
  };
  net.Server.prototype.listen = function (...args) {
    const options = optionsOf(typeof args[0] === "function" ? [{}] : args);
    if (options.path != null || !isLoopback(options.host) || Number.isNaN(Number(options.port ?? 0))) {
      return refuseNetwork("listening outside this machine")();
    }
    this.once("listening", () => ownPorts.add(this.address().port));
    return listen.call(this, withHost(options), callbackOf(args));
  };
}

/** Allows signals only to the sample's own process, and stops Node from writing diagnostic files. */
function blockProcesses() {
  const { pid, report } = process;
  for (const name of ["kill", "_kill"]) {
    const signal = process[name];
    process[name] = (target, ...args) => {
      if (Number(target) === pid) return signal.call(process, pid, ...args);
      const message = `the sandbox can only signal its own process: process.kill(${target}) is disabled`;
      throw refused("ERR_ACCESS_DENIED", message);
    };
  }
  for (const name of ["_debugProcess", "_debugEnd"]) process[name] = refuse(`process.${name}`);
  const getReport = () => report.getReport();
  Object.defineProperty(process, "report", { value: Object.freeze({ getReport }), enumerable: true });
  os.setPriority = refuse("os.setPriority");
  v8.setFlagsFromString = refuse("v8.setFlagsFromString");
  v8.setHeapSnapshotNearHeapLimit = refuse("v8.setHeapSnapshotNearHeapLimit");
  // Worker threads don't have it.
  if (workerThreads.isMainThread) require("node:trace_events").createTracing = refuse("trace_events.createTracing");
}

/** Rejects workers with `execArgv` or `env`: they would run without permissions and without this guard. */
function restrictWorkers() {
  const Worker = new Proxy(workerThreads.Worker, {
    construct: (target, [file, settings], newTarget) => {
      const options = { ...settings };
      if ("execArgv" in options || "env" in options) refuse("a Worker with execArgv or env")();
      return Reflect.construct(target, [file, options], newTarget);
    },
  });
  Worker.prototype.constructor = Worker;
  workerThreads.Worker = Worker;
}
