/** Asks the node about the providers that a tipset changed, each answer once for the same content. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import type { VestingTable } from '#filecoin/mining/vesting.ts';
import type { ActorStateJson, NodeClient, TipsetKey } from '#node/types.ts';
import type { RowOf } from '#store/schema.ts';
import type { GatherContext } from '../context.ts';
import { provingAt } from '../sectors/told.ts';
import { raisedPower, type Raised } from './growth.ts';
import { Kept, perNode } from '#node/kept.ts';
import { decodeSetup, type Setup } from './setup.ts';
import { claimsOf, decodeMinerState, type MinerState } from './state.ts';
import { vestingSteps, type VestingState, type VestingStep } from './vesting.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');

/** Providers at work on a large network, a few times over. */
const KEPT = 20_000;

export type Power = Pick<RowOf<'miner'>, 'raw_power' | 'adjusted_power' | 'has_min_power'>;
export type Counts = Pick<RowOf<'miner'>, 'live' | 'active' | 'faulty' | 'recovering'>;

const UNKNOWN_COUNTS: Counts = { live: null, active: null, faulty: null, recovering: null };

/** A provider as it is in a state. */
export interface MinerFacts {
  id: number;
  /** attoFIL */
  balance: bigint;
  funds: MinerState['funds'];
  /** What its state tells of its vesting funds, and the table where the node tells it. */
  vesting: VestingState & { told: VestingTable | null };
  setup: Setup;
  counts: Counts;
  /** Null where no claim of power changed: it is as it was. */
  power: Power | null;
}

export interface Facts {
  changed: MinerFacts[];
  raised: Map<number, Raised>;
  /** What calls did to vesting tables; empty where the node tells these. */
  steps: Map<number, VestingStep[]>;
  /** From this height on what the tipset changed is in force: its child's. */
  since: number;
}

const setupsOf = perNode(() => new Kept<Setup>(KEPT));
const powersOf = perNode(() => new Kept<Power>(KEPT));

export async function gatherMiners(context: GatherContext): Promise<Facts> {
  const { executed, calls, child, childKey, node, info } = context;
  const changes = executed.changes.filter((change) => change.kind === MINER);
  const [before, after] = changes.length > 0 ? await context.powerStates() : [null, null];
  const claims = claimsOf(after);
  // Where claims are not told they may have changed; without an opening they were never asked for.
  const claimed = info.firstHeight > 0 || claims === null || claims !== claimsOf(before);
  const changed = await Promise.all(
    changes.map(async ({ id, balance }) =>
      minerAt(node, id, balance, await context.stateAfter(id), childKey, claimed),
    ),
  );
  return {
    changed,
    raised: raisedPower(calls),
    steps: changed.some(({ vesting }) => vesting.told === null) ? vestingSteps(calls) : new Map(),
    since: child.height,
  };
}

/** A provider as a state has it: `key` asks for it, `json` is its own state there, `claimed` whether its power is asked for. */
export async function minerAt(
  node: NodeClient,
  id: number,
  balance: bigint,
  json: ActorStateJson,
  key: TipsetKey,
  claimed: boolean,
): Promise<MinerFacts> {
  const address = `f0${id}`;
  const { info, deadlines, funds, vesting } = decodeMinerState(json, balance);
  const [setup, sectors, power, told] = await Promise.all([
    setupsOf(node).get(info, async () => decodeSetup(await node.stateMinerInfo(address, key))),
    countsAt(node, address, deadlines, key),
    // What a provider claims is the power of its deadlines' sectors.
    claimed ? powersOf(node).get(`${id}/${deadlines}`, () => powerAt(node, address, key)) : null,
    vesting.locked === 0n ? [] : node.minerVestingFunds(address, key),
  ]);
  return { id, balance, funds, vesting: { ...vesting, told }, setup, counts: sectors, power };
}

/** The sectors part asks the same of the same deadlines: the node answers once. */
async function countsAt(
  node: NodeClient,
  address: string,
  deadlines: string,
  key: TipsetKey,
): Promise<Counts> {
  const { live, active, faulty, recovering } = await provingAt(node, address, deadlines, key);
  if (live === null || recovering === null) return UNKNOWN_COUNTS;
  return { live, active, faulty, recovering: countRuns(recovering) };
}

async function powerAt(node: NodeClient, address: string, key: TipsetKey): Promise<Power> {
  const { MinerPower, HasMinPower } = await node.stateMinerPower(address, key);
  return {
    raw_power: MinerPower.RawBytePower,
    adjusted_power: MinerPower.QualityAdjPower,
    has_min_power: HasMinPower,
  };
}
