import { useEffect, useId, useRef, useState } from 'react';
import type { Field } from '#claims/refused.ts';
import { formatBytes } from '#format/bytes.ts';
import { RefusedCall } from '../queries/post.ts';
import { askMessage, sendClaim, type ClaimMessage, type Names } from './calls.ts';
import { Copied } from './Copied.tsx';
import { Input } from './Input.tsx';
import type { Words } from './words.ts';

interface Props {
  /** f0… of the provider. */
  address: string;
  words: Words;
  /** Rises each time the dialog is to be opened. */
  opened: number;
}

const EMPTY: Names = { en: '', enFull: '', zh: '', zhFull: '', contact: '', signature: '' };
const REQUIRED = ['en', 'contact', 'signature'] as const;

/** Fields that are empty begin with what is saved: what is left blank would be overwritten. */
function filledIn(names: Names, saved: Partial<Names>): Names {
  const missing = Object.entries(saved).filter(([field]) => names[field as Field] === '');
  return { ...names, ...Object.fromEntries(missing) };
}

type Wrong = { field: Field | null; text: string } | null;

/** Of an owner who names a storage provider: a message to sign, the names, the signature. */
export function ClaimDialog({ address, words, opened }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [message, setMessage] = useState<ClaimMessage | null>(null);
  const [names, setNames] = useState<Names>(EMPTY);
  const [wrong, setWrong] = useState<Wrong>(null);
  const [state, setState] = useState<'asking' | 'ready' | 'refused' | 'sending' | 'done'>('asking');

  const failure = (error: unknown): Wrong => ({
    field: null,
    text: (error instanceof RefusedCall ? error.words : null) ?? words('claim.failed'),
  });

  const ask = async (): Promise<void> => {
    setWrong(null);
    setState('asking');
    try {
      const told = await askMessage(address);
      setMessage(told.data ?? message);
      // Only when the form appears: a name that was deleted in it since stays so.
      const saved = message === null ? told.data?.names : null;
      if (saved != null) setNames((typed) => filledIn(typed, saved));
      setWrong(told.status === 0 ? null : { field: null, text: told.error ?? '' });
      setState(told.data === null && message === null ? 'refused' : 'ready');
    } catch (error) {
      setWrong(failure(error));
      setState(message === null ? 'refused' : 'ready');
    }
  };

  useEffect(() => {
    dialog.current?.showModal();
    // What was filled in before stays; a message may have become too old.
    void ask();
  }, [opened]);

  const say = (next: Wrong): void => {
    setWrong(next);
    if (next?.field != null)
      dialog.current?.querySelector<HTMLElement>(`[name="${next.field}"]`)?.focus();
  };

  const send = async (event: { preventDefault(): void }): Promise<void> => {
    event.preventDefault();
    if (message === null || state === 'sending') return;
    const missing = REQUIRED.find((field) => names[field].trim() === '');
    if (missing !== undefined) {
      const label = words(`claim.field.${missing}`);
      return say({ field: missing, text: words('claim.refused.missing', { label }) });
    }
    setWrong(null);
    setState('sending');
    try {
      const told = await sendClaim(address, names, message.message);
      setState(told.status === 0 ? 'done' : 'ready');
      if (told.status !== 0) say({ field: told.field, text: told.error ?? '' });
    } catch (error) {
      setState('ready');
      setWrong(failure(error));
    }
  };

  const input = (
    field: Field,
    more: { hint?: string; required?: boolean; long?: boolean } = {},
  ) => (
    <Input
      key={field}
      field={field}
      words={words}
      value={names[field]}
      onChange={(value) => setNames({ ...names, [field]: value })}
      error={wrong?.field === field ? wrong.text : null}
      {...more}
    />
  );
  const close = (): void => dialog.current?.close();
  const short = { hint: words('claim.short') };
  const ethereum = /^[ft]4/.test(message?.addressToSign ?? '');

  return (
    <dialog ref={dialog} className="claim" aria-labelledby={titleId}>
      <div className="claim-head">
        <h2 id={titleId}>{words('claim.title', { address })}</h2>
        <button className="button" type="button" onClick={close}>
          {words('claim.close')}
        </button>
      </div>
      {state === 'asking' && message === null && <p role="status">{words('claim.loading')}</p>}
      {state === 'done' ? (
        <div className="claim-done" role="status">
          <p>{words('claim.done')}</p>
          <button
            className="button button-first"
            type="button"
            // The form is gone, and with it what had the focus.
            autoFocus
            onClick={() => location.reload()}
          >
            {words('claim.reload')}
          </button>
        </div>
      ) : (
        message !== null && (
          <form noValidate onSubmit={(event) => void send(event)}>
            <p>
              {words('claim.lead')}{' '}
              {words('claim.threshold', { size: formatBytes(message.minPower, 2) })}
            </p>
            <fieldset className="claim-grid">
              <legend>{words('claim.loose')}</legend>
              {input('en', { ...short, required: true })}
              {input('zh', short)}
              {input('enFull')}
              {input('zhFull')}
              {input('contact', { hint: words('claim.contactHint'), required: true })}
            </fieldset>
            <p className="claim-warning">{words('claim.warning')}</p>
            <dl className="claim-owner">
              <dt>{words('claim.owner')}</dt>
              <dd>{message.addressToSign}</dd>
            </dl>
            <Copied label={words('claim.message')} text={message.message} words={words} />
            <p className="claim-hint">
              {words('claim.lasts')}{' '}
              <button className="claim-link" type="button" onClick={() => void ask()}>
                {words('claim.renew')}
              </button>
            </p>
            <Copied label={words('claim.command')} text={message.command.lotus} words={words} />
            <p className="claim-hint">
              {words('claim.lotus')} {ethereum && words('claim.ethereum')}
            </p>
            {input('signature', {
              hint: words('claim.signatureHint'),
              required: true,
              long: true,
            })}
            {wrong !== null && wrong.field === null && (
              <p className="claim-error" role="alert">
                {wrong.text}
              </p>
            )}
            <button className="button button-first" type="submit" aria-busy={state === 'sending'}>
              {words(state === 'sending' ? 'claim.sending' : 'claim.submit')}
            </button>
          </form>
        )
      )}
      {state === 'refused' && wrong !== null && (
        <p className="claim-error" role="alert">
          {wrong.text}
        </p>
      )}
    </dialog>
  );
}
