/** Where a tipset's stored rows are not what the node told of it. */
import type { Kysely } from 'kysely';
import type { Database } from '#store/schema.ts';
import { REBALANCE } from '../fold/lists.ts';
import type { ExecutedFacts, TipsetFacts } from '../types.ts';
import type { Difference } from './check.ts';
import {
  balancesDue,
  blocksDue,
  eventsDue,
  executionsDue,
  inclusionDue,
  rewardsDue,
  tipsetDue,
  tracesDue,
  transfersDue,
} from './due.ts';
import { receiversOf } from './receivers.ts';
import { compareRows, type Row } from './rows.ts';

type Db = Kysely<Database>;

/** Of what its arrival wrote. */
export async function arrivalDifferences(db: Db, facts: TipsetFacts): Promise<Difference[]> {
  const { height } = facts;
  const tipsets = db.selectFrom('tipset').selectAll().where('height', '=', height);
  const blocks = db
    .selectFrom('block')
    .selectAll()
    .where('height', '=', height)
    .where('orphaned', '=', false);
  const inclusion = db
    .selectFrom('block_message as l')
    .innerJoin('block as b', 'b.cid', 'l.block_cid')
    .where('b.height', '=', height)
    .where('b.orphaned', '=', false);
  const messages = db
    .selectFrom('message')
    .selectAll()
    .where('cid', 'in', inclusion.select('l.cid'));
  return [
    ...compareRows('tipset', ['height'], [tipsetDue(facts)], await tipsets.execute()),
    ...compareRows('block', ['cid'], blocksDue(facts), await blocks.execute()),
    ...compareRows(
      'message in block',
      ['block_cid', 'position'],
      inclusionDue(facts),
      await inclusion.select(['l.block_cid', 'l.position', 'l.cid']).execute(),
    ),
    ...compareRows('message', ['cid'], facts.messages as readonly Row[], await messages.execute()),
  ];
}

/** Of what its execution wrote. */
export async function executionDifferences(
  db: Db,
  tipset: TipsetFacts,
  executed: ExecutedFacts,
): Promise<Difference[]> {
  const { height } = tipset;
  const at = async (table: 'execution' | 'balance' | 'network_state'): Promise<Row[]> =>
    db.selectFrom(table).selectAll().where('height', '=', height).execute();
  const transfers = db
    .selectFrom('transfer')
    .selectAll()
    .where('height', '=', height)
    .where('position', '>=', 0)
    .where('type', '!=', REBALANCE);
  const events = db
    .selectFrom('event as e')
    .innerJoin('execution as x', 'x.seq', 'e.seq')
    .select(['e.position', 'x.position as message', 'e.log_index', 'e.emitter_id', 'e.entries'])
    .where('e.height', '=', height);
  const traces = db
    .selectFrom('trace as t')
    .innerJoin('execution as e', 'e.seq', 't.seq')
    .select(['e.position', 't.doc'])
    .where('e.height', '=', height);
  const rewards = db
    .selectFrom('block')
    .select(['cid', 'block_reward', 'tips', 'penalty'])
    // The genesis earns nothing.
    .where('block_reward', 'is not', null)
    .where('height', '=', height)
    .where('orphaned', '=', false);
  const place = (of: string): string => `${of} of tipset ${height}, place`;
  const found = [
    ...compareRows(
      place('message'),
      ['position'],
      executionsDue(tipset, executed),
      await at('execution'),
    ),
    ...compareRows(
      place('receiver of message'),
      ['position'],
      (await receiversOf(db, height, executed)).map((to_id, position) => ({ position, to_id })),
      await at('execution'),
    ),
    ...compareRows(
      place('transfer'),
      ['position'],
      transfersDue(executed),
      await transfers.execute(),
    ),
    ...compareRows(place('event'), ['position'], eventsDue(executed), await events.execute()),
    ...compareRows(
      place('calls of message'),
      ['position'],
      tracesDue(executed),
      await traces.execute(),
    ),
    ...compareRows('reward of block', ['cid'], rewardsDue(executed), await rewards.execute()),
  ];
  if (!executed.migration)
    found.push(
      ...compareRows(
        `balance at ${height} of`,
        ['actor_id'],
        balancesDue(executed),
        await at('balance'),
      ),
    );
  if (executed.networkComplete)
    found.push(
      ...compareRows(
        'network at',
        ['height'],
        [executed.network as Row],
        await at('network_state'),
      ),
    );
  return found;
}
