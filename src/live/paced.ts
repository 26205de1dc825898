/** Runs `work` soon after it was requested, never twice at once, and not more often than every `ms`. */
export function paced(work: () => Promise<void>, ms: number): { request(): void; stop(): void } {
  let requested = false;
  let running = false;
  let stopped = false;
  async function run(): Promise<void> {
    running = true;
    while (requested && !stopped) {
      requested = false;
      await work();
      await new Promise((resolve) => setTimeout(resolve, ms).unref());
    }
    running = false;
  }
  return {
    request() {
      requested = true;
      if (!running) void run();
    },
    stop() {
      stopped = true;
    },
  };
}
