/**
 * Time that `work` takes of this thread's processor, ms. Unlike the clock it does not run on while a
 * busy machine does something else.
 */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
