/** What of a contract is called, and by whom: counted over its newest messages. */
import { to0x } from '#filecoin/encoding/bytes.ts';
import { methodNames, evmMethodsOf } from '../methods.ts';
import { namesOf } from '../names.ts';
import { NotFound } from '../errors.ts';
import { findAccount, type ActorRow } from '../account/find.ts';
import { timeOf, type View } from '../view.ts';
import type { ContractCallers, ContractCalls } from './schema.ts';

/**
 * So many of its messages are counted: one range of the account's own list, whatever it has been
 * called. Kept counts would cost a row of each (contract, selector) and (contract, caller) per message.
 */
export const COUNTED = 1000;
const MAX_METHODS = 50;
const MAX_CALLERS = 20;

/** Throws NotFound for an account that is no contract. */
async function contractAt(view: View, text: string): Promise<ActorRow> {
  const { actor } = await findAccount(view, text);
  const contract =
    actor &&
    (await view.db
      .selectFrom('contract')
      .select('actor_id')
      .where('actor_id', '=', actor.id)
      .executeTakeFirst());
  if (!actor || !contract) throw new NotFound('noContract');
  return actor;
}

/** Throws NotFound for an account that is no contract. */
export async function contractCallers(view: View, text: string): Promise<ContractCallers> {
  return callersTo(view, await contractAt(view, text));
}

/** Throws NotFound for an account that is no contract. */
export async function contractCalls(view: View, text: string): Promise<ContractCalls> {
  const actor = await contractAt(view, text);
  const [callers, methods] = await Promise.all([callersTo(view, actor), calledOf(view, actor)]);
  return { ...callers, methods };
}

async function calledOf(view: View, actor: ActorRow): Promise<ContractCalls['methods']> {
  const methods = await methodsOf(view, actor);
  const [called, evm] = await Promise.all([
    methodNames(
      view,
      methods.map(({ method_id: id }) => id),
    ),
    evmMethodsOf(
      view,
      methods.map(({ selector }) => ({ to: actor.id, selector })),
    ),
  ]);
  return methods.map((row) => ({
    method: called.get(row.method_id) ?? '',
    selector: row.selector && to0x(row.selector),
    ...evm({ to: actor.id, selector: row.selector }),
    callCount: row.calls,
    failedCount: row.failed,
    lastHeight: row.last,
    lastTimestamp: timeOf(view.network, row.last),
  }));
}

async function callersTo(view: View, actor: ActorRow): Promise<ContractCallers> {
  const callers = await callersOf(view, actor);
  const names = await namesOf(
    view,
    callers.map(({ from_id: id }) => id),
  );
  return {
    countedMessages: Math.min(actor.message_count, COUNTED),
    messageCount: actor.message_count,
    callers: callers.map((row) => {
      const tag = names.tag(row.from_id);
      return {
        address: names.shown(row.from_id),
        id: names.idText(row.from_id),
        ...(tag ? { tag } : {}),
        ...names.itself(row.from_id),
        callCount: row.calls,
        lastHeight: row.last,
        lastTimestamp: timeOf(view.network, row.last),
      };
    }),
  };
}

/** The newest messages to it. */
const newest = ({ db }: View, actor: ActorRow) =>
  db
    .selectFrom('account_message')
    .select(({ fn }) => [fn.countAll<number>().as('calls'), fn.max<number>('height').as('last')])
    .where('actor_id', '=', actor.id)
    .where('ord', '>=', actor.message_count - COUNTED)
    .where('ord', '<', actor.message_count)
    .where('to_id', '=', actor.id);

const methodsOf = (view: View, actor: ActorRow) =>
  newest(view, actor)
    .select(['method_id', 'selector'])
    .select(({ fn }) => fn.countAll<number>().filterWhere('exit_code', '<>', 0).as('failed'))
    .groupBy(['method_id', 'selector'])
    .orderBy('calls', 'desc')
    .orderBy('method_id')
    .orderBy('selector')
    .limit(MAX_METHODS)
    .execute();

const callersOf = (view: View, actor: ActorRow) =>
  newest(view, actor)
    .select('from_id')
    .where('from_id', 'is not', null)
    .groupBy('from_id')
    .orderBy('calls', 'desc')
    .orderBy('from_id')
    .limit(MAX_CALLERS)
    .$narrowType<{ from_id: number }>()
    .execute();
