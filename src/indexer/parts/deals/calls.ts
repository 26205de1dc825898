/** Reads a tipset's calls and events for what concerns deals and data cap. */
import {
  protocolOf,
  PROTOCOL_ID,
  STORAGE_MARKET_ID,
  VERIFIED_REGISTRY_ID,
} from '#filecoin/address.ts';
import { readDatacapCall, type DatacapFact } from '#filecoin/actors/facts/datacap.ts';
import { readActorEvent, type Terms } from '#filecoin/actors/facts/events.ts';
import { readMarketCall, type MarketFact } from '#filecoin/actors/facts/market.ts';
import type { Malformed } from '#filecoin/actors/facts/read.ts';
import type { SectorFact } from '#filecoin/actors/facts/sectorFacts.ts';
import { readSectorCall } from '#filecoin/actors/facts/sectors.ts';
import { readVerifregCall, type VerifregFact } from '#filecoin/actors/facts/verifreg.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { payloadOf } from '../../decode/calls.ts';
import type { Call, Log } from '../../types.ts';

const MARKET = kindIndex('storagemarket');
const REGISTRY = kindIndex('verifiedregistry');
const TOKEN = kindIndex('datacap');
const MINER = kindIndex('storageminer');
/** ProveCommitSectors3 and ProveReplicaUpdates3 (FIP-0076): the only ones that name pieces. */
const WITH_PIECES: ReadonlySet<Call['method']> = new Set([34, 35]);

/** A call and what it did. */
export type Done =
  | { call: Call; of: 'market'; fact: MarketFact }
  | { call: Call; of: 'registry'; fact: VerifregFact }
  | { call: Call; of: 'token'; fact: DatacapFact }
  | { call: Call; of: 'miner'; fact: SectorFact };

/** Those of the calls that say something here. */
export function doneBy(calls: readonly Call[]): Done[] {
  const done: Done[] = [];
  for (const call of calls) {
    if (call.kind === MARKET) {
      const fact = readMarketCall(payloadOf(call));
      if (isFact(fact)) done.push({ call, of: 'market', fact });
    } else if (call.kind === REGISTRY) {
      const fact = readVerifregCall(payloadOf(call));
      if (isFact(fact)) done.push({ call, of: 'registry', fact });
    } else if (call.kind === TOKEN) {
      const fact = readDatacapCall(payloadOf(call));
      if (isFact(fact)) done.push({ call, of: 'token', fact });
    } else if (call.kind === MINER && WITH_PIECES.has(call.method)) {
      const fact = readSectorCall(payloadOf(call));
      if (isFact(fact)) done.push({ call, of: 'miner', fact });
    }
  }
  return done;
}

function isFact<T extends { type: string }>(fact: T | Malformed | null): fact is T {
  return fact !== null && fact.type !== 'malformed';
}

/** Addresses that calls name other than by id. */
export function namedIn(done: readonly Done[], told: EventFacts): Uint8Array[] {
  const named = done.flatMap(({ of, fact }): Uint8Array[] => {
    switch (fact.type) {
      case 'publish':
        return fact.deals
          .filter((deal) => !told.published.has(deal.dealId))
          .flatMap(({ proposal }) => [proposal.client, proposal.provider]);
      case 'add-verifier':
      case 'remove-verifier':
        return [fact.verifier];
      case 'add-client':
      case 'use-bytes':
      case 'restore-bytes':
      case 'remove-datacap':
        return [fact.client];
      case 'mint':
        return [fact.to];
      case 'burn':
        return fact.owner ? [fact.owner] : [];
      case 'transfer':
        return of === 'token' ? [...(fact.from ? [fact.from] : []), fact.to] : [];
      default:
        return [];
    }
  });
  return named.filter((address) => protocolOf(address) !== PROTOCOL_ID);
}

/** What events tell beside the calls. */
export interface EventFacts {
  /** Parties of published deals. */
  published: ReadonlyMap<number, { client: number; provider: number }>;
  terminated: readonly { message: number; deal: number }[];
  /** Terms of new claims. */
  claims: ReadonlyMap<number, Terms>;
  /** What a verifier had left, in the order of a message's events: by `message/verifier`. */
  allowances: ReadonlyMap<string, bigint[]>;
}

/** Reads the events of the market and the registry; of no other emitter. */
export function toldBy(logs: readonly Log[]): EventFacts {
  const published = new Map<number, { client: number; provider: number }>();
  const terminated: { message: number; deal: number }[] = [];
  const claims = new Map<number, Terms>();
  const allowances = new Map<string, bigint[]>();
  for (const { message, emitter, entries } of logs) {
    if (emitter !== STORAGE_MARKET_ID && emitter !== VERIFIED_REGISTRY_ID) continue;
    const event = readActorEvent(entries);
    if (event?.type === 'deal-published') published.set(event.id, event);
    else if (event?.type === 'deal-terminated') terminated.push({ message, deal: event.id });
    else if (event?.type === 'claim') claims.set(event.id, event);
    else if (event?.type === 'verifier-balance') {
      const key = `${message}/${event.verifier}`;
      allowances.set(key, [...(allowances.get(key) ?? []), event.balance]);
    }
  }
  return { published, terminated, claims, allowances };
}

/** Actor id of an address that the state knows; null for one that it does not. */
export type IdOf = (address: Uint8Array) => number | null;

/** A piece that the market took for a deal. */
export interface Accepted {
  cid: Uint8Array;
  size: number;
  deal: number;
}

/** What reading one tipset's calls has to know. */
export interface Context {
  told: EventFacts;
  epoch: number;
  idOf: IdOf;
  /** Pieces that the market took for deals, by provider and sector, not yet given to a manifest. */
  accepted: Map<string, Accepted[]>;
  /** As `told.allowances`, those not yet given to a call. */
  allowances: Map<string, bigint[]>;
  /** Who gave the data cap that is minted next. */
  granter: { verifier: number; message: number | null } | null;
}
