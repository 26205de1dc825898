/** A request that is being verified: handed in, followed, cancelled, taken up again. */
import { useEffect, useRef, useState } from 'react';
import type { ToldVerdict } from '#contracts/answer.ts';
import { RefusedCall } from '../queries/post.ts';
import { pageLocale } from '../locale.ts';
import { cancelJob, followJob } from './follow.ts';
import { forget, keep, kept } from './kept.ts';
import type { Progress } from './progress.ts';
import { sendRequest } from './send.ts';
import type { Words } from './words.ts';

export interface Verification {
  /** Null while nothing is being verified. */
  readonly progress: Progress | null;
  readonly verdict: ToldVerdict | null;
  /** Why there is no verdict, in words. */
  readonly failure: string | null;
  /** It was handed in before the page was loaded. */
  readonly resumed: boolean;
  /** Hands a request in (`requestBody`). */
  start(request: Readonly<Record<string, unknown>>): Promise<void>;
  cancel(): void;
  /** Takes what came of the last one away; `all`: a verdict too. */
  clear(all: boolean): void;
}

export function useVerification(address: string, words: Words): Verification {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [verdict, setVerdict] = useState<ToldVerdict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [resumed, setResumed] = useState(false);
  const running = useRef<AbortController | null>(null);

  const clear = (all: boolean): void => {
    setFailure(null);
    if (all) setVerdict(null);
  };
  const run = async (work: (signal: AbortSignal) => Promise<ToldVerdict>): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    clear(true);
    setProgress({ step: 'sent' });
    // What a broken connection leaves open is taken up again: leaving a page breaks it, too.
    let ended = true;
    try {
      setVerdict(await work(control.signal));
    } catch (error) {
      if (control.signal.aborted) return;
      ended = error instanceof RefusedCall;
      setFailure((error instanceof RefusedCall ? error.words : null) ?? words('verify.failed'));
    } finally {
      if (ended) forget(address);
      setProgress(null);
    }
  };
  const send = (request: Readonly<Record<string, unknown>>): Promise<void> =>
    run(async (signal) => {
      const following = { signal, onProgress: setProgress };
      keep(address, { request });
      const sent = await sendRequest(request, pageLocale(), following);
      if ('verdict' in sent) return sent.verdict;
      keep(address, sent);
      return followJob(sent.id, following);
    });
  const start = (request: Readonly<Record<string, unknown>>): Promise<void> => {
    setResumed(false);
    return send(request);
  };
  const cancel = (): void => {
    const what = kept(address);
    if (what !== null && 'id' in what) cancelJob(what.id);
    running.current?.abort();
  };

  useEffect(() => {
    const what = kept(address);
    if (what === null) return;
    setResumed(true);
    if ('request' in what) void send(what.request);
    else void run((signal) => followJob(what.id, { signal, onProgress: setProgress }));
    // Once: what is handed in later is followed as it is.
  }, []);

  return { progress, verdict, failure, resumed, start, cancel, clear };
}
