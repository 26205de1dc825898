/** Chains on which the upgrade to network version 17 makes allocations without messages. */
import { VERIFIED_REGISTRY_ID } from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import type { CborValue } from '#filecoin/encoding/cbor.ts';
import { MIGRATED_SUBJECT } from '#store/opening.ts';
import type { Store } from '#store/store.ts';
import { afterEach, vi } from 'vitest';
import type { MadeChain } from './made-chain.ts';
import {
  crowded,
  madeIndex,
  type MadeIndex,
  MINER,
  OTHER,
  PAYEE,
  PAYER,
  recode,
} from './made-index.ts';
import { PIECE, registryWith } from './made-registry.ts';
import type { MadeCall } from './made-traces.ts';

/** The migration belongs to the first tipset above it. */
export const UPGRADE = 3;
/** Finality ends so many epochs below the head. */
export const FINALITY = 900;
const CLIENTS = [PAYER, PAYEE, OTHER] as const;
/** RemoveExpiredAllocations and ClaimAllocations. */
export const [REMOVE, CLAIM] = [8, 9];
export const FAST = { openingRate: 100_000 };

export const clientOf = (id: number): number => CLIENTS[id % CLIENTS.length] ?? PAYER;

/** Allocations 1, 2, … of several clients, but for those that are gone. */
function registryOf(count: number, gone: readonly number[] = []): CborValue {
  const ids = Array.from({ length: count }, (_, at) => at + 1).filter((id) => !gone.includes(id));
  const own = CLIENTS.map(
    (client) => [client, ids.filter((id) => clientOf(id) === client)] as const,
  );
  return registryWith(new Map(own), count + 1);
}

/** A chain whose upgrade makes so many allocations. */
function migrating(index: MadeIndex, count: number, upgrade = UPGRADE): MadeChain {
  return index.make({
    // Accounts that are known by their ids alone.
    node: { stateAccountKey: async (address) => address },
    genesis: crowded(8, 10),
    upgrades: { UpgradeSharkHeight: upgrade },
    versions: [
      [-1, 16],
      [upgrade, 17],
    ],
    migrations: {
      Shark: recode(9, (now) => {
        now.put(7, 'datacap', 0n);
        now.get(VERIFIED_REGISTRY_ID).state = registryOf(count);
      }),
    },
  });
}

/** Opens an index for a file's tests (`madeIndex`), and makes such chains of it; mocks end with a test. */
export function migratedIndex(): {
  index: () => MadeIndex;
  make: (count: number, upgrade?: number) => MadeChain;
} {
  const index = madeIndex();
  afterEach(() => void vi.restoreAllMocks());
  return { index, make: (count, upgrade) => migrating(index(), count, upgrade) };
}

/** The provider claims an allocation, or removes it, of `count` of which others are `gone`. */
export function touch(
  method: number,
  id: number,
  count: number,
  gone: readonly number[] = [],
): MadeCall {
  const client = clientOf(id);
  const batch: CborValue = [1, []];
  const nothing = bigintToBytes(0n);
  const claim = method === CLAIM;
  const without = [...gone, id];
  const call: MadeCall = {
    from: MINER,
    to: VERIFIED_REGISTRY_ID,
    method,
    params: claim ? [[[client, id, PIECE, 2048, 7, 900]], true] : [client, [id]],
    returns: claim ? [batch, nothing] : [[id], batch, nothing],
    effect: (now) => {
      now.get(VERIFIED_REGISTRY_ID).state = registryOf(count, without);
    },
  };
  return { from: OTHER, to: MINER, calls: [call] };
}

/** Lets all that is there become final. */
export function settle(chain: MadeChain): void {
  const { Height: height } = chain.head.json;
  chain.add([], { height: height + 1 });
  chain.add([], { height: height + FINALITY + 2 });
}

export const allocations = ({ db }: Store) =>
  db.selectFrom('allocation').selectAll().orderBy('id').execute();

export const progress = ({ db }: Store) =>
  db.selectFrom('opening').selectAll().where('subject', '=', MIGRATED_SUBJECT).execute();

export const done = (taken: number) => [
  { subject: MIGRATED_SUBJECT, after: null, taken, done: true, refused: null },
];
