import { BLOCK_GAS_LIMIT } from '#filecoin/execution/basefee.ts';
import { BadInput, NotFound } from '../errors.ts';
import { wholeNumber } from '../input.ts';
import { LISTED_COLUMNS, listItems } from '../message/rows.ts';
import { ratio } from '../network/sums.ts';
import { parsePin, rankCursor } from '../paging.ts';
import { askedPage, type PageInput } from '../parameters.ts';
import { MAX_INTEGER, type View } from '../view.ts';
import { tipsetAt } from './read.ts';
import type { TipsetMessages } from './schema.ts';

/**
 * What a tipset executed, in the order of execution, with its gas; empty before its child has run it.
 * The cursor is the number of messages before the page. Throws NotFound as `tipsetAt` does.
 */
export async function tipsetMessages(
  view: View,
  height: number,
  input: PageInput,
): Promise<TipsetMessages> {
  const { size, skip } = askedPage(input);
  const ranked = rankCursor(input.before);
  await parsePin(view, ranked?.head ?? input.head);
  const given =
    input.before === undefined || input.before === '' ? skip : wholeNumber(input.before);
  const from = ranked?.rank ?? given;
  if (from === null || from > MAX_INTEGER) throw new BadInput('badCursor');
  const { first, end } = await ranOf(view, height);
  const start = Math.min(first + from, end);
  const rows = await view.db
    .selectFrom('execution')
    .select(LISTED_COLUMNS)
    .where('seq', '>=', start)
    .where('seq', '<', Math.min(start + size, end))
    .orderBy('seq')
    .execute();
  const [{ items }, gas] = await Promise.all([
    listItems(view, rows, new Map()),
    gasOf(view, height, first, end),
  ]);
  return {
    totalCount: end - first,
    messages: items,
    ...gas,
    next: start + size < end ? String(start + size - first) : null,
  };
}

/** The range of `seq` that a tipset's executed messages have. */
async function ranOf(view: View, height: number): Promise<{ first: number; end: number }> {
  const nothing = { first: 0, end: 0 };
  const row =
    height <= view.head.height
      ? await view.db
          .selectFrom('tipset')
          .select('first_seq')
          .where('height', '=', height)
          .executeTakeFirst()
      : undefined;
  if (!row) {
    // A null round has none; outside of the index there is nothing.
    const { nullRound } = await tipsetAt(view, height);
    if (!nullRound) throw new NotFound('noTipset', { height });
    return nothing;
  }
  const first = row.first_seq;
  if (first === null || height >= view.answered.height) return nothing;
  const after = await view.db
    .selectFrom('tipset')
    .select('first_seq')
    .where('height', '>', height)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst();
  if (after?.first_seq != null) return { first, end: after.first_seq };
  const last = await view.db
    .selectFrom('execution')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { first, end: Math.max(first, (last?.seq ?? -1) + 1) };
}

type Gas = Pick<TipsetMessages, 'gasUsed' | 'gasLimit' | 'fill'>;

/** As `/gas/suggestion` counts it: limits of distinct messages over what the blocks may hold. */
async function gasOf(view: View, height: number, first: number, end: number): Promise<Gas> {
  if (first === end) return { gasUsed: '0', gasLimit: '0', fill: 0 };
  const ran = view.db.selectFrom('execution').where('seq', '>=', first).where('seq', '<', end);
  const [{ used }, { asked }, tipset] = await Promise.all([
    ran.select(({ fn }) => fn.sum<string>('gas_used').as('used')).executeTakeFirstOrThrow(),
    // A message that was refused may run in the same tipset: blocks hold it once.
    view.db
      .selectFrom('message')
      .select(({ fn }) => fn.sum<string>('gas_limit').as('asked'))
      .where('cid', 'in', ran.select('cid'))
      .executeTakeFirstOrThrow(),
    view.db
      .selectFrom('tipset')
      .select('block_count')
      .where('height', '=', height)
      .executeTakeFirstOrThrow(),
  ]);
  const room = BLOCK_GAS_LIMIT * BigInt(tipset.block_count);
  return { gasUsed: used, gasLimit: asked, fill: ratio(BigInt(asked), room) };
}
