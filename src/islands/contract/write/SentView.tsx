import { useCallback } from 'react';
import { panicReason } from '#filecoin/evm/revert.ts';
import { paths } from '#format/paths.ts';
import { shortText } from '#format/shorten.ts';
import { pageLocale } from '../../locale.ts';
import { useKnown } from '../known.ts';
import { Values } from '../Values.tsx';
import { argumentsIn } from './arguments.ts';
import { useProgress } from './heard.ts';
import { Ladder } from './Ladder.tsx';
import type { Fate, Sent, MessageState } from './progress.ts';
import type { SentList } from './sentList.ts';

/** Of what more is said than the ladder shows; null for nothing. */
function saidOf(fate: Fate): Exclude<Fate, 'waiting' | 'done'> | null {
  return fate === 'waiting' || fate === 'done' ? null : fate;
}

/** A sent transaction on its way. */
export function SentView({ sent, list }: { sent: Sent; list: SentList }) {
  const { words, amount } = useKnown();
  const { hash } = sent;
  const learn = useCallback((nonce: number) => list.learn(hash, { nonce }), [hash, list]);
  const { message, ...progress } = useProgress(sent, learn);
  const { fate, by, stage } = progress;
  const at = (id: string) => paths.message(pageLocale(), id);
  const said = saidOf(fate);
  // What an error of the contract's own carries: the index read it by an ABI.
  const args = fate === 'failed' ? argumentsIn(message?.revert?.args) : [];
  return (
    <li className="panel-sent" data-fate={fate} data-stage={stage}>
      <p className="panel-sent-head">
        <code>{sent.signature}</code>
        {sent.value !== '0' && <span>{amount(sent.value)}</span>}
        <a className="panel-value" href={at(hash)}>
          {shortText('message', hash)}
        </a>
        {sent.nonce !== null && (
          <span className="panel-hint">{words('interact.nonce', { n: sent.nonce })}</span>
        )}
      </p>
      <Ladder progress={progress} />
      <p className="away" role="status">
        {said === null
          ? [
              ...(fate === 'done' ? [] : [words('interact.fate.waiting')]),
              words(`interact.stage.${stage}`),
            ].join(' ')
          : words(`interact.fate.${said}`)}
      </p>
      {said !== null && (
        <div className={said === 'failed' ? 'panel-failure' : 'panel-remark'}>
          <p>
            {words(`interact.fate.${said}`)}{' '}
            {said === 'failed' && message !== null && <Why of={message} />}
            {by !== null && (
              <a className="panel-value" href={at(by)}>
                {shortText('message', by)}
              </a>
            )}
          </p>
          {args.length > 0 && <Values values={args} />}
        </div>
      )}
      <button
        type="button"
        className="panel-link"
        aria-label={words('interact.forgetOne', { hash: shortText('message', hash) })}
        onClick={() => list.forget(hash)}
      >
        {words('interact.forget')}
      </button>
    </li>
  );
}

/** Why it failed, as the message's page says it. */
function Why({ of: { revert, receipt } }: { of: MessageState }) {
  const { words, place } = useKnown();
  if (revert === null) {
    const name = receipt?.exitCodeName ?? '';
    return place.exits[name] ?? name;
  }
  const { kind, text } = revert;
  if (kind === 'panic') return words(`interact.panic.${panicReason(text)}`);
  return kind === 'none' ? words('interact.noReason') : <bdi>{text}</bdi>;
}
