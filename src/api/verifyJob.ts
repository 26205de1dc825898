/** The calls that tell how far a verification is, and end it. */
import type { Jobs } from '#verification/jobs.ts';
import type { Progress } from '#verification/told.ts';
import { z } from 'zod';
import { verdictSchema } from './verdict.ts';
import type { ApiApp, ApiContext } from './call.ts';
import { refuse, refuseMethod } from './refusal.ts';

/** Below /api/v1. */
export const JOB_PATH = '/contract/verify/{id}';

export const jobSchema = z
  .object({
    id: z.string(),
    address: z.string().meta({ description: 'The contract, as it was given' }),
    state: z.enum(['queued', 'compiling', 'comparing', 'done']),
    place: z
      .int()
      .nullable()
      .meta({ description: 'Place among those that wait for a compiler, 1 the next' }),
    seconds: z
      .int()
      .nullable()
      .meta({ description: 'For how long it is in that state; null where another process knows' }),
    verdict: verdictSchema
      .nullable()
      .meta({ description: 'Without `abi`. Null until it is done, and where it was cancelled' }),
  })
  .meta({ id: 'VerifyJob' });

export const JOB_CALLS = [
  {
    method: 'get',
    operation: 'verification_job',
    path: JOB_PATH,
    tag: 'contract',
    summary: 'How far a verification is, and what came of it',
    description:
      'Of a job that `/contract/verify` gave an id; for a day. The room `verification/{id}` of the live channel tells the same body whenever it changes. It goes on though nobody asks, for five minutes at most.',
  },
  {
    method: 'delete',
    operation: 'cancel_verification_job',
    path: JOB_PATH,
    tag: 'contract',
    summary: 'Cancels a verification',
    description: 'Answers what the job is afterwards; nothing changes for one that is done.',
  },
] as const;

interface JobOptions {
  jobs: Jobs;
  progress: Progress;
}

export function addVerificationJobs(app: ApiApp, base: string, options: JobOptions): void {
  const { jobs, progress } = options;
  const path = base + JOB_PATH.replace('{id}', ':id');
  const tell = async (c: ApiContext, id: string): Promise<Response> => {
    c.header('cache-control', 'no-store');
    const job = await progress.find(id);
    return job === null ? refuse(c, 404, 'noVerification') : c.json(job);
  };
  const idOf = (c: ApiContext): string => c.req.param('id') ?? '';
  app.get(path, (c) => tell(c, idOf(c)));
  app.delete(path, async (c) => {
    await jobs.cancel(idOf(c));
    return tell(c, idOf(c));
  });
  app.all(path, (c) => refuseMethod(c, 'GET, HEAD, DELETE, OPTIONS'));
}
