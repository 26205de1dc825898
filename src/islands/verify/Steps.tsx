import { useEffect, useState } from 'react';
import type { Progress } from './progress.ts';
import type { Words } from './words.ts';

const STEPS = ['sent', 'queued', 'compiling', 'comparing'] as const;

interface Props {
  progress: Progress;
  words: Words;
  onCancel(): void;
}

/** What is read out: seconds are not, each by each. */
export function stepWords(progress: Progress, words: Words): string {
  if (progress.step === 'waiting')
    return words('verify.step.waiting', { count: progress.of, n: progress.of });
  if (progress.step === 'queued' && progress.place !== null)
    return words('verify.step.place', { n: progress.place });
  return words(`verify.step.${progress.step}`);
}

/** Seconds since then, as they go by. */
function useSeconds(since: number | null): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const clock = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(clock);
  }, [since]);
  return since === null ? 0 : Math.max(0, Math.floor((Date.now() - since) / 1000));
}

/** The line below the steps: what changes while one is taken. */
function detailWords(progress: Progress, seconds: number, words: Words): string {
  if (progress.step === 'waiting')
    return words('verify.step.waiting', { count: progress.seconds, n: progress.seconds });
  const place = progress.step === 'queued' && progress.place !== null;
  return [
    place ? [stepWords(progress, words)] : [],
    seconds > 0 ? [words('verify.step.seconds', { n: seconds })] : [],
  ]
    .flat()
    .join(' · ');
}

/** How far a request is. */
export function Steps({ progress, words, onCancel }: Props) {
  const at = progress.step === 'waiting' ? -1 : STEPS.indexOf(progress.step);
  const seconds = useSeconds('since' in progress ? progress.since : null);
  return (
    <div className="verify-progress">
      <ol className="verify-steps" aria-label={words('verify.step.title')}>
        {STEPS.map((step, i) => (
          <li
            key={step}
            className={i < at ? 'verify-step-done' : ''}
            {...(i === at ? { 'aria-current': 'step' as const } : {})}
          >
            {words(`verify.step.${step}`)}
          </li>
        ))}
      </ol>
      <p className="verify-detail" aria-hidden="true">
        {detailWords(progress, seconds, words)}
      </p>
      <button className="button" type="button" onClick={onCancel}>
        {words('verify.cancel')}
      </button>
    </div>
  );
}
