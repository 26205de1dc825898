import type { Progress } from './send.ts';
import type { Words } from './words.ts';

const STEPS = ['sent', 'compiling', 'comparing'] as const;

interface Props {
  progress: Progress;
  words: Words;
  onCancel(): void;
}

/** How far a request is. What is read out changes with the step, not with each second. */
export function Steps({ progress, words, onCancel }: Props) {
  const at = progress.step === 'waiting' ? -1 : STEPS.indexOf(progress.step);
  const { seconds } = progress.step === 'waiting' ? progress : { seconds: 0 };
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
      {seconds > 0 && (
        <p aria-hidden="true">{words('verify.step.waiting', { count: seconds, n: seconds })}</p>
      )}
      <button className="button" type="button" onClick={onCancel}>
        {words('verify.cancel')}
      </button>
    </div>
  );
}
