import { to0x } from '#filecoin/encoding/bytes.ts';
import { ANSWER_AMOUNTS, ERROR_AMOUNTS } from '#filecoin/evm/amounts.ts';
import type { Revert } from '#filecoin/evm/revert.ts';
import { formatInt } from '#format/number.ts';
import type { Outcome } from './calls.ts';
import { useKnown } from './known.ts';
import { Values } from './Values.tsx';
import type { Words } from './words.ts';

/** What a call came to: its values, or why there are none. `of`: the function's name and types. */
export function OutcomeView({ outcome, of }: { outcome: Outcome; of: string }) {
  const { words } = useKnown();
  if (outcome.kind === 'answer')
    return (
      <>
        {outcome.height !== null && (
          <p className="panel-hint">
            {words('interact.atHeight', { height: formatInt(outcome.height) })}
          </p>
        )}
        <Values values={outcome.values} amounts={ANSWER_AMOUNTS.get(of)} />
        <Raw data={outcome.data} />
      </>
    );
  if (outcome.kind === 'revert')
    return (
      <div className="panel-failure">
        <p>
          <b>{words('interact.reverted')}</b> {revertWords(words, outcome.revert)}
        </p>
        {outcome.revert.kind === 'custom' && outcome.revert.args !== null && (
          <Values values={outcome.revert.args} amounts={ERROR_AMOUNTS.get(outcome.revert.text)} />
        )}
        <Raw data={outcome.data} />
      </div>
    );
  if (outcome.kind === 'strange')
    return (
      <div className="panel-failure">
        <p>{words(outcome.data.length === 0 ? 'interact.noCode' : 'interact.strange')}</p>
        <Raw data={outcome.data} />
      </div>
    );
  return (
    <div className={ofRecording(outcome) ? 'panel-remark' : 'panel-failure'}>
      <p>{words(`interact.outcome.${outcome.kind}`)}</p>
      {outcome.kind === 'refused' && <p className="panel-value">{outcome.text.slice(0, 500)}</p>}
    </div>
  );
}

/** No failure: it is not in a recording. */
const ofRecording = ({ kind }: Outcome): boolean => kind === 'notRecorded' || kind === 'onlyAtEnd';

/** Why a contract stopped, in words. */
function revertWords(words: Words, revert: Revert): string {
  if (revert.kind === 'panic') return words(`interact.panic.${revert.text}`);
  if (revert.kind === 'none') return words('interact.noReason');
  return revert.kind === 'error' ? `“${revert.text}”` : revert.text;
}

function Raw({ data }: { data: Uint8Array }) {
  const { words } = useKnown();
  if (data.length === 0) return null;
  return (
    <details className="panel-raw opens">
      <summary>{words('interact.raw', { n: formatInt(data.length) })}</summary>
      <code>{to0x(data)}</code>
    </details>
  );
}
