/**
 * Maps a stream with `concurrency` calls under way at once; results come in the order of the source. An
 * error comes in its place: what was before it is handed out first. When `signal` aborts, nothing is
 * waited for any more.
 */
export async function* mapOrdered<A, B>(
  source: AsyncIterable<A>,
  concurrency: () => number,
  signal: AbortSignal,
  work: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const iterator = source[Symbol.asyncIterator]();
  const pending: Promise<IteratorResult<B>>[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  const pull = (): void => {
    const item = reading.then(() => iterator.next());
    reading = item.catch(() => undefined);
    const result = item.then(async (read): Promise<IteratorResult<B>> =>
      read.done ? { done: true, value: undefined } : { done: false, value: await work(read.value) },
    );
    // Its turn to be awaited may never come, when an earlier one fails.
    result.catch(() => undefined);
    pending.push(result);
  };
  try {
    for (;;) {
      while (pending.length < concurrency()) pull();
      const first = pending.shift();
      if (!first) return;
      const next = await unlessAborted(first, signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // What is still under way ends by itself; it is not waited for.
    iterator.return?.().catch(() => undefined);
  }
}

/** The promise's outcome, or the signal's reason if that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody may be left to hear of its failure.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
