import { cidOf } from '#filecoin/encoding/cid.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { NotFound } from '../errors.ts';
import { finalityAt } from '../finality/read.ts';
import { heightsOf, type Times } from '../narrowing.ts';
import type { PageInput } from '../parameters.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { parsePaging, sliceOf, type Place } from '../paging.ts';
import { isFinal, keyCids, timeOf, type View } from '../view.ts';
import type {
  TipsetBlock,
  TipsetDetail,
  TipsetList,
  TipsetRecent,
  TipsetSummary,
} from './schema.ts';

/** What a block has before its tipset is executed. */
const UNREWARDED = { block_reward: null, tips: null, penalty: null };

type TipsetRow = RowOf<'tipset'>;
type BlockRow = Pick<
  RowOf<'block'>,
  | 'cid'
  | 'height'
  | 'miner_id'
  | 'message_count'
  | 'win_count'
  | 'block_reward'
  | 'tips'
  | 'penalty'
  | 'orphaned'
>;

/** The newest tipsets, newest first. */
export async function recentTipsets(view: View, count: number): Promise<TipsetRecent> {
  const rows = await view.db
    .selectFrom('tipset')
    .selectAll()
    .orderBy('height', 'desc')
    .limit(count)
    .execute();
  return summaries(view, rows);
}

/** Canonical tipsets, newest first; all, or those between two moments. */
export async function listTipsets(view: View, input: PageInput & Times): Promise<TipsetList> {
  const request = await parsePaging(view, input);
  const total = view.head.ordinal + 1;
  const pin = request.pinned;
  const slice = await sliceOf(
    // A head is in its own list of tipsets, though its messages are in no list yet.
    { ...request, pinned: pin && { height: pin.height + 1, position: 0 } },
    total,
    (place) => tipsetsBefore(view, place),
    heightsOf(view, input),
  );
  const rows =
    slice.from === slice.to
      ? []
      : await view.db
          .selectFrom('tipset')
          .selectAll()
          .where('ordinal', '>=', slice.from)
          .where('ordinal', '<', slice.to)
          .orderBy('ordinal', 'desc')
          .execute();
  const last = rows.at(-1);
  return {
    totalCount: slice.total,
    tipsets: await summaries(view, rows),
    next: slice.more && last ? String(last.height) : null,
  };
}

const byHeight = statement((db, { height }: Places<{ height: number }>) =>
  db.selectFrom('tipset').selectAll().where('height', '=', height).compile(),
);
const passedAt = statement((db, { height }: Places<{ height: number }>) =>
  db.selectFrom('passed').select('details').where('height', '=', height).compile(),
);

/**
 * What is at a height; a null round is answered too. Throws NotFound outside of the index: with code
 * `tipsetNotIndexed` when the node's chain has the height already, `tipsetBeforeIndex` below the
 * index's first height.
 */
export async function tipsetAt(view: View, height: number): Promise<TipsetDetail> {
  if (height > view.head.height) throw await notYet(view, height);
  const { startHeight: start } = view.network;
  if (height < start) throw new NotFound('tipsetBeforeIndex', { height, start });
  const [[tipset], [passed], blocks, [previous, following], finality] = await Promise.all([
    byHeight(view.db, { height }),
    passedAt(view.db, { height }),
    blocksBetween(view, height, height, true),
    neighbours(view, height),
    finalityAt(view, height),
  ]);
  if (!tipset && !(await isIndexed(view, height))) throw new NotFound('noTipset', { height });
  const names = await namesOf(
    view,
    blocks.map((block) => block.miner_id),
  );
  const orphans = blocks
    .filter((block) => block.orphaned)
    .map((block) => tipsetBlock(block, names));
  const around = {
    previousHeight: previous,
    nextHeight: following,
    orphans,
    final: isFinal(view.head, height),
    finality,
  };
  if (!tipset)
    return {
      height,
      timestamp: timeOf(view.network, height),
      messageCount: 0,
      blocks: [],
      executed: true,
      nullRounds: 0,
      nullRound: true,
      key: [],
      parentKey: [],
      parentHeight: previous,
      baseFee: null,
      parentWeight: null,
      stateRoot: null,
      winCount: 0,
      reward: null,
      ...around,
    };
  return {
    ...summary(view, tipset, blocks, names),
    nullRound: false,
    key: keyCids(tipset.key),
    parentKey: keyCids(tipset.parent_key),
    parentHeight: tipset.parent_height,
    baseFee: tipset.base_fee,
    parentWeight: tipset.parent_weight,
    stateRoot: cidOf(tipset.state_root),
    winCount: tipset.win_count,
    reward: tipset.reward,
    ...(passed ? { passed: passed.details } : {}),
    ...around,
  };
}

/** Why there is nothing above the index's head: the chain has not come so far, or only the index. */
async function notYet(view: View, height: number): Promise<NotFound> {
  const row = await view.db.selectFrom('status').select('node_height').executeTakeFirst();
  const node = row?.node_height ?? null;
  return node === null || height > node
    ? new NotFound('noTipset', { height })
    : new NotFound('tipsetNotIndexed', { height, indexed: view.head.height, node });
}

/** How many canonical tipsets are below a height. */
async function tipsetsBefore(view: View, place: Place): Promise<number> {
  const row = await view.db
    .selectFrom('tipset')
    .select('ordinal')
    .where('height', '<', place.height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? row.ordinal + 1 : 0;
}

/** Whether the headers at this height are known: then a height without a tipset is a null round. */
async function isIndexed(view: View, height: number): Promise<boolean> {
  const row = await view.db
    .selectFrom('progress')
    .select('part')
    .where('part', '=', 'headers')
    .where('from_height', '<=', height)
    .where('to_height', '>=', height)
    .executeTakeFirst();
  return row !== undefined;
}

const before = statement((db, { height }: Places<{ height: number }>) =>
  db
    .selectFrom('tipset')
    .select('height')
    .where('height', '<', height)
    .orderBy('height', 'desc')
    .limit(1)
    .compile(),
);
const after = statement((db, { height }: Places<{ height: number }>) =>
  db
    .selectFrom('tipset')
    .select('height')
    .where('height', '>', height)
    .orderBy('height')
    .limit(1)
    .compile(),
);

async function neighbours({ db }: View, height: number): Promise<[number | null, number | null]> {
  const [[previous], [following]] = await Promise.all([
    before(db, { height }),
    after(db, { height }),
  ]);
  return [previous?.height ?? null, following?.height ?? null];
}

/** Blocks of a stretch of heights, newest first, in their tipsets' order. */
async function blocksBetween(
  view: View,
  from: number,
  to: number,
  withOrphans: boolean,
): Promise<BlockRow[]> {
  return view.db
    .selectFrom('block')
    .select([
      'cid',
      'height',
      'miner_id',
      'message_count',
      'win_count',
      'block_reward',
      'tips',
      'penalty',
      'orphaned',
    ])
    .where('height', '>=', from)
    .where('height', '<=', to)
    .$if(!withOrphans, (query) => query.where('orphaned', '=', false))
    .orderBy('height', 'desc')
    .orderBy('position')
    .execute();
}

/** Tipsets that follow each other, newest first, with their blocks. */
async function summaries(view: View, rows: readonly TipsetRow[]): Promise<TipsetSummary[]> {
  const [newest, oldest] = [rows.at(0), rows.at(-1)];
  if (!newest || !oldest) return [];
  const blocks = await blocksBetween(view, oldest.height, newest.height, false);
  const names = await namesOf(view, []);
  return rows.map((row) => summary(view, row, blocks, names));
}

function summary(
  view: View,
  row: TipsetRow,
  blocks: readonly BlockRow[],
  names: Names,
): TipsetSummary {
  const executed = row.executed && row.height < view.answered.height;
  return {
    height: row.height,
    timestamp: row.timestamp,
    messageCount: row.message_count,
    blocks: blocks
      .filter((block) => block.height === row.height && !block.orphaned)
      .map((block) => tipsetBlock(executed ? block : { ...block, ...UNREWARDED }, names)),
    executed,
    final: isFinal(view.head, row.height),
    nullRounds: row.null_rounds,
  };
}

function tipsetBlock(block: BlockRow, names: Names): TipsetBlock {
  return {
    cid: cidOf(block.cid),
    miner: names.idText(block.miner_id),
    minerId: names.idText(block.miner_id),
    ...names.minerTag(block.miner_id),
    messageCount: block.message_count,
    winCount: block.win_count,
    reward: rewardOf(block),
    blockReward: block.block_reward,
    tips: block.tips,
    penalty: block.penalty,
  };
}

/** Block reward and tips together; null until the block's tipset is executed. */
export function rewardOf(block: Pick<BlockRow, 'block_reward' | 'tips'>): string | null {
  if (block.block_reward === null || block.tips === null) return null;
  return (BigInt(block.block_reward) + BigInt(block.tips)).toString();
}
