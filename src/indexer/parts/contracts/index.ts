/**
 * Contracts of the FEVM: who created them, their code, what proxies stand for, whether they still
 * live, and how they are used. Creations are the address manager's calls (builtin actor 10); calls,
 * users and fees are of the messages sent to a contract.
 */
import type { Trx } from '#store/store.ts';
import { readRows } from '../../fold/read.ts';
import type { StateView } from '../../fold/state.ts';
import { perNode } from '#node/kept.ts';
import { definePart, type Touch, type ChainUnit } from '../part.ts';
import { FEVM_KINDS, foldBalances, foldContracts } from './contracts.ts';
import { EVM, codeHash } from './decode.ts';
import { ContractReader, type ContractFacts } from './gather.ts';
import {
  countCall,
  countDay,
  DAY_COUNTER,
  dayOf,
  hourOf,
  leavingHours,
  slide,
  slidTo,
} from './usage.ts';

const readerOf = perNode(() => new ContractReader());

export const CONTRACTS = definePart<ContractFacts>('contracts', {
  gather: (context) => readerOf(context.node).gather(context),
  leave: (node) => readerOf(node).leave(),
  touches,
  load,
  fold(context, facts) {
    foldContracts(context, facts);
    foldBalances(context);
    slide(context);
    for (const invocation of facts.invocations) countCall(context, invocation);
    countDay(context, facts.creations.length, facts.invocations);
  },
});

function touches(facts: ContractFacts, { tipset, executed, older }: ChainUnit): Touch[] {
  const wanted: Touch[] = [...FEVM_KINDS]
    .flatMap((kind) => [kind, -1 - kind])
    .map((kind) => ({ table: 'fevm_balance', key: [kind] }));
  const ids = new Set([
    ...facts.creations.map(({ id }) => id),
    ...facts.codes.keys(),
    ...facts.upgrades.map(({ id }) => id),
    ...facts.destroyed.map(({ id }) => id),
  ]);
  for (const { id, kind } of [...older.actors, ...executed.changes]) if (kind === EVM) ids.add(id);
  for (const id of ids) wanted.push({ table: 'contract', key: [id] });
  for (const { creator, initCode } of facts.creations)
    wanted.push(
      { table: 'contract_creator', key: [creator] },
      { table: 'contract_code', key: [codeHash(initCode)] },
    );
  for (const code of facts.codes.values())
    if (code) wanted.push({ table: 'contract_code', key: [codeHash(code)] });
  const hour = hourOf(tipset.timestamp);
  if (facts.creations.length + facts.invocations.length > 0)
    wanted.push({ table: 'fevm_day', key: [dayOf(hour)] });
  for (const { contract, user } of facts.invocations)
    wanted.push(
      { table: 'contract_user', key: [contract, user] },
      { table: 'contract_hour', key: [hour, contract] },
      { table: 'contract_window', key: [contract] },
      { table: 'contract_day', key: [contract, dayOf(hour)] },
    );
  return wanted;
}

/** What only the state tells: hours that leave the windows, hours of users' last calls, code of who upgrades. */
async function load(
  trx: Trx,
  view: StateView,
  units: readonly { unit: ChainUnit; facts: ContractFacts }[],
): Promise<void> {
  const lastDay = view.get('counter', DAY_COUNTER)?.value;
  if (lastDay !== undefined) await readRows(trx, view, 'fevm_day', [[lastDay]]);
  const hours = units.map(({ unit }) => hourOf(unit.tipset.timestamp));
  await loadLeaving(trx, view, slidTo(view) ?? Math.min(...hours), Math.max(...hours));
  await readRows(
    trx,
    view,
    'contract_hour',
    units.flatMap(({ facts }) =>
      facts.invocations.flatMap(({ contract, user }) => {
        const last = view.get('contract_user', contract, user)?.last_hour;
        return last === undefined ? [] : [[last, contract]];
      }),
    ),
  );
  await readRows(
    trx,
    view,
    'contract_code',
    units.flatMap(({ facts }) =>
      facts.upgrades.flatMap(({ id }) => {
        const hash = view.get('contract', id)?.code_hash;
        return hash ? [[hash]] : [];
      }),
    ),
  );
}

async function loadLeaving(trx: Trx, view: StateView, last: number, hour: number): Promise<void> {
  for (const { from, to } of leavingHours(last, hour)) {
    const rows = await trx
      .selectFrom('contract_hour')
      .selectAll()
      .where('hour', '>=', from)
      .where('hour', '<=', to)
      .execute();
    view.load('contract_hour', rows);
    view.cover(
      'contract_hour',
      Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => [from + at]),
    );
    await readRows(
      trx,
      view,
      'contract_window',
      [...new Set(rows.map((row) => row.contract_id))].map((id) => [id]),
    );
  }
}
