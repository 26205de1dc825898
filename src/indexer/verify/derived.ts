/** Lists as they follow from the rows of the chain itself: for comparing, and for making them anew. */
import { sql, type RawBuilder } from 'kysely';
import { SYSTEM_ID } from '#filecoin/address.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { TABLES } from '#store/schema.ts';

/** Lists of accounts, each before those that are made of it, and lists of methods. */
export const DERIVED = {
  account_message: 'actor_id',
  account_method_message: 'actor_id',
  account_transfer: 'actor_id',
  account_type_transfer: 'actor_id',
  account_event: 'actor_id',
  method_message: 'method_id',
} as const;
export type DerivedTable = keyof typeof DERIVED;

/** Those that carry heights. */
export const WITH_HEIGHT = ['account_message', 'account_transfer', 'account_event'] as const;

/** Of these accounts (methods); null: of all. */
export type Owners = readonly number[] | null;

export function ownedBy(column: RawBuilder<unknown>, owners: Owners): RawBuilder<unknown> {
  return owners === null ? sql`${column} is not null` : sql`${column} = any(${owners}::int8[])`;
}

export function columnsOf(table: DerivedTable): readonly string[] {
  return TABLES[table].names;
}

const place = (by: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(row_number() over (partition by ${by} order by ${order}) - 1)`;

/** The rows that a list is due to have, in the order of its columns; of the lists made of others, by these as they are. */
export function dueRows(table: DerivedTable, owners: Owners): RawBuilder<unknown> {
  return DUE[table](owners);
}

const type = (name: Parameters<typeof transferTypeIndex>[0]): RawBuilder<unknown> =>
  sql.lit(transferTypeIndex(name));

const DUE: Readonly<Record<DerivedTable, (owners: Owners) => RawBuilder<unknown>>> = {
  account_message: (owners) => sql`
    select m.actor_id, ${place(sql`m.actor_id`, sql`e.seq`)} as ord, e.seq, e.cid, e.height,
      e.timestamp, e.from_id, e.to_id, e.from_addr, e.to_addr, e.nonce, e.value, e.method_id,
      e.selector, e.exit_code
    from (
      select from_id as actor_id, seq from execution where ${ownedBy(sql`from_id`, owners)}
      union select to_id, seq from execution where ${ownedBy(sql`to_id`, owners)}
    ) m join execution e on e.seq = m.seq join actor a on a.id = m.actor_id`,
  account_method_message: (owners) => sql`
    select actor_id, method_id, ${place(sql`actor_id, method_id`, sql`ord`)} as ord,
      ord as account_ord
    from account_message where ${ownedBy(sql`actor_id`, owners)}`,
  // Opening balances and corrections come from nowhere: the system actor's list leaves them out.
  account_transfer: (owners) => sql`
    select m.actor_id, ${place(sql`m.actor_id`, sql`m.height, m.position, m.side`)} as ord,
      m.height, m.position, t.timestamp, m.cid,
      case when m.type <> ${type('transfer')} then m.type
        when m.value < 0 then ${type('send')} else ${type('receive')} end as type,
      m.from_id, m.to_id, m.shown_to_id, m.value
    from (
      select from_id as actor_id, 0 as side, -amount as value, o.* from transfer o
        where ${ownedBy(sql`from_id`, owners)} and position >= 0
          and not (type = ${type('rebalance')} and from_id = ${SYSTEM_ID})
      union all select to_id, 1, amount, o.* from transfer o
        where ${ownedBy(sql`to_id`, owners)} and not (to_id = ${SYSTEM_ID}
          and (position < 0 or type = ${type('rebalance')}))
    ) m join actor a on a.id = m.actor_id
      left join tipset t on t.height = m.height`,
  account_type_transfer: (owners) => sql`
    select actor_id, type, ${place(sql`actor_id, type`, sql`ord`)} as ord, ord as account_ord
    from account_transfer where ${ownedBy(sql`actor_id`, owners)}`,
  account_event: (owners) => sql`
    select e.emitter_id as actor_id,
      ${place(sql`e.emitter_id`, sql`e.height, e.position`)} as ord, e.height, e.position
    from event e join actor a on a.id = e.emitter_id where ${ownedBy(sql`e.emitter_id`, owners)}`,
  method_message: (owners) => sql`
    select method_id, ${place(sql`method_id`, sql`seq`)} as ord, seq
    from execution where ${ownedBy(sql`method_id`, owners)}`,
};
