/** How far verifications are, as programs are told. */
import { NOT_THE_CODE, type ToldVerdict } from '#contracts/answer.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Job, Jobs } from './jobs.ts';

/** How far a verification is, for whoever has its id. */
export interface ToldJob extends Pick<Job, 'id' | 'address' | 'state' | 'place' | 'seconds'> {
  /** Null until it is done, and where it ended without one. */
  verdict: ToldVerdict | null;
}

export interface Progress {
  /** Null for an id that nobody was given. */
  find(id: string): Promise<ToldJob | null>;
  /** Tells what the job is whenever that has changed, until it is done. Answers how to stop. */
  follow(id: string, tell: (job: ToldJob) => void): () => void;
}

export interface ProgressOptions {
  jobs: Pick<Jobs, 'find' | 'onChange' | 'runs'>;
  contractAt(address: string): Promise<ContractDetail | null>;
  onError: (error: unknown) => void;
  /** How often a job of another process is looked at, ms. */
  every?: number;
}

const EVERY_MS = 2_000;

export function createProgress(options: ProgressOptions): Progress {
  const { jobs, contractAt, onError, every = EVERY_MS } = options;

  /** The code that was wanted is the contract's: it is not kept with the job. */
  const verdictOf = async ({ address, answer }: Job): Promise<ToldVerdict | null> => {
    if (answer?.errorCode !== NOT_THE_CODE) return answer;
    const contract = await contractAt(address);
    const wanted = contract?.initCode ?? contract?.byteCode ?? null;
    return wanted === null ? answer : { ...answer, initCode: wanted };
  };

  const find = async (id: string): Promise<ToldJob | null> => {
    const job = await jobs.find(id);
    if (job === null) return null;
    const { address, state, place, seconds } = job;
    return { id: job.id, address, state, place, seconds, verdict: await verdictOf(job) };
  };

  return {
    find,
    follow(id, tell) {
      let known: string | null = null;
      let stopped = false;
      let last = Promise.resolve();
      const look = (): void => {
        last = last
          .then(async () => {
            const job = stopped ? null : await find(id);
            if (job === null || stopped) return;
            const now = `${job.state} ${String(job.place)}`;
            // Whoever follows knows how it stands: what comes later is told.
            if (known !== null && known !== now) tell(job);
            known = now;
            if (job.state === 'done') stop();
          })
          .catch(onError);
      };
      const leave = jobs.onChange(id, look);
      const clock = setInterval(() => {
        if (!jobs.runs(id)) look();
      }, every).unref();
      const stop = (): void => {
        stopped = true;
        leave();
        clearInterval(clock);
      };
      look();
      return stop;
    },
  };
}
