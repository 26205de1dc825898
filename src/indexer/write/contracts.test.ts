/** Code and slots of older contracts, before and after what tipsets tell of them. */
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { PROXY_SLOTS, type ProxySlot } from '#filecoin/evm/proxies.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { OTHER_TABLES } from '#store/undo.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFacts } from '../fold/tables.ts';
import { StateView, type UndoImage } from '../fold/state.ts';
import { packUndo, unpackUndo } from '../fold/undo.ts';
import { blank as blankOf, foldContracts, withOlder } from '../parts/contracts/contracts.ts';
import { codeHash } from '../parts/contracts/decode.ts';
import { executed, aTipset } from '../testing/units.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import type { StateRows } from '../types.ts';
import type { OlderContract } from '../older.ts';
import { codeContracts } from './contracts.ts';

type ContractRow = StateRows['contract'];

const HEIGHT = 50;
const first = new Uint8Array(20).fill(1);
const second = new Uint8Array(20).fill(2);
/** Names all three slots. */
const PROXY = Uint8Array.from(Object.values(PROXY_SLOTS).flatMap((slot) => [0x7f, ...slot]));
const PLAIN = Uint8Array.of(0x60, 0x80);
const MINIMAL = fromHex(`363d3d373d3d3d363d73${'01'.repeat(20)}5af43d82803e903d91602b57fd5bf3`);

const blank = blankOf(7);

let store: Store;
beforeAll(async () => {
  store = await openEither();
});
afterAll(() => store?.close());

/** The row after a tipset in which the contract is called, and may fill a slot with an event. */
function called(row: ContractRow, code: Uint8Array, slot: ProxySlot | null): ContractRow {
  const view = new StateView();
  view.load('contract', [row]);
  view.cover('contract', 'all');
  view.load('contract_code', row.code_hash ? [{ hash: row.code_hash, code }] : []);
  view.cover('contract_code', 'all');
  const unit = {
    tipset: aTipset(HEIGHT),
    executed: executed(HEIGHT, {}),
    older: NOTHING_OLDER,
    parts: [],
  };
  const upgrades = slot ? [{ id: 7, slot, address: second, message: null }] : [];
  foldContracts(
    { view, unit, rows: emptyFacts() } as unknown as Parameters<typeof foldContracts>[0],
    { creations: [], codes: new Map([[7, code]]), upgrades, destroyed: [], invocations: [] },
  );
  return view.get('contract', 7) ?? expect.unreachable();
}

const slots: OlderContract['slots'][] = [
  [],
  [['implementation', first]],
  [['beacon', first]],
  [
    ['implementation', first],
    ['admin', first],
  ],
  [
    ['implementation', first],
    ['beacon', first],
    ['admin', first],
  ],
];

it.each([
  ['a proxy', PROXY, ['implementation', 'admin', null]],
  ['any other', PLAIN, ['admin', null]],
  ['a minimal proxy', MINIMAL, [null]],
] as const)(
  '%s is the same whether a tipset or the beginning tells it first',
  (_, code, events) => {
    const found = code === PROXY ? slots : [[]];
    for (const event of events)
      for (const filled of found) {
        const older: OlderContract = { id: 7, code, slots: [...filled] };
        const before = called(withOlder(blank, older), code, event);
        expect(withOlder(called(blank, code, event), older)).toEqual(before);
        // Told twice it is the same.
        expect(withOlder(before, older)).toEqual(before);
      }
  },
);

it('what was made anew since is not touched', () => {
  const anew = { ...blank, created_height: 20, creator_id: 3 };
  expect(withOlder(anew, { id: 7, code: PLAIN, slots: [] })).toBe(anew);
});

it('rows get it, and those that a reorganisation would put back', async () => {
  const { db } = store;
  await db
    .insertInto('contract')
    .values([blank, { ...blank, actor_id: 8 }, { ...blank, actor_id: 10 }])
    .execute();
  // A tipset brought the code of another contract that is the same.
  const hash = codeHash(PROXY);
  await db.insertInto('contract_code').values({ hash, code: PROXY }).execute();
  const key = Buffer.from(hash).toString('hex');
  const images = async (height: number, all: UndoImage[]): Promise<void> => {
    const [undo] = packUndo(all).filter(({ part }) => part === OTHER_TABLES);
    await db
      .insertInto('undo')
      .values({ height, ...(undo ?? expect.unreachable()) })
      .execute();
  };
  const left = async (height: number): Promise<UndoImage[]> => {
    const [undo] = await db.selectFrom('undo').select('doc').where('height', '=', height).execute();
    return unpackUndo(undo?.doc ?? expect.unreachable());
  };
  const other: UndoImage = { table: 'contract', key: '9', row: null };
  // In the first tipset somebody upgraded it, in the second its code was taken, which it had all along.
  await images(HEIGHT, [{ table: 'contract', key: '7', row: blank }, other]);
  await images(HEIGHT + 1, [
    { table: 'contract', key: '7', row: { ...blank, implementation: second, upgrades: 1 } },
    { table: 'contract_code', key, row: null },
  ]);
  const row = { ...blank, code_hash: hash, implementation: second, upgrades: 1 };
  await db.updateTable('contract').set(row).where('actor_id', '=', 7).execute();
  await store.transaction((trx) =>
    codeContracts(trx, [
      { id: 7, code: PROXY, slots: [['implementation', first]] },
      { id: 8, code: null, slots: [] },
      { id: 10, code: new Uint8Array(), slots: [] },
    ]),
  );
  const rows = await db.selectFrom('contract').selectAll().orderBy('actor_id').execute();
  expect(rows).toEqual([
    row,
    { ...blank, actor_id: 8 },
    { ...blank, actor_id: 10, code_hash: codeHash(new Uint8Array()) },
  ]);
  const before = { ...blank, code_hash: hash, proxy_kind: 0, implementation: first };
  expect(await left(HEIGHT)).toEqual([{ table: 'contract', key: '7', row: before }, other]);
  expect(await left(HEIGHT + 1)).toEqual([]);
});
