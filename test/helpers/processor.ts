/** CPU time of a call in this process, in milliseconds. Unlike wall time, it doesn't depend on the machine's load. */
export function processorMs(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  return process.cpuUsage(before).user / 1000;
}
