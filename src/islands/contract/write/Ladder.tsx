import { rungsOf } from '#components/message/stage.ts';
import { useKnown } from '../known.ts';
import type { Progress } from './progress.ts';

const MARKS = { done: 'm3 8.5 3.5 3.5L13 4.5', bad: 'm4 4 8 8m0-8-8 8' } as const;

/** The ladder of a message's page (StatusLadder.astro), from being sent on. */
export function Ladder({ progress }: { progress: Progress }) {
  const { words } = useKnown();
  const { stage, f3, fate, epochsLeft } = progress;
  // Once no longer pending, the message was seen by the node that it was sent to.
  const steps = rungsOf({ stage, f3, from: 'sent', failed: fate === 'failed' }).map((rung) => ({
    ...rung,
    word: rung.step === 'pending' && rung.state === 'done' ? ('seen' as const) : rung.step,
  }));
  return (
    <ol className="ladder" aria-label={words('interact.stage.label')}>
      {steps.map(({ step, word, state, bad }) => (
        <li
          key={step}
          className={['rung', `rung-${state}`, ...(bad ? ['rung-bad'] : [])].join(' ')}
          aria-current={step === stage ? 'step' : undefined}
        >
          <span className="rung-mark">
            {(bad || state === 'done') && (
              <svg
                width="0.75rem"
                height="0.75rem"
                viewBox="0 0 16 16"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={MARKS[bad ? 'bad' : 'done']} />
              </svg>
            )}
          </span>
          <span className="rung-name">
            {words(`interact.stage.${bad ? 'failed' : word}`)}
            {step === 'final' && stage !== 'final' && epochsLeft !== null && (
              <span className="rung-left">
                {words('interact.stage.left', { count: epochsLeft })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
