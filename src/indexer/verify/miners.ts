/** Storage providers: their sums over time, and a sample of them against the node's state. */
import { sql } from 'kysely';
import { countRuns, decodeRlePlus, type Runs } from '#filecoin/encoding/bitfield.ts';
import { sectorSetIndex } from '#filecoin/mining/sectors.ts';
import { formatJson } from '#node/json.ts';
import { ifTold } from '#node/refusals.ts';
import type { RowOf } from '#store/schema.ts';
import { decodeMinerState } from '../parts/miners/state.ts';
import { decodeSetup } from '../parts/miners/setup.ts';
import {
  countOf,
  difference,
  MAX_TOLD,
  stepOf,
  type Check,
  type CheckContext,
  type Difference,
} from './check.ts';

/** Blocks, wins and rewards of each provider by its list, and by the chain's own blocks. */
const blocks: Check = {
  name: 'blocks of providers',
  async run({ db }) {
    const { rows } = await sql<{ id: number; own: string; list: string; chain: string }>`
      select m.id, concat_ws(' ', m.block_count, m.win_count, m.reward_sum) as own,
        coalesce(l.sums, '0 0 0') as list, coalesce(c.sums, '0 0 0') as chain
      from miner m
      left join (
        select miner_id, concat_ws(' ', count(*), sum(win_count), sum(block_reward + tips)) as sums
        from miner_block group by miner_id
      ) l on l.miner_id = m.id
      left join (
        select miner_id, concat_ws(' ', count(*), sum(win_count), sum(block_reward + tips)) as sums
        from block where not orphaned and block_reward is not null group by miner_id
      ) c on c.miner_id = m.id
      where concat_ws(' ', m.block_count, m.win_count, m.reward_sum)
          <> coalesce(l.sums, '0 0 0')
        or coalesce(l.sums, '0 0 0') <> coalesce(c.sums, '0 0 0')
      order by m.id limit ${MAX_TOLD}`.execute(db);
    const differences = rows.map((row): Difference => ({
      ...difference(
        `blocks, wins and rewards of f0${row.id}`,
        row.chain,
        `${row.own} in all, ${row.list} by its list`,
      ),
      damage: { kind: 'blocks', id: Number(row.id) },
    }));
    return { compared: await countOf(db, 'miner_block'), differences };
  },
};

type Row = RowOf<'miner'>;
type Info = RowOf<'miner_info'>;

const providers: Check = {
  name: 'providers, by the node',
  async run(context) {
    const { db, sample } = context;
    const step = stepOf(await countOf(db, 'miner'), sample);
    const { rows } = await sql<Row>`
      select m.* from (select *, row_number() over (order by id) as place from miner) m
      where (place - 1) % ${step} = 0 order by id`.execute(db);
    const found: Difference[] = [];
    const untold: string[] = [];
    for (const row of rows) {
      if (found.length >= MAX_TOLD) break;
      const info = await db
        .selectFrom('miner_info')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirst();
      found.push(...(await differencesOf(context, row, info, untold)));
    }
    const refused = untold.length > 0 ? `sectors of ${untold.join(', ')} are not told` : undefined;
    return { compared: rows.length, differences: found, refused };
  },
};

async function differencesOf(
  { db, node, key }: CheckContext,
  row: Row,
  info: Info | undefined,
  untold: string[],
): Promise<Difference[]> {
  const address = `f0${row.id}`;
  const [told, power, sectors, faults, recoveries, state, actor] = await Promise.all([
    node.stateMinerInfo(address, key),
    node.stateMinerPower(address, key),
    ifTold(node.stateMinerSectorCount(address, key)),
    ifTold(node.stateMinerFaults(address, key)),
    ifTold(node.stateMinerRecoveries(address, key)),
    node.stateReadState(address, key),
    node.stateGetActor(address, key),
  ]);
  const balance = BigInt(actor?.Balance ?? 0);
  if (!sectors || !faults || !recoveries) untold.push(address);
  const expected: Record<string, unknown> = {
    raw_power: power.MinerPower.RawBytePower,
    adjusted_power: power.MinerPower.QualityAdjPower,
    ...decodeMinerState(state, balance).funds,
    ...decodeSetup(told),
    ...(sectors && { live: sectors.Live, active: sectors.Active, faulty: sectors.Faulty }),
    ...(faults && { 'faulty sectors': formatJson(faults) }),
    ...(recoveries && {
      recovering: countRuns(recoveries),
      'recovering sectors': formatJson(recoveries),
    }),
  };
  const own: Record<string, unknown> = {
    ...info,
    ...row,
    'faulty sectors': formatJson(await setOf(db, row.id, 'faulty')),
    'recovering sectors': formatJson(await setOf(db, row.id, 'recovering')),
  };
  return Object.entries(expected)
    .filter(([field, value]) => String(own[field]) !== String(value))
    .map(([field, value]) => ({
      ...difference(`${field} of ${address}`, value, own[field]),
      damage: { kind: 'provider', id: row.id },
    }));
}

async function setOf(
  db: CheckContext['db'],
  miner: number,
  kind: Parameters<typeof sectorSetIndex>[0],
): Promise<Runs> {
  const row = await db
    .selectFrom('sector_set')
    .select('sectors')
    .where('miner_id', '=', miner)
    .where('kind', '=', sectorSetIndex(kind))
    .executeTakeFirst();
  return row ? decodeRlePlus(row.sectors, Infinity) : [];
}

export const MINER_CHECKS: readonly Check[] = [blocks, providers];
