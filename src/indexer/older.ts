/** What is older than the index, as the state before its first tipset tells. */
import type { ProxySlot } from '#filecoin/evm/proxies.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { OlderStorage } from './parts/deals/acts.ts';
import type { OlderProvider, OlderSectors } from './parts/sectors/opening.ts';
import type { ChannelState, Lane } from './parts/wallets/decode.ts';
import type { ActorChange, MultisigRow } from './types.ts';

/** A call that waited for approvals in a multisig. */
export interface PendingProposal {
  txId: number;
  to: Uint8Array;
  value: bigint;
  method: Uint64;
  params: Uint8Array;
  /** Ids of those who approve it, the proposer first. */
  approvals: number[];
}

/** A multisig or a payment channel before the index began. What the node cannot tell of it is null. */
export type OlderWallet =
  | { multisig: MultisigRow; pending: PendingProposal[] | null }
  | { channel: ChannelState; lanes: Lane[] | null };

/** An actor of the opening: there before the index begins. */
export interface OpeningActor extends ActorChange {
  robust: Uint8Array | null;
  /** Of a multisig or a payment channel what it was then; null where the node cannot tell, and of any other actor. */
  wallet: OlderWallet | null;
}

/** A contract that is older than the index, as the state before it tells. */
export interface OlderContract {
  id: number;
  /** Empty where it had destroyed itself or was created without any, null where the node cannot tell it. */
  code: Uint8Array | null;
  /** What stood in the slots of EIP-1967 that the code names, 20 bytes each. */
  slots: (readonly [slot: ProxySlot, address: Uint8Array])[];
}

/** What is older than the index, as it was before the index's first tipset. */
export interface Older {
  actors: OpeningActor[];
  providers: OlderProvider[];
  /** Of providers with more than were read with them. */
  sectors: OlderSectors[];
  /** Multisigs and payment channels of actors that are known without what opens with them. */
  wallets: OpeningActor[];
  /** Robust addresses of actors that are known without one, by id. */
  addresses: (readonly [id: number, address: Uint8Array])[];
  /** Code and proxy slots of contracts. */
  contracts: OlderContract[];
  storage: OlderStorage;
}
