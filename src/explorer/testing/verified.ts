/** Contracts of the made-up index, and verified sources of theirs. */
import { blank } from '#indexer/parts/contracts/contracts.ts';
import { membersOf } from '#filecoin/evm/members.ts';
import { digest } from './rows.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';

/** A contract about which nothing is known but what `row` says. */
export async function writeContract(
  { db }: Store,
  id: number,
  row: Partial<NewRow<'contract'>>,
): Promise<void> {
  await db
    .insertInto('contract')
    .values({ ...blank(id), ...row })
    .execute();
}

/** What a contract of other code that is verified has, for guesses. `abi`: as a compiler writes it. */
export async function writeMembers({ db }: Store, abi: readonly object[]): Promise<void> {
  await db.insertInto('verified_signature').values(membersOf(abi)).execute();
}

/** Verifies all contracts whose code has this hash. `abi`: as a compiler writes it. */
export async function writeVerified(
  { db }: Store,
  hash: Uint8Array,
  abi: readonly object[],
): Promise<void> {
  const key = digest(`verified ${hash.join()}`);
  await db
    .insertInto('verified_build')
    .values({ key, compiler: 'v0.8.23+commit.f704f362', input: '{}', optimize: false })
    .execute();
  await db
    .insertInto('verified_code')
    .values({
      key,
      deployed: true,
      length: 1,
      head: Uint8Array.of(0),
      build: key,
      file: 'A.sol',
      name: 'A',
      complete: true,
      abi: JSON.stringify(abi),
      docs: '{}',
      libraries: '[]',
      immutables: '[]',
      license: null,
      brought_by: null,
      verified_at: 7,
    })
    .execute();
  await db
    .insertInto('contract_source')
    .values({ hash, key, length: 1, complete: true, verified_at: 7 })
    .execute();
}
