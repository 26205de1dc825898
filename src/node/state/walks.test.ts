/** Walks over tables of the state, which go on where they ended. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DATACAP_ID,
  idAddress,
  STORAGE_MARKET_ID,
  VERIFIED_REGISTRY_ID,
} from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { blake2b256, chainCidBytes, cidOf, formatCid, parseCid } from '#filecoin/encoding/cid.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { buildAmt, type BuiltTree } from '#filecoin/ipld/buildAmt.ts';
import { buildHamt } from '#filecoin/ipld/buildHamt.ts';
import { encodeActor } from '#filecoin/ipld/stateTree.ts';
import { sourceOf } from '#filecoin/ipld/testing/objects.ts';
import type { AllocationJson, ClaimJson } from '../types.ts';
import { verifiedClientStatus, verifierStatus, walkDataCap, walkVerifiers } from './datacap.ts';
import { walkDeals } from './market.ts';
import { multisigPending, walkMultisigPending } from './multisig.ts';
import { walkAllocations, walkClaims, type RegistryPlace, type Walked } from './registry.ts';
import { StateView } from './view.ts';

const WALLET = 1234;

/** A state of actors of one version, made of what tests put into it. */
class Made {
  readonly version: number;
  readonly #objects = new Map<string, Uint8Array>();
  readonly #actors: [key: Uint8Array, actor: Uint8Array][] = [];

  constructor(version: number) {
    this.version = version;
  }

  /** Link to a map; before actors version 3 of the old form. */
  map(entries: readonly (readonly [Uint8Array, CborValue])[], bitWidth = 5): CborCid {
    const pairs = entries.map(([key, value]) => [key, encodeCbor(value)] as const);
    return this.#keep(buildHamt(pairs, { bitWidth, old: this.version < 3 }));
  }

  array(items: readonly (readonly [number, CborValue])[], bitWidth: number): CborCid {
    const pairs = items.map(([index, value]) => [index, encodeCbor(value)] as const);
    return this.#keep(buildAmt(pairs, this.version < 3 ? null : bitWidth));
  }

  /** Adds an actor, whose code is named after its kind. */
  actor(id: number, kind: ActorKind, state: CborValue): void {
    const head = encodeCbor(state);
    const digest = blake2b256(head);
    this.#objects.set(cidOf(digest), head);
    const code = formatCid(Uint8Array.of(1, 0x55, 0, kind.length, ...Buffer.from(kind)));
    const actor = { code, head: cidOf(digest), nonce: 0, balance: 0n, delegated: null };
    this.#actors.push([idAddress(id), encodeActor(actor, 0)]);
  }

  view(): StateView {
    const { root, objects } = buildHamt(this.#actors, { old: true });
    const kindOf = async (code: string) => {
      const kind = Buffer.from(parseCid(code).subarray(4)).toString() as ActorKind;
      return { kind, version: this.version };
    };
    return new StateView(sourceOf(objects, this.#objects), kindOf, [], { root, height: 7 });
  }

  #keep({ root, objects }: BuiltTree): CborCid {
    for (const [cid, object] of objects) this.#objects.set(cid, object);
    return new CborCid(parseCid(root));
  }
}

const versions = fc.constantFrom(0, 2, 3, 8, 9, 13, 19);
const link = new CborCid(chainCidBytes(blake2b256(new Uint8Array(3))));
const ids = (most: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.nat(most), { maxLength: 40, size: 'max' });
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const all = <T>(walk: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(walk);

/** Whatever was walked last, the walk goes on behind it. */
async function goesOn<T>(
  entries: readonly T[],
  walk: (after: T) => AsyncIterable<T>,
): Promise<void> {
  for (const [at, entry] of entries.entries())
    expect(await all(walk(entry))).toEqual(entries.slice(at + 1));
}

type Walk = (
  view: StateView,
  after?: RegistryPlace,
) => AsyncIterable<Walked<AllocationJson | ClaimJson>>;
const WALKS: readonly Walk[] = [walkAllocations, walkClaims];

it('tells nothing of what waits in a multisig where anybody may have made it any amount', async () => {
  const none = bigintToBytes(0n);
  const waits = async (count: number, params: number): Promise<unknown> => {
    const made = new Made(13);
    const transaction = [idAddress(77), none, 0, new Uint8Array(params), [idAddress(77)]];
    const pending = Array.from({ length: count }, (_, id) => [encodeUvarint(2 * id), transaction]);
    const table = made.map(pending as [Uint8Array, CborValue][]);
    made.actor(WALLET, 'multisig', [[idAddress(77)], 1, count, none, 0, 0, table]);
    return multisigPending(made.view(), WALLET).then(
      ({ length }) => length,
      (error: unknown) => error,
    );
  };
  const tooMany = { name: 'NodeError', kind: 'rpc', lasting: true };
  expect(await waits(10_000, 0)).toBe(10_000);
  expect(await waits(10_001, 0)).toMatchObject(tooMany);
  expect(await waits(11, 1 << 20)).toBe(11);
  expect(await waits(13, 1 << 20)).toMatchObject(tooMany);
});

describe('a walk', () => {
  it('over what waits in a multisig', async () => {
    const someone = idAddress(77);
    await fc.assert(
      fc.asyncProperty(versions, ids(5000), async (version, waiting) => {
        const made = new Made(version);
        const pending = made.map(
          waiting.map((id) => {
            const params = Uint8Array.of(...encodeUvarint(id));
            const transaction = [someone, bigintToBytes(BigInt(id)), id, params, [someone]];
            return [encodeUvarint(2 * id), transaction] as const;
          }),
        );
        const none = bigintToBytes(0n);
        made.actor(WALLET, 'multisig', [[someone], 1, 5001, none, 0, 0, pending]);
        const view = made.view();
        const found = await all(walkMultisigPending(view, WALLET));
        expect(sorted(found.map(({ ID }) => ID))).toEqual(sorted(waiting));
        for (const { ID, Value, Method, To, Approved } of found)
          expect([Value, Method, To, Approved]).toEqual([String(ID), ID, 'f077', ['f077']]);
        await goesOn(found, ({ ID }) => walkMultisigPending(view, WALLET, ID));
      }),
      { numRuns: 30 },
    );
  });

  it('over deals, active or not', async () => {
    const deals = fc.uniqueArray(fc.tuple(fc.nat(3000), fc.boolean()), {
      selector: ([id]) => id,
      maxLength: 40,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(versions, deals, async (version, given) => {
        const made = new Made(version);
        const kept = given.toSorted(([a], [b]) => a - b);
        const none = bigintToBytes(0n);
        const proposals = made.array(
          kept.map(([id]) => {
            const epochs = [id, id + 1000];
            const parties = [idAddress(5), idAddress(6)];
            const label = `deal ${String(id)}`;
            return [id, [link, 2048, false, ...parties, label, ...epochs, none, none, none]];
          }),
          5,
        );
        const states = made.array(
          kept
            .filter(([, active]) => active)
            .map(([id]) => {
              const epochs = [id + 1, -1, -1];
              if (version >= 13) return [id, [id % 9, ...epochs]];
              return [id, version < 9 ? epochs : [...epochs, 0]];
            }),
          6,
        );
        const tables = [proposals, states, link, link, link, 3001, link, 0, none, none, none];
        const more = version < 9 ? [] : version < 13 ? [link] : [link, link];
        made.actor(STORAGE_MARKET_ID, 'storagemarket', [...tables, ...more]);
        const view = made.view();
        const found = await all(walkDeals(view));
        expect(found.map(({ id }) => id)).toEqual(kept.map(([id]) => id));
        for (const [at, [id, active]] of kept.entries()) {
          const { Proposal, State } = found[at]?.deal ?? {};
          expect(Proposal).toMatchObject({ Label: `deal ${String(id)}`, StartEpoch: id });
          const sector = version < 13 ? {} : { SectorNumber: active ? id % 9 : 0 };
          const epochs = { SectorStartEpoch: active ? id + 1 : -1, LastUpdatedEpoch: -1 };
          expect(State).toEqual({ ...sector, ...epochs, SlashEpoch: -1 });
        }
        await goesOn(found, ({ id }) => walkDeals(view, id));
      }),
      { numRuns: 30 },
    );
  });

  it('over allocations and claims, by their owners', async () => {
    const owned = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(500)), {
      selector: ([, id]) => id,
      maxLength: 40,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(9, 13, 19), owned, async (version, given) => {
        const made = new Made(version);
        const byOwner = [...Map.groupBy(given, ([owner]) => owner)];
        const table = (value: (owner: number, id: number) => CborValue): CborCid =>
          made.map(
            byOwner.map(([owner, entries]) => [
              encodeUvarint(owner),
              made.map(entries.map(([, id]) => [encodeUvarint(id), value(owner, id)])),
            ]),
          );
        const size = (id: number): Integer => (id % 3 === 0 ? (1n << 64n) - 1n : 2048);
        const allocations = table((owner, id) => [owner, 8, link, size(id), 1, 2, id]);
        // A sector's number may be any of 63 bits.
        const sector = (id: number): Integer => (id % 5 === 0 ? 1n << 60n : id);
        const claims = table((owner, id) => [owner, 8, link, size(id), 1, 2, 3, sector(id)]);
        const registry = [idAddress(80), made.map([]), link, allocations, 501, claims];
        made.actor(VERIFIED_REGISTRY_ID, 'verifiedregistry', registry);
        const view = made.view();
        for (const walk of WALKS) {
          const found = await all(walk(view));
          expect(sorted(found.map(({ id }) => id))).toEqual(sorted(given.map(([, id]) => id)));
          for (const { owner, id, value } of found) {
            expect(value?.Size).toBe(size(id));
            if (value === null) expect.unreachable();
            else if ('Expiration' in value)
              expect([value.Client, value.Expiration]).toEqual([owner, id]);
            else expect([value.Provider, value.Sector]).toEqual([owner, sector(id)]);
          }
          await goesOn(found, (entry) => walk(view, entry));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('over verifiers and clients', async () => {
    const widths = fc.integer({ min: 1, max: 8 });
    await fc.assert(
      fc.asyncProperty(versions, ids(500), widths, async (version, actors, bitWidth) => {
        const made = new Made(version);
        const caps = made.map(actors.map((id) => [idAddress(id), bigintToBytes(BigInt(id + 1))]));
        const root = idAddress(80);
        const tables = version < 9 ? [caps, caps] : [caps, link, link, 1, link];
        const registry = [root, ...tables, ...(version === 8 ? [link] : [])];
        made.actor(VERIFIED_REGISTRY_ID, 'verifiedregistry', registry);
        if (version >= 9) {
          // Beside whole bytes there is a rest, which counts for nothing.
          const held = (id: number) => bigintToBytes(BigInt(id + 1) * 10n ** 18n + 5n);
          const balances = made.map(
            actors.map((id) => [encodeUvarint(id), held(id)]),
            bitWidth,
          );
          const token = [bigintToBytes(1n), balances, link, bitWidth];
          made.actor(DATACAP_ID, 'datacap', [idAddress(6), token]);
        }
        const view = made.view();
        for (const [walk, status] of [
          [walkVerifiers, verifierStatus],
          [walkDataCap, verifiedClientStatus],
        ] as const) {
          const found = await all(walk(view));
          expect(sorted(found.map(({ id }) => Number(id)))).toEqual(sorted(actors));
          for (const { id, bytes } of found) {
            expect(bytes).toBe(String(Number(id) + 1));
            expect(await status(view, id)).toBe(bytes);
          }
          expect(await status(view, 501)).toBeNull();
          await goesOn(found, ({ id }) => walk(view, id));
        }
      }),
      { numRuns: 20 },
    );
  });
});
