/** The ledger: what the index says it has, against the tipsets that it has. */
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import { PROOF_PARTS, readLedger, type LedgerPart, type Range } from '../write/ledger.ts';
import { difference, type Check, type CheckContext, type Difference } from './check.ts';

/** What the ledger has to say: of each part one range, but for what the node did not tell of states. */
export function dueLedger({
  startHeight,
  headHeight,
}: Pick<CheckContext, 'startHeight' | 'headHeight'>): [LedgerPart, Range][] {
  const arrived = { from: startHeight, to: headHeight };
  // The head is not executed yet; the null rounds below it are settled.
  const executed = { from: startHeight, to: headHeight - 1 };
  const due: [LedgerPart, Range][] = [
    ['headers', arrived],
    ['messages', arrived],
    ['traces', executed],
    ['state', executed],
  ];
  return due.filter(([, { from, to }]) => from <= to);
}

const ledger: Check = {
  name: 'the ledger',
  async run(context) {
    const due = dueLedger(context);
    const found: Difference[] = [];
    await context.store.snapshot(async (trx) => {
      for (const [part, range] of due) {
        if (part === 'state') {
          found.push(...(await stateDifferences(trx, range)));
          continue;
        }
        const own = textOf(await readLedger(trx, part));
        if (own !== textOf([range])) found.push(differing(part, textOf([range]), own));
      }
      const within = new Map(due);
      for (const part of PROOF_PARTS) {
        const all = within.get(part === 'proof:messages' ? 'messages' : 'traces');
        const own = await readLedger(trx, part);
        const sound = own.every(
          ({ from, to }, at) =>
            all && from >= all.from && to <= all.to && from > (own[at - 1]?.to ?? -2) + 1,
        );
        if (!sound) found.push(differing(part, `within ${textOf(all ? [all] : [])}`, textOf(own)));
      }
    });
    return { compared: due.length + PROOF_PARTS.length, differences: found };
  },
};

/** Tipsets whose state the index has and the ledger not, and what the ledger has of heights that are none. */
async function stateDifferences(trx: Trx, range: Range): Promise<Difference[]> {
  const own = await readLedger(trx, 'state');
  const missing = (await statesOf(trx, range)).find(
    ({ from, told }) => told && !own.some((each) => from >= each.from && from <= each.to),
  );
  const sound = own.every(({ from, to }) => from >= range.from && to <= range.to);
  if (!missing && sound) return [];
  const expected = missing ? `with ${missing.from}` : `within ${textOf([range])}`;
  return [differing('state', expected, textOf(own))];
}

/**
 * Executed tipsets, each with the null rounds above it, and whether the index has all totals of the
 * network there: a column for each answer.
 */
export async function statesOf(
  trx: Trx,
  { to }: Range,
): Promise<readonly (Range & { told: boolean })[]> {
  const { rows } = await sql<Range & { told: boolean }>`
    select t.height as "from", coalesce(lead(t.height) over (order by t.height) - 1, ${to}) as "to",
      n.quality_adj_power is not null and n.this_epoch_reward is not null
        and n.market_pledge is not null and n.fil_circulating is not null as told
    from tipset t left join network_state n on n.height = t.height
    where t.executed order by t.height`.execute(trx);
  return rows;
}

function differing(part: LedgerPart, expected: string, found: string): Difference {
  return { ...difference(`ledger ${part}`, expected, found), damage: { kind: 'ledger' } };
}

function textOf(ranges: readonly Range[]): string {
  return ranges.map(({ from, to }) => `${from}–${to}`).join(', ');
}

export const LEDGER_CHECKS: readonly Check[] = [ledger];
