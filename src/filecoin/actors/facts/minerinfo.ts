/**
 * What calls of storage miners did to who they are and to what they have, sectors apart
 * (sectors.ts): owner, worker, beneficiary, network place, funds (`readMinerCall`).
 */
import { decodeCbor } from '../../encoding/cbor.ts';
import type { Integer } from '../../encoding/integers.ts';
import { addressOf, amountOf, bytesOf, factReader, fieldsOf, intOf } from './read.ts';
import type { Fields } from './read.ts';

/** How a provider is set up: addresses, proof type, where its node is. */
export interface MinerSetup {
  readonly owner: Uint8Array;
  readonly worker: Uint8Array;
  /** Registered PoSt proof (of seals until actors version 2). */
  readonly proofType: number;
  /** libp2p peer id; empty when it has none. */
  readonly peerId: Uint8Array;
  readonly multiaddrs: readonly Uint8Array[];
}

export type MinerFact =
  | ({ readonly type: 'constructor'; readonly controls: readonly Uint8Array[] } & MinerSetup)
  /** Controls hold at once; a new worker 900 epochs later (`confirm-worker` or cron). */
  | {
      readonly type: 'change-worker';
      readonly worker: Uint8Array;
      readonly controls: readonly Uint8Array[];
    }
  | { readonly type: 'confirm-worker' }
  /** The owner proposes, the new owner confirms by the same call; before version 2 it held at once. */
  | { readonly type: 'change-owner'; readonly owner: Uint8Array }
  /** Proposed by the owner, to be agreed to by old and new beneficiary by the same call (FIP-0029). */
  | {
      readonly type: 'change-beneficiary';
      readonly beneficiary: Uint8Array;
      /** attoFIL that it may take in all. */
      readonly quota: bigint;
      readonly expiration: Integer;
    }
  | { readonly type: 'change-peer'; readonly peerId: Uint8Array }
  | { readonly type: 'change-multiaddrs'; readonly multiaddrs: readonly Uint8Array[] }
  /** attoFIL; `withdrawn` null before actors version 6, which returned nothing. */
  | {
      readonly type: 'withdraw';
      readonly requested: bigint;
      readonly withdrawn: bigint | null;
    }
  | { readonly type: 'repay-debt' }
  /** Two (or three) headers in CBOR that no honest miner signs both. */
  | { readonly type: 'consensus-fault'; readonly headers: readonly Uint8Array[] }
  /** Of a won block, attoFIL: reward that begins to vest, penalty taken from it. */
  | { readonly type: 'reward'; readonly reward: bigint; readonly penalty: bigint }
  /** Cron calls: 1 at a deadline's end, 2 for early terminations (miner/src/types.rs). */
  | { readonly type: 'cron'; readonly event: number };

/** The event stands in bytes since actors version 7, beside the network's estimates. */
function cronEvent(params: Uint8Array): MinerFact {
  const first = fieldsOf(params, 1, 3).at(0);
  return {
    type: 'cron',
    event: first instanceof Uint8Array ? fieldsOf(first, 1).int(0) : intOf(first),
  };
}

function withdrawn(params: Uint8Array, returned: Uint8Array): MinerFact {
  return {
    type: 'withdraw',
    requested: fieldsOf(params, 1).amount(0),
    withdrawn: returned.length === 0 ? null : amountOf(decodeCbor(returned)),
  };
}

/** A MinerSetup whose proof type and what follows stand at `at`. */
export function setupOf(fields: Fields, at: number): MinerSetup {
  return {
    owner: fields.address(0),
    worker: fields.address(1),
    proofType: fields.int(at),
    peerId: fields.bytes(at + 1),
    multiaddrs: fields.list(at + 2, bytesOf),
  };
}

/** What a call of a storage miner did to its info and funds; null for methods that do nothing to them. */
export const readMinerCall = factReader<MinerFact>('storageminer', {
  Constructor: (params) => {
    const fields = fieldsOf(params, 6);
    return { type: 'constructor', controls: fields.list(2, addressOf), ...setupOf(fields, 3) };
  },
  ChangeWorkerAddress: (params) => {
    const fields = fieldsOf(params, 2);
    return {
      type: 'change-worker',
      worker: fields.address(0),
      controls: fields.list(1, addressOf),
    };
  },
  ConfirmUpdateWorkerKey: () => ({ type: 'confirm-worker' }),
  ConfirmChangeWorkerAddress: () => ({ type: 'confirm-worker' }),
  ChangeOwnerAddress: (params) => ({ type: 'change-owner', owner: addressOf(decodeCbor(params)) }),
  ChangeBeneficiary: (params) => {
    const fields = fieldsOf(params, 3);
    return {
      type: 'change-beneficiary',
      beneficiary: fields.address(0),
      quota: fields.amount(1),
      expiration: fields.integer(2),
    };
  },
  ChangePeerID: (params) => ({ type: 'change-peer', peerId: fieldsOf(params, 1).bytes(0) }),
  ChangeMultiaddrs: (params) => ({
    type: 'change-multiaddrs',
    multiaddrs: fieldsOf(params, 1).list(0, bytesOf),
  }),
  WithdrawBalance: withdrawn,
  RepayDebt: () => ({ type: 'repay-debt' }),
  ReportConsensusFault: (params) => {
    const fields = fieldsOf(params, 3);
    const headers = [fields.bytes(0), fields.bytes(1), fields.bytes(2)];
    return { type: 'consensus-fault', headers: headers.filter(({ length }) => length > 0) };
  },
  OnDeferredCronEvent: cronEvent,
  AddLockedFund: (params) => ({
    type: 'reward',
    reward: amountOf(decodeCbor(params)),
    penalty: 0n,
  }),
  ApplyRewards: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'reward', reward: fields.amount(0), penalty: fields.amount(1) };
  },
});
