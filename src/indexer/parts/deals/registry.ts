/** From calls of the verified registry and of the data cap token to acts; pure. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import type { ClaimExtension } from '#filecoin/actors/facts/allocations.ts';
import type { DatacapFact } from '#filecoin/actors/facts/datacap.ts';
import type { VerifregFact } from '#filecoin/actors/facts/verifreg.ts';
import type { Call } from '../../types.ts';
import type { Act } from './acts.ts';
import type { Context } from './calls.ts';

/** Units of the data cap token in a byte. */
const UNITS_PER_BYTE = 10n ** 18n;
/** From this actors version on data cap is a token of its own actor. */
const TOKEN_VERSION = 9;

export function registryActs(context: Context, call: Call, fact: VerifregFact): Act[] {
  const { told, idOf, allowances } = context;
  const { message, from } = call;
  const left = (verifier: number): bigint | null =>
    allowances.get(`${message}/${verifier}`)?.shift() ?? null;
  const ownCap = call.version !== null && call.version < TOKEN_VERSION;
  const cap = (
    client: Uint8Array,
    did: 'grant' | 'destroy' | 'allocate' | 'return',
    by: bigint,
  ) => {
    const actor = idOf(client);
    if (actor === null || !ownCap) return [];
    const other = did === 'grant' ? from : null;
    return [{ type: 'data-cap', message, actor, did, amount: by, balance: null, other } as const];
  };
  switch (fact.type) {
    case 'add-verifier': {
      const verifier = idOf(fact.verifier);
      if (verifier === null) return [];
      left(verifier);
      const { allowance } = fact;
      const set = { verifier, did: 'set', allowance, amount: null, client: null } as const;
      return [{ type: 'verifier', message, ...set }];
    }
    case 'remove-verifier': {
      const verifier = idOf(fact.verifier);
      if (verifier === null) return [];
      left(verifier);
      const removed = {
        verifier,
        did: 'remove',
        allowance: 0n,
        amount: null,
        client: null,
      } as const;
      return [{ type: 'verifier', message, ...removed }];
    }
    case 'add-client': {
      context.granter = { verifier: from, message };
      const gave = {
        verifier: from,
        did: 'give',
        allowance: left(from),
        amount: fact.allowance,
        client: idOf(fact.client),
      } as const;
      return [{ type: 'verifier', message, ...gave }, ...cap(fact.client, 'grant', fact.allowance)];
    }
    case 'use-bytes':
      return cap(fact.client, 'allocate', -fact.bytes);
    case 'restore-bytes':
      return cap(fact.client, 'return', fact.bytes);
    case 'remove-datacap':
      return cap(fact.client, 'destroy', -fact.bytes);
    case 'allocate':
      return [
        ...fact.allocations.map((allocation): Act => ({
          type: 'allocate',
          message,
          allocation: { ...allocation, client: fact.client },
        })),
        ...extended(message, fact.extensions),
      ];
    case 'remove-allocations':
      return fact.removed.map((id): Act => ({
        type: 'remove-allocation',
        message,
        client: fact.client,
        id,
      }));
    case 'claim':
      return fact.claims
        .filter((claim) => claim.claimed)
        .map(({ allocation: id, client, pieceCid, size, sector }): Act => {
          const terms = told.claims.get(id);
          const termMin = terms?.termMin ?? null;
          const termMax = terms?.termMax ?? null;
          const claim = { id, client, provider: from, pieceCid, size, sector, termMin, termMax };
          return { type: 'claim', message, claim: { ...claim, termStart: context.epoch } };
        });
    case 'extend-claims':
      return extended(message, fact.extensions);
    case 'remove-claims':
      return fact.removed.map((id): Act => ({
        type: 'remove-claim',
        message,
        provider: fact.provider,
        id,
      }));
  }
}

function extended(message: number | null, extensions: readonly ClaimExtension[]): Act[] {
  return extensions.map(({ provider, claim: id, termMax }) => ({
    type: 'extend-claim',
    message,
    provider,
    id,
    termMax,
  }));
}

export function tokenActs(context: Context, call: Call, fact: DatacapFact): Act[] {
  const { message } = call;
  const change = (
    actor: number | null,
    did: Extract<Act, { type: 'data-cap' }>['did'],
    amount: bigint,
    balance: bigint | null,
    other: number | null,
  ): Act[] =>
    actor === null || amount === 0n
      ? []
      : [
          {
            type: 'data-cap',
            message,
            actor,
            did,
            amount: amount / UNITS_PER_BYTE,
            balance: balance === null ? null : balance / UNITS_PER_BYTE,
            other,
          },
        ];
  switch (fact.type) {
    case 'mint': {
      const { granter } = context;
      const verifier = granter?.message === message ? granter.verifier : null;
      return change(context.idOf(fact.to), 'grant', fact.amount, fact.balance, verifier);
    }
    case 'burn': {
      const owner = fact.owner ? context.idOf(fact.owner) : call.from;
      return change(owner, 'destroy', -fact.amount, fact.balance, null);
    }
    case 'transfer': {
      const from = fact.from ? context.idOf(fact.from) : call.from;
      const to = context.idOf(fact.to);
      const sent = to === VERIFIED_REGISTRY_ID ? 'allocate' : 'send';
      const got = from === VERIFIED_REGISTRY_ID ? 'return' : 'receive';
      return [
        ...change(from, sent, -fact.amount, fact.fromBalance, to),
        ...change(to, got, fact.amount, fact.toBalance, from),
      ];
    }
    case 'allowance':
      return [];
  }
}
