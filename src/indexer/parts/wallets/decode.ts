/** What a tipset's calls did to multisigs' proposals and to payment channels. */
import { readMultisigCall, type MultisigFact } from '#filecoin/actors/facts/multisig.ts';
import { readPaychCall, type Voucher } from '#filecoin/actors/facts/paych.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { ActorStateJson, CidJson } from '#node/types.ts';
import { int64 } from '#node/schemas/values.ts';
import { z } from 'zod';
import { paramsOf, returnOf } from '../../decode/calls.ts';
import { requireId } from '../../decode/ids.ts';
import type { Call } from '../../types.ts';

const MULTISIG = ACTOR_KINDS.indexOf('multisig');
const CHANNEL = ACTOR_KINDS.indexOf('paymentchannel');
const NONE = new Uint8Array(0);

interface Act {
  /** The wallet. */
  id: number;
  by: number;
  /** Index into `executions`; null when no message did it. */
  message: number | null;
}

export interface MultisigAct extends Act {
  fact: Extract<
    MultisigFact,
    { type: 'propose' | 'approve' | 'cancel' | 'remove-signer' | 'swap-signer' }
  >;
}

export interface ChannelAct extends Act {
  type: 'constructor' | 'voucher' | 'settle' | 'collect';
  voucher: Voucher | null;
}

export interface WalletActs {
  multisigs: MultisigAct[];
  channels: ChannelAct[];
}

/** In the order in which they were done. A call within a proposed call comes before its approval ends, as on the chain. */
export function walletActs(calls: readonly Call[]): WalletActs {
  const acts: WalletActs = { multisigs: [], channels: [] };
  for (const call of calls) {
    if (call.to === null || (call.kind !== MULTISIG && call.kind !== CHANNEL)) continue;
    const payload = {
      method: call.method,
      version: call.version ?? undefined,
      params: paramsOf(call) ?? NONE,
      returned: returnOf(call) ?? NONE,
    };
    const act = { id: call.to, by: call.from, message: call.message };
    if (call.kind === MULTISIG) {
      const fact = readMultisigCall(payload);
      if (
        fact?.type === 'propose' ||
        fact?.type === 'approve' ||
        fact?.type === 'cancel' ||
        fact?.type === 'remove-signer' ||
        fact?.type === 'swap-signer'
      )
        acts.multisigs.push({ ...act, fact });
    } else {
      const fact = readPaychCall(payload);
      if (fact && fact.type !== 'malformed')
        acts.channels.push({
          ...act,
          type: fact.type,
          voucher: fact.type === 'voucher' ? fact.voucher : null,
        });
    }
  }
  return acts;
}

export interface ChannelState {
  id: number;
  from: number;
  to: number;
  toSend: string;
  settlingAt: Integer;
  minSettleHeight: Integer;
}

/** A lane of a channel: its newest voucher, and attoFIL that it has redeemed. */
export type Lane = [lane: Integer, nonce: Uint64, redeemed: string];

const channelState = z.object({
  From: z.string(),
  To: z.string(),
  ToSend: z.string().regex(/^\d+$/),
  SettlingAt: int64,
  MinSettleHeight: int64,
});

/** A payment channel's own state (StateReadState). Throws ZodError for anything else. */
export function decodeChannel(id: number, json: ActorStateJson): ChannelState {
  const state = channelState.parse(json.State);
  return {
    id,
    from: requireId(state.From),
    to: requireId(state.To),
    toSend: state.ToSend,
    settlingAt: state.SettlingAt,
    minSettleHeight: state.MinSettleHeight,
  };
}

/** Root of the array of a payment channel's lanes, in its own state. Throws ZodError for anything else. */
export function lanesRoot(json: ActorStateJson): CidJson {
  return z.object({ LaneStates: z.object({ '/': z.string() }) }).parse(json.State).LaneStates;
}

export { CHANNEL as CHANNEL_KIND, MULTISIG as MULTISIG_KIND };
