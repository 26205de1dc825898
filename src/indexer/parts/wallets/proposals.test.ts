/** Proposals of a multisig whose signer leaves. */
import { idAddress } from '#filecoin/address.ts';
import { openEither } from '#store/testing/kept.ts';
import { expect, it } from 'vitest';
import { emptyFacts } from '../../fold/tables.ts';
import { readRows } from '../../fold/read.ts';
import { StateView } from '../../fold/state.ts';
import { NOTHING_OLDER } from '../../fold/older.ts';
import { aTipset, executed } from '../../testing/units.ts';
import { WALLETS, type WalletFacts } from './index.ts';

const WALLET = 1100;

function aProposal(txn_id: number, status: number, approvals: string) {
  const settled = { settled_height: null, settled_cid: null, exit_code: null, return: null };
  const call = { proposer_id: 101, to_addr: idAddress(5), value: '0', method: '0', params: null };
  const place = { actor_id: WALLET, txn_id, ord: txn_id, height: 1, cid: null };
  return { ...place, ...call, ...settled, approvals, status };
}

it('of those of a multisig only what waits is read when a signer leaves it', async () => {
  const store = await openEither();
  const proposals = [
    aProposal(0, 1, '[101]'),
    aProposal(1, 0, '[101,102]'),
    aProposal(2, 0, '[101]'),
    aProposal(3, 0, '[102]'),
  ];
  await store.db.insertInto('proposal').values(proposals).execute();
  const act = { id: WALLET, by: WALLET, message: null };
  const facts: WalletFacts = {
    multisigs: [
      { ...act, fact: { type: 'remove-signer', signer: idAddress(101), decrease: false } },
    ],
    channels: [],
    states: [],
  };
  const part = WALLETS.bind(facts);
  const tipset = aTipset(10);
  const unit = { tipset, executed: executed(10, {}), older: NOTHING_OLDER, parts: [part] };
  const view = new StateView();
  await store.db.transaction().execute(async (trx) => {
    for (const { table, key } of part.touches(unit)) await readRows(trx, view, table, [key]);
    await WALLETS.load(trx, view, [{ unit, part }]);
  });
  expect(view.covers('proposal', [WALLET, 0])).toBe(false);
  part.fold({ view, rows: emptyFacts(), unit, seqs: [] });
  expect(
    view.rowsIn('proposal').map(({ txn_id, status, approvals }) => [txn_id, status, approvals]),
  ).toEqual([
    [1, 0, '[102]'],
    [2, 3, '[]'],
    [3, 0, '[102]'],
  ]);
  await store.close();
});
