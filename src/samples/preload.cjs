// Loaded into every sample before it runs: cuts the network and other processes off, reports what ended
// the sample on file descriptor 3, and, for sessions, marks in standard output which part printed what.
"use strict";
const dgram = require("node:dgram");
const dns = require("node:dns");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");

const REPORT_FD = 3;
const LOOPBACK = "127.0.0.1";
// Errors come from deep inside libraries; the sample's own frame must still be among those reported.
Error.stackTraceLimit = 100;

const settings = process.env.DOCGEN_SAMPLE;
delete process.env.DOCGEN_SAMPLE;
const { mark, allow = [] } = settings === undefined ? {} : JSON.parse(settings);

cutNetwork(allow.includes("loopback"));
keepSignals();
for (const name of ["stdout", "stderr"]) writeAtOnce(name);
// A worker thread has no settings: it reports nothing and prints through its parent.
if (settings !== undefined) reportEnd();
if (mark !== undefined) markParts(mark);

function cutNetwork(isLoopbackAllowed) {
  const refuse = (name) => {
    return function refused() {
      const error = new Error(`samples run without network: ${name} is switched off`);
      throw Object.assign(error, { code: "ERR_SAMPLE_NETWORK" });
    };
  };
  const resolving = /^(?:lookup|lookupService|resolve\w*|reverse)$/;
  for (const [name, target] of [
    ["dns", dns],
    ["dns", dns.promises],
    ["dns", dns.Resolver.prototype],
    ["dns", dns.promises.Resolver.prototype],
  ]) {
    for (const key of propertyNames(target)) if (resolving.test(key)) target[key] = refuse(`${name}.${key}`);
  }
  dgram.createSocket = refuse("dgram.createSocket");
  for (const key of ["bind", "connect", "send"]) dgram.Socket.prototype[key] = refuse(`dgram.Socket.${key}`);
  if (isLoopbackAllowed) keepToLoopback(refuse);
  else {
    // tls, http, https and http2 all end up in these two.
    net.Socket.prototype.connect = refuse("opening a connection");
    net.Server.prototype.listen = refuse("listening");
    for (const name of ["fetch", "WebSocket", "EventSource"]) {
      if (!(name in globalThis)) continue;
      const refused = refuse(name);
      const value = name === "fetch" ? async () => refused() : refused;
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
    }
  }
  syncBuiltinESMExports();
}

/** A sample may end itself, but neither docgen nor anybody else. */
function keepSignals() {
  for (const key of ["kill", "_kill"]) {
    const signal = process[key];
    process[key] = (pid, ...args) => {
      if (Number(pid) === process.pid) return signal.call(process, pid, ...args);
      const error = new Error(`samples signal no process but their own: process.kill(${pid}) is switched off`);
      throw Object.assign(error, { code: "ERR_ACCESS_DENIED" });
    };
  }
}

/** What is printed to a pipe leaves when it is printed, also out of an endless loop or before process.exit. */
function writeAtOnce(name) {
  const { get, ...property } = Object.getOwnPropertyDescriptor(process, name) ?? {};
  if (get === undefined) return;
  const open = () => {
    const stream = get.call(process);
    stream._handle?.setBlocking?.(true);
    Object.defineProperty(process, name, { ...property, get: () => stream });
    return stream;
  };
  Object.defineProperty(process, name, { ...property, get: open });
}

function propertyNames(target) {
  const names = new Set();
  for (let at = target; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return names;
}

/** A server of the sample's own can be asked, from the sample only, by number of its port. */
function keepToLoopback(refuse) {
  const ownPorts = new Set();
  const { connect } = net.Socket.prototype;
  const { listen } = net.Server.prototype;
  const isLoopback = (host) => host === undefined || ["localhost", LOOPBACK].includes(host);
  const optionsOf = ([first, second]) => {
    const given = Array.isArray(first) ? first[0] : first;
    if (typeof given === "object" && given !== null) return given;
    return { port: given, host: typeof second === "string" ? second : undefined };
  };
  const callbackOf = (args) => args.flat().findLast((value) => typeof value === "function");
  const withHost = (options) => ({ ...options, port: Number(options.port ?? 0), host: LOOPBACK });
  dns.lookup = (host, ...args) => {
    if (!isLoopback(host)) return refuse("dns.lookup")();
    const all = args[0]?.all === true;
    return process.nextTick(callbackOf(args), null, all ? [{ address: LOOPBACK, family: 4 }] : LOOPBACK, 4);
  };
  net.Socket.prototype.connect = function (...args) {
    const options = optionsOf(args);
    const isOwn = options.path == null && isLoopback(options.host) && ownPorts.has(Number(options.port));
    if (!isOwn) return refuse(`a connection to ${options.path ?? `${options.host ?? "localhost"}:${options.port}`}`)();
    return connect.call(this, withHost(options), callbackOf(args));
  };
  net.Server.prototype.listen = function (...args) {
    const options = optionsOf(typeof args[0] === "function" ? [{}] : args);
    if (options.path != null || !isLoopback(options.host) || Number.isNaN(Number(options.port ?? 0))) {
      return refuse("listening outside of this machine")();
    }
    this.once("listening", () => ownPorts.add(this.address().port));
    return listen.call(this, withHost(options), callbackOf(args));
  };
}

function reportEnd() {
  let isReported = false;
  const report = (value) => {
    isReported = true;
    try {
      fs.writeSync(REPORT_FD, `${JSON.stringify(value)}\n`);
    } catch {
      // docgen has gone, or the sample has closed the descriptor.
    }
  };
  process.on("uncaughtExceptionMonitor", (error) => {
    if (!(error instanceof Error)) return report({ name: "", message: require("node:util").inspect(error), stack: "" });
    const { name, message, stack, code } = error;
    report({ name, message, stack, code });
  });
  process.on("exit", (code) => {
    // The stack tells where process.exit was called.
    if (code !== 0 && !isReported) report({ stack: new Error("exit").stack });
  });
}

/**
 * `globalThis[call](n)` begins part n. What a part prints later, from a timer or a promise, is still its
 * own: each write is preceded by a mark where the part that started it is not the one that printed last.
 */
function markParts({ call, token }) {
  const { AsyncLocalStorage } = require("node:async_hooks");
  const part = new AsyncLocalStorage();
  const { stdout } = process;
  const write = stdout.write;
  let last = 0;
  const switchTo = (number) => {
    if (number === last) return;
    last = number;
    write.call(stdout, `\0${token}:${number}\0`);
  };
  stdout.write = (...args) => {
    switchTo(part.getStore() ?? 0);
    return write.apply(stdout, args);
  };
  const begin = (number) => {
    part.enterWith(number);
    switchTo(number);
  };
  Object.defineProperty(globalThis, call, { value: begin, enumerable: false });
}
