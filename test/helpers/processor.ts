/** Time of a processor that a call takes in this process, in milliseconds: what else the machine does has no part in it. */
export function processorMs(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  return process.cpuUsage(before).user / 1000;
}
