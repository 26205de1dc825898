/** Who may give data cap, and what they gave. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { RowOf } from '#store/schema.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import { NotFound } from '../errors.ts';
import type { PageInput } from '../parameters.ts';
import { listPage } from '../listpage.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { counter, parsePaging, parsePagingToTail } from '../paging.ts';
import { asOf } from '../past.ts';
import { timeOf, type View } from '../view.ts';
import { actorWish, wishOf } from '../wishes.ts';
import type { Verifier, VerifierDetail, VerifierList } from './schema.ts';

type Row = RowOf<'verifier'>;

const TYPES = ['set', 'give', 'remove'] as const;

export async function listVerifiers(view: View, input: PageInput): Promise<VerifierList> {
  const request = await parsePagingToTail(view, input);
  const [now, older] = await Promise.all([
    counter(view, 'verifiers'),
    counter(view, 'older:verifiers'),
  ]);
  const { total, rows, next } = await listPage(view, request, {
    table: 'verifier',
    total: now,
    tail: { key: 'actor_id', of: sql`ord is null`, total: older },
  });
  const [names, told] = await Promise.all([
    namesOf(
      view,
      rows.map((row) => row.actor_id),
    ),
    asTold(view, rows),
  ]);
  return {
    totalCount: total,
    verifiers: told.map((row) => verifier(view, names, row)),
    next,
  };
}

export async function getVerifier(
  view: View,
  text: string,
  input: PageInput,
): Promise<VerifierDetail> {
  const request = await parsePaging(view, input);
  const { actor } = await findAccount(view, text);
  const row = actor && (await verifierRow(view, actor.id));
  if (actor && !row) await wishOf(view, ['verifiers'], actorWish(actor.id));
  if (!row) throw new NotFound('noVerifier');
  const page = await listPage(view, request, {
    table: 'verifier_change',
    of: sql`actor_id = ${row.actor_id}`,
    total: row.changes,
  });
  const names = await namesOf(view, [row.actor_id, ...page.rows.map((change) => change.client_id)]);
  return {
    ...verifier(view, names, row),
    totalCount: page.total,
    changes: page.rows.map((change) => ({
      height: change.height,
      timestamp: timeOf(view.network, change.height),
      message: change.cid && cidOf(change.cid),
      type: TYPES[change.kind] ?? 'set',
      allowance: change.allowance,
      amount: change.amount,
      client: change.client_id === null ? null : names.shown(change.client_id),
      clientId: names.idTextOrNull(change.client_id),
      clientTag: names.tag(change.client_id),
    })),
    next: page.next,
  };
}

/** Its figures are of the head that is answered for; its list is as long as now. */
export async function verifierRow(view: View, id: number): Promise<Row | undefined> {
  const row = await view.db
    .selectFrom('verifier')
    .selectAll()
    .where('actor_id', '=', id)
    .executeTakeFirst();
  return row && (await asTold(view, [row]))[0];
}

async function asTold(view: View, rows: readonly Row[]): Promise<Row[]> {
  const changed = await view.changed('verifier');
  return rows.flatMap((row) => {
    const figures = asOf<PastRow<'verifier'>>(changed, String(row.actor_id), row);
    return figures ? [{ ...row, ...figures }] : [];
  });
}

export function verifier({ network }: View, names: Names, row: Row): Verifier {
  return {
    address: names.shown(row.actor_id),
    id: names.idText(row.actor_id),
    tag: names.tag(row.actor_id),
    allowance: row.allowance,
    granted: row.granted,
    height: row.height,
    timestamp: row.height === null ? null : timeOf(network, row.height),
    removedHeight: row.removed_height,
    removedTimestamp: row.removed_height === null ? null : timeOf(network, row.removed_height),
  };
}
