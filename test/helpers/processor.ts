/** CPU time of a call in this process, in milliseconds, which doesn't depend on the load of the machine. */
export function processorMs(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  return process.cpuUsage(before).user / 1000;
}
