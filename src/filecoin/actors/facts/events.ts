/**
 * Typed reading of built-in actors' events (FIP-0083, FIP-0076): `readActorEvent`. They tell of
 * sectors, deals, allocations, claims and verifiers. An event is trusted only of its own emitter:
 * the caller checks that it is a storage miner, the market or the verified registry, since any
 * contract may emit the same entries under raw keys of its own.
 */
import { decodeCbor } from '../../encoding/cbor.ts';
import type { CborValue } from '../../encoding/cbor.ts';
import type { Integer } from '../../encoding/integers.ts';
import type { EventEntry } from '../events.ts';
import { amountOf, attempt, cidOf, sectorOf, intOf, maybe, PayloadError } from './read.ts';
import type { Malformed } from './read.ts';

/** Who is party to a deal, an allocation or a claim: actor ids. */
export interface Parties {
  readonly id: number;
  readonly client: number;
  readonly provider: number;
}

/** Terms of an allocation or claim. What an event of FIP-0083's first drafts does not tell is null. */
export interface Terms extends Parties {
  readonly pieceCid: Uint8Array | null;
  /** Padded bytes. */
  readonly pieceSize: number | null;
  readonly termMin: number | null;
  readonly termMax: number | null;
}

export interface SectorContent {
  readonly sector: Integer;
  /** CommD; null for a sector without data. */
  readonly unsealedCid: Uint8Array | null;
  /** `size`: padded bytes. */
  readonly pieces: readonly { readonly cid: Uint8Array; readonly size: number }[];
}

export type ActorEvent =
  /** `balance`: bytes of data cap that the verifier may still give; `client`: who got some just now. */
  | {
      readonly type: 'verifier-balance';
      readonly verifier: number;
      readonly balance: bigint;
      readonly client: number | null;
    }
  | ({ readonly type: 'allocation'; readonly expiration: number | null } & Terms)
  | ({ readonly type: 'allocation-removed'; readonly expiration: number | null } & Terms)
  | ({ readonly type: 'claim' | 'claim-updated' | 'claim-removed' } & Terms & {
        readonly termStart: number | null;
        readonly sector: Integer | null;
      })
  | ({
      readonly type: 'deal-published' | 'deal-activated' | 'deal-terminated' | 'deal-completed';
    } & Parties)
  | { readonly type: 'sector-precommitted' | 'sector-terminated'; readonly sector: Integer }
  | ({ readonly type: 'sector-activated' | 'sector-updated' } & SectorContent);

const CODEC_CBOR = 0x51;
/** A sector of 64 GiB has no more pieces than this; longer events are refused. */
const MAX_ENTRIES = 70_000;

/** The values of an event's entries by key, in their order. */
class Values {
  private readonly entries: readonly EventEntry[];

  constructor(entries: readonly EventEntry[]) {
    this.entries = entries;
  }

  all<T>(key: string, read: (value: CborValue) => T): T[] {
    return this.entries
      .filter((entry) => entry.key === key)
      .map(({ codec, value }) => {
        if (codec !== CODEC_CBOR) throw new PayloadError(`${key} is not CBOR`);
        return read(decodeCbor(value));
      });
  }

  one<T>(key: string, read: (value: CborValue) => T): T {
    const found = this.all(key, read);
    const [value] = found;
    if (value === undefined || found.length > 1) throw new PayloadError(`not one ${key}`);
    return value;
  }

  optional<T>(key: string, read: (value: CborValue) => T): T | null {
    return this.entries.some((entry) => entry.key === key) ? this.one(key, read) : null;
  }
}

function parties(values: Values): Parties {
  return {
    id: values.one('id', intOf),
    client: values.one('client', intOf),
    provider: values.one('provider', intOf),
  };
}

function terms(values: Values): Terms {
  return {
    ...parties(values),
    pieceCid: values.optional('piece-cid', cidOf),
    pieceSize: values.optional('piece-size', intOf),
    termMin: values.optional('term-min', intOf),
    termMax: values.optional('term-max', intOf),
  };
}

function content(values: Values): SectorContent {
  const cids = values.all('piece-cid', cidOf);
  const sizes = values.all('piece-size', intOf);
  if (cids.length !== sizes.length) throw new PayloadError('pieces without a size');
  return {
    sector: values.one('sector', sectorOf),
    unsealedCid: values.optional('unsealed-cid', (value) => maybe(value, cidOf)),
    pieces: cids.map((cid, at) => ({ cid, size: sizes[at] ?? 0 })),
  };
}

function eventOf(type: string, values: Values): ActorEvent | null {
  switch (type) {
    case 'verifier-balance':
      return {
        type,
        verifier: values.one('verifier', intOf),
        balance: values.one('balance', amountOf),
        client: values.optional('client', intOf),
      };
    case 'allocation':
    case 'allocation-removed':
      return { type, ...terms(values), expiration: values.optional('expiration', intOf) };
    case 'claim':
    case 'claim-updated':
    case 'claim-removed':
      return {
        type,
        ...terms(values),
        termStart: values.optional('term-start', intOf),
        sector: values.optional('sector', sectorOf),
      };
    case 'deal-published':
    case 'deal-activated':
    case 'deal-terminated':
    case 'deal-completed':
      return { type, ...parties(values) };
    case 'sector-precommitted':
    case 'sector-terminated':
      return { type, sector: values.one('sector', sectorOf) };
    case 'sector-activated':
    case 'sector-updated':
      return { type, ...content(values) };
    default:
      return null;
  }
}

/**
 * Reads an event of a built-in actor; null for other events (EVM logs, types that are not known),
 * `malformed` when it is of a known type and its values are not.
 */
export function readActorEvent(entries: readonly EventEntry[]): ActorEvent | Malformed | null {
  const [first] = entries;
  if (first?.key !== '$type' || first.codec !== CODEC_CBOR || first.value.length > 66) return null;
  const event = attempt(() => {
    const type = decodeCbor(first.value);
    if (typeof type !== 'string') return null;
    if (entries.length > MAX_ENTRIES) throw new PayloadError('too many entries');
    return eventOf(type, new Values(entries.slice(1)));
  });
  return event instanceof PayloadError ? { type: 'malformed', reason: event.message } : event;
}
