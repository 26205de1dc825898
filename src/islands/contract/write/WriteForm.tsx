import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useConnection } from 'wagmi';
import type { Offered, OfferedFunction } from '#contracts/abi/panel.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { formatInt } from '#format/number.ts';
import { AmountInput } from '../AmountInput.tsx';
import type { ContractCall } from '../calls.ts';
import { CopyLink } from '../CopyLink.tsx';
import { InputFields } from '../InputFields.tsx';
import { useKnown } from '../known.ts';
import { linkTo, type Linked } from '../link.ts';
import { quantity } from '../node.ts';
import { OutcomeView } from '../OutcomeView.tsx';
import { focusWrong, useInputs } from '../useInputs.ts';
import { useChanges, type TokenMoves } from './changes.ts';
import { ChangesView } from './ChangesView.tsx';
import { useWalletNetwork } from './network.ts';
import type { Sent } from './progress.ts';
import { nextNonce, nonceOf, simulate, type Simulated } from './simulate.ts';
import { hashOf, isRejected, providerOf, wordsOfError } from './wallet.ts';

interface Props {
  of: OfferedFunction;
  errors: Offered['errors'];
  linked: Linked | null;
  onSent(sent: Sent): void;
}

/** What was tried, and with what: once anything is typed anew it no longer holds. */
interface Tried {
  readonly for: string;
  readonly call: ContractCall;
  readonly result: Simulated;
  /** What would move; null where the node does not tell. */
  readonly told: TokenMoves | null;
}

/** attoFIL that are sent along; null for what is no amount. */
function valueOf(of: OfferedFunction, text: string): bigint | null {
  if (of.mutability !== 'payable' || text.trim() === '') return 0n;
  return /^\d{1,30}$/.test(text.trim()) ? BigInt(text.trim()) : null;
}

/** A function that changes something: tried first, then sent by a wallet. */
export function WriteForm({ of, errors, linked, onSent }: Props) {
  const { place, words } = useKnown();
  const { address: from, connector, chainId } = useConnection();
  const network = useWalletNetwork();
  const changes = useChanges();
  const inputs = useInputs(of, linked?.v ?? []);
  const [amount, setAmount] = useState(linked?.value ?? '');
  const value = valueOf(of, amount);
  const current = JSON.stringify([inputs.drafts, amount, from, chainId]);
  const [tried, setTried] = useState<Tried | null>(null);

  const trial = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      setTried(null);
      const data = await inputs.encode();
      if (data === null || value === null) return focusWrong(form);
      const call = { to: place.address, data, value, ...(from === undefined ? {} : { from }) };
      const result = await simulate(place.node, call, of, errors);
      const told = result.moves === null ? null : await changes(result.moves);
      setTried({ for: current, call, result, told });
    },
  });
  const sending = useMutation({
    mutationFn: async ({ call, result }: Tried) => {
      if (connector === undefined || from === undefined) return;
      const wallet = await providerOf(connector);
      // It may have changed its network a moment ago.
      if (Number(await wallet.request({ method: 'eth_chainId' })) !== place.network.chainId)
        throw new Error(words('interact.switchFirst'));
      const guess = await nextNonce(place.node, from, 'pending');
      const answer = await wallet.request({
        method: 'eth_sendTransaction',
        params: [
          {
            from,
            to: call.to,
            data: to0x(call.data),
            value: quantity(call.value ?? 0n),
            chainId: quantity(place.network.chainId),
            ...(result.gas === null ? {} : { gas: quantity(result.gas) }),
          },
        ],
      });
      const hash = hashOf(answer);
      const told = await nonceOf(place.node, hash).catch(() => null);
      setTried(null);
      onSent({
        hash,
        from: from.toLowerCase(),
        nonce: told ?? guess,
        to: place.address.toLowerCase(),
        signature: of.canonical,
        value: String(call.value ?? 0n),
        at: Math.floor(Date.now() / 1000),
      });
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    sending.reset();
    if (!trial.isPending) trial.mutate(event.currentTarget);
  };
  const holds = tried !== null && tried.for === current && !trial.isPending ? tried : null;
  const works = holds?.result.outcome.kind === 'answer' && holds.result.lacks === null;
  const link = (): URL =>
    linkTo(new URL(location.href), of.canonical, inputs.drafts, { value: amount.trim() });
  return (
    <form noValidate onSubmit={submit}>
      <InputFields of={of} inputs={inputs} />
      {of.mutability === 'payable' && (
        <AmountInput
          label={
            <>
              <b>{words('interact.value')}</b> <code>{place.network.currency}</code>
            </>
          }
          text={amount}
          onChange={setAmount}
          wrong={value === null ? words('interact.wrong.amount') : null}
          hint={words('interact.valueHint')}
          units={linked?.value === undefined ? 18 : 0}
        />
      )}
      <p className="panel-ways">
        <button type="submit" className="button button-first" aria-busy={trial.isPending}>
          {words(trial.isPending ? 'interact.asking' : 'interact.simulate')}
        </button>
        <CopyLink link={link} />
      </p>
      <div className="panel-outcome" role="status">
        {holds !== null && <Trial tried={holds} works={works} of={of.canonical} />}
        {trial.isError && <p className="panel-failure">{words('interact.failed')}</p>}
      </div>
      {holds !== null && works && (
        <p className="panel-ways">
          <button
            type="button"
            className="button button-first"
            disabled={network !== 'here'}
            aria-busy={sending.isPending}
            onClick={({ currentTarget: { form } }) => {
              if (sending.isPending) return;
              // This button goes once it is sent.
              const onSuccess = () =>
                form?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
              sending.mutate(holds, { onSuccess });
            }}
          >
            {words(sending.isPending ? 'interact.confirming' : 'interact.send')}
          </button>
          {network !== 'here' && (
            <span className="panel-hint">
              {words(network === 'none' ? 'interact.connectFirst' : 'interact.switchFirst')}
            </span>
          )}
        </p>
      )}
      <div role="status">
        {sending.isError && (
          <p className="panel-failure">
            {isRejected(sending.error)
              ? words('interact.wallet.rejected')
              : words('interact.wallet.failed', { text: wordsOfError(sending.error) })}
          </p>
        )}
      </div>
    </form>
  );
}

interface TrialProps {
  tried: Tried;
  works: boolean;
  /** The function's name and types. */
  of: string;
}

/** What a transaction would do. */
function Trial({ tried: { call, result, told }, works, of }: TrialProps) {
  const { words, amount } = useKnown();
  const { outcome, gas, cost, lacks } = result;
  return (
    <div className={works ? 'panel-trial panel-good' : 'panel-trial'}>
      <p>
        <b>{words(works ? 'interact.trial.works' : 'interact.trial.fails')}</b>{' '}
        {works && call.from === undefined && words('interact.trial.nobody')}
      </p>
      {lacks === null ? (
        <OutcomeView outcome={outcome} of={of} />
      ) : (
        <p className="panel-failure">{words('interact.trial.lacks', { amount: amount(lacks) })}</p>
      )}
      {works && (
        <dl className="panel-values">
          <div>
            <dt>{words('interact.trial.moves')}</dt>
            <dd>{amount(call.value ?? 0n)}</dd>
          </div>
          {gas !== null && (
            <div>
              <dt>{words('interact.trial.gas')}</dt>
              <dd>{formatInt(gas)}</dd>
            </div>
          )}
          {cost !== null && (
            <div>
              <dt>{words('interact.trial.cost')}</dt>
              <dd>{amount(cost, { decimals: 6 })}</dd>
            </div>
          )}
        </dl>
      )}
      {works && <ChangesView told={told} from={call.from ?? null} />}
    </div>
  );
}
