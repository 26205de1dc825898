/** What is known of a storage provider: at the head, or at any height that the index has. */
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import { formatMultiaddr } from '#filecoin/encoding/multiaddr.ts';
import { storedId, unpackIds } from '#store/ids.ts';
import { ofAnyLength } from '#store/plans.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { namesOf } from '../names.ts';
import { totalsAt } from '../network/states.ts';
import { locationOf } from '../place.ts';
import { standsOn } from '../stands.ts';
import type { View } from '../view.ts';
import { int64Schema } from '../wire.ts';
import type { MinerRow } from './find.ts';
import type { MinerBrief, MinerDetail, MinerParty } from './schema.ts';
import { statsOf } from './stats.ts';
import { availableAt, type Available } from './vested.ts';

type Setup = Omit<RowOf<'miner_info'>, 'id'>;
type State = Pick<
  RowOf<'miner'>,
  'raw_power' | 'adjusted_power' | 'has_min_power' | 'live' | 'active' | 'faulty' | 'recovering'
> &
  Omit<RowOf<'miner_funds'>, 'miner_id' | 'height' | 'since' | 'balance'>;
interface Won {
  block_count: number;
  win_count: number;
  reward_sum: string;
}

const hexesSchema = z.array(z.string());
const pendingSchema = z.object({
  beneficiary: storedId,
  quota: z.string(),
  expiration: int64Schema,
  approvedByBeneficiary: z.boolean(),
  approvedByNominee: z.boolean(),
});

/** As it is at the head. */
export async function minerDetail(view: View, miner: MinerRow): Promise<MinerDetail> {
  const [told, rawBytePowerRank, qualityAdjPowerRank, miningStats] = await Promise.all([
    toldNow(view, miner),
    rawRankOf(view, miner.raw_power),
    adjustedRankOf(view, miner.adjusted_power),
    statsOf(view, miner.id),
  ]);
  return { ...told, rawBytePowerRank, qualityAdjPowerRank, miningStats };
}

const setupsBy = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('miner_info').selectAll().where('id', '=', id).compile(),
);

async function toldNow(view: View, miner: MinerRow) {
  const [setup] = await setupsBy(view.db, { id: miner.id });
  if (!setup) throw new Error(`f0${miner.id} is no provider`);
  return detail(view, miner.id, view.head.height, setup, miner, miner);
}

/** As it was in the state that the newest tipset up to `height` stands on; null before it existed. */
export async function minerDetailAt(
  view: View,
  id: number,
  height: number,
): Promise<MinerDetail | null> {
  const newest = <T extends object>(table: string): Promise<T | undefined> =>
    sql<T>`select * from ${sql.table(table)} where miner_id = ${id} and since <= ${height}
      order by since desc limit 1`
      .execute(view.db)
      .then(({ rows }) => rows[0]);
  const [setup, power, counts, funds, { rows }] = await Promise.all([
    newest<Setup>('miner_info_change'),
    newest<State>('miner_power'),
    newest<State>('miner_sector_count'),
    newest<State>('miner_funds'),
    sql<Won>`
      select ord + 1 as block_count, win_sum as win_count, reward_sum from miner_block
      where miner_id = ${id} and height < ${standsOn(view, sql`${height}::int4`)}
      order by height desc, position desc limit 1`.execute(view.db),
  ]);
  if (!setup || !power || !counts || !funds) return null;
  const won = rows[0] ?? { block_count: 0, win_count: 0, reward_sum: '0' };
  return {
    ...(await detail(view, id, height, setup, { ...counts, ...funds, ...power }, won)),
    rawBytePowerRank: null,
    qualityAdjPowerRank: null,
  };
}

async function detail(
  view: View,
  id: number,
  height: number,
  setup: Setup,
  state: State,
  won: Won,
): Promise<Omit<MinerDetail, 'rawBytePowerRank' | 'qualityAdjPowerRank' | 'miningStats'>> {
  const controls = unpackIds(setup.controls);
  const pending = pendingBeneficiaryOf(setup.pending_beneficiary);
  const pendingOwner = setup.pending_owner_id === null ? null : uint64(setup.pending_owner_id);
  const [parties, [totals], { available, vested }] = await Promise.all([
    partiesOf(view, height, [
      setup.owner_id,
      setup.worker_id,
      setup.beneficiary_id,
      ...controls,
      setup.new_worker_id,
      pendingOwner,
      pending?.beneficiary ?? null,
    ]),
    totalsAt(view, [height]),
    availableOf(view, id, state, height),
  ]);
  const multiAddresses = multiAddressesOf(setup.multiaddrs);
  return {
    owner: parties.of(setup.owner_id),
    worker: parties.of(setup.worker_id),
    beneficiary: parties.of(setup.beneficiary_id),
    controlAddresses: controls.map((id) => parties.of(id)),
    newWorker: parties.orNull(setup.new_worker_id),
    workerChangeEpoch: shownEpoch(setup.worker_change_epoch),
    pendingOwner: parties.orNull(pendingOwner),
    beneficiaryTerm: {
      quota: setup.beneficiary_quota,
      usedQuota: setup.beneficiary_used,
      expiration: integerJson(setup.beneficiary_expiration),
    },
    pendingBeneficiary: pending && { ...pending, beneficiary: parties.of(pending.beneficiary) },
    ...(setup.peer_id === null ? {} : { peerId: setup.peer_id }),
    multiAddresses,
    location: locationOf(view.places, multiAddresses, view.language),
    sectorSize: setup.sector_size,
    windowPoStProofType: setup.proof_type,
    consensusFaultElapsed: shownEpoch(setup.fault_elapsed),
    rawBytePower: state.raw_power,
    qualityAdjPower: state.adjusted_power,
    hasMinPower: state.has_min_power,
    networkRawBytePower: totals?.raw_byte_power ?? null,
    networkQualityAdjPower: totals?.quality_adj_power ?? null,
    totalQualityAdjPower: totals?.quality_adj_power ?? null,
    blocksMined: won.block_count,
    weightedBlocksMined: won.win_count,
    totalRewards: won.reward_sum,
    sectors: {
      live: state.live,
      active: state.active,
      faulty: state.faulty,
      recovering: state.recovering,
    },
    preCommitDeposits: state.pre_commit_deposits,
    vestingFunds: state.locked_funds,
    vestedFunds: vested,
    initialPledgeRequirement: state.initial_pledge,
    availableBalance: available,
    sectorPledgeBalance: state.initial_pledge,
    pledgeBalance: (BigInt(state.initial_pledge) + BigInt(state.pre_commit_deposits)).toString(),
    feeDebt: state.fee_debt,
  };
}

async function availableOf(
  view: View,
  id: number,
  { available, vesting }: Pick<State, 'available' | 'vesting'>,
  height: number,
): Promise<Available> {
  const [told] = await availableAt(view, [{ funds: { id, available, vesting }, height }]);
  return told ?? { available, vested: '0' };
}

function shownEpoch(epoch: Integer | null): number | string | null {
  return epoch === null ? null : integerJson(epoch);
}

/** Who shall become the beneficiary, of the JSON; null where nobody shall. */
export function pendingBeneficiaryOf(json: string | null): z.infer<typeof pendingSchema> | null {
  return json === null ? null : pendingSchema.parse(JSON.parse(json));
}

/** The multiaddresses' texts, of their JSON in hex. */
export function multiAddressesOf(json: string): string[] {
  return hexesSchema.parse(JSON.parse(json)).map((hex) => formatMultiaddr(fromHex(hex)));
}

interface Parties {
  of(id: Uint64): MinerParty;
  orNull(id: Uint64 | null): MinerParty | null;
}

const balancesAt = statement(
  (db, given: Places<{ ids: readonly number[]; height: number; startHeight: number }>) =>
    sql<{ id: number; balance: string | null }>`
    select party.id, (
      select balance from balance
      where actor_id = party.id
        and height < ${standsOn({ network: given }, sql`${given.height}::int4`)}
      order by height desc limit 1
    ) as balance
    from unnest(${ofAnyLength(given.ids)}) as party(id)`.compile(db),
);

/** Accounts with their balances at a height. */
async function partiesOf(
  view: View,
  height: number,
  ids: readonly (Uint64 | null)[],
): Promise<Parties> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  const [names, rows] = await Promise.all([
    namesOf(view, known),
    balancesAt(view.db, {
      ids: known.filter((id) => typeof id === 'number'),
      height,
      startHeight: view.network.startHeight,
    }),
  ]);
  const balances = new Map<Uint64, string | null>(rows.map((row) => [row.id, row.balance]));
  const of = (id: Uint64): MinerParty => ({
    address: names.shown(id),
    id: names.idText(id),
    tag: typeof id === 'number' ? names.tag(id) : null,
    ...(typeof id === 'number' ? names.itself(id) : {}),
    balance: balances.get(id) ?? null,
  });
  return { of, orNull: (id) => (id === null ? null : of(id)) };
}

/** Place among the providers with power, from 1; null without power. */
function rankBy(column: 'raw_power' | 'adjusted_power') {
  const counted = statement((db, { power }: Places<{ power: string }>) =>
    sql<{ larger: number }>`
      select count(*) as larger from miner
      where raw_power > 0 and ${sql.ref(column)} > ${power}::numeric`.compile(db),
  );
  return async ({ db }: View, power: string): Promise<number | null> => {
    if (power === '0') return null;
    const [row] = await counted(db, { power });
    return (row?.larger ?? 0) + 1;
  };
}
const rawRankOf = rankBy('raw_power');
const adjustedRankOf = rankBy('adjusted_power');

/** The figures that other sites ask for often. */
export async function minerBrief(view: View, miner: MinerRow): Promise<MinerBrief> {
  const [names, { available }] = await Promise.all([
    namesOf(view, [miner.id]),
    availableOf(view, miner.id, miner, view.head.height),
  ]);
  return {
    address: names.shown(miner.id),
    id: names.idText(miner.id),
    tag: names.tag(miner.id),
    rawBytePower: miner.raw_power,
    qualityAdjPower: miner.adjusted_power,
    blocksMined: miner.block_count,
    weightedBlocksMined: miner.win_count,
    totalRewards: miner.reward_sum,
    liveSectors: miner.live,
    activeSectors: miner.active,
    faultySectors: miner.faulty,
    recoveringSectors: miner.recovering,
    availableBalance: available,
  };
}
