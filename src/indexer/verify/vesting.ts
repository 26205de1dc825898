/** Vesting tables of storage providers, and what is available by them, against the node. */
import { sql } from 'kysely';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import {
  packVesting,
  SOONEST_FUNDS,
  unpackVesting,
  vestedAt,
  vestingSum,
} from '#filecoin/mining/vesting.ts';
import { ifTold } from '#node/refusals.ts';
import { countOf, difference, MAX_TOLD, stepOf, type Check, type Difference } from './check.ts';

interface Row {
  id: number;
  available: string;
  locked_funds: string;
  vesting: Uint8Array | null;
  funds: Uint8Array | null;
}

const available: Check = {
  name: 'available balances of providers, by the node',
  async run({ db, node, key, headHeight, sample }) {
    const step = stepOf(await countOf(db, 'miner'), sample);
    const { rows } = await sql<Row>`
      select m.*, v.funds from (select *, row_number() over (order by id) as place from miner) m
      left join miner_vesting v on v.miner_id = m.id
      where (place - 1) % ${step} = 0 order by id`.execute(db);
    const found: Difference[] = [];
    let untold = 0;
    for (const row of rows) {
      if (found.length >= MAX_TOLD) break;
      const address = `f0${row.id}`;
      const differs = (what: string, expected: string, own: string | null): void =>
        void found.push({
          ...difference(what, expected, own),
          damage: { kind: 'provider', id: row.id },
        });
      // Not known of what was indexed before there were tables, or begins later than the provider.
      if (row.funds === null) {
        untold++;
        continue;
      }
      const table = unpackVesting(row.funds);
      const sum = String(vestingSum(table));
      if (sum !== row.locked_funds) differs(`vesting table of ${address}`, row.locked_funds, sum);
      const soonest = packVesting(table.slice(0, SOONEST_FUNDS));
      if (row.vesting === null || !equalBytes(row.vesting, soonest))
        differs(`what vests next of ${address}`, toHex(soonest), row.vesting && toHex(row.vesting));
      const own = String(BigInt(row.available) + vestedAt(table, headHeight));
      const told = await ifTold(node.stateMinerAvailableBalance(address, key));
      if (told === null) untold++;
      else if (told !== own) differs(`available balance of ${address}`, told, own);
    }
    return { compared: rows.length, untold, differences: found };
  },
};

export const VESTING_CHECKS: readonly Check[] = [available];
