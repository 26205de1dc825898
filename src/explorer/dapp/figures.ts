/** Figures of projects: the sums of their contracts. */
import type { Project } from '#content/schema.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { ratio } from '../network/sums.ts';
import type { HeadView } from '../view.ts';
import { heldAt } from './held.ts';
import { contractIds } from './projects.ts';
import { useBefore, useIn, usersBefore, type UseBefore } from './use.ts';

/** A figure and its change against the window before; null where that had nothing or is not known. */
interface Changing<T> {
  data: T;
  changeRate: number | null;
}

export interface ProjectFigures {
  project: Project;
  calls: Changing<number>;
  users: Changing<number>;
  fees: Changing<bigint>;
  /** FIL. */
  balance: Changing<bigint>;
  /** FIL and wrapped FIL; null where a balance is not known. */
  locked: Changing<bigint | null>;
}

/** Figures of these projects in the last so many days. */
export async function figuresOf(
  view: HeadView,
  projects: readonly Project[],
  days: number,
): Promise<ProjectFigures[]> {
  const byAddress = await contractIds(view, projects);
  const groups = projects.map(({ contracts }) => [
    ...new Set(contracts.flatMap(({ address }) => byAddress.get(address) ?? [])),
  ]);
  const ids = [...new Set(groups.flat())];
  const hours = days * 24;
  const then = view.head.height - days * EPOCHS_PER_DAY;
  const known = then >= view.network.startHeight;
  const [uses, [before, usersThen], held] = await Promise.all([
    useIn(view, groups, hours),
    earlierUse(view, groups, ids, hours),
    heldAt(view, ids, known ? [then, view.head.height] : [view.head.height]),
  ]);
  return projects.map((project, index) => {
    const group = groups[index] ?? [];
    const use = uses[index] ?? { calls: 0, users: 0, fees: 0n };
    const last = group.map((id) => before?.get(id));
    const owned = group.flatMap((id) => held.get(id) ?? []);
    const sum = (of: (own: (typeof owned)[number]) => bigint | undefined) =>
      owned.reduce((total, own) => total + (of(own) ?? 0n), 0n);
    const whole = owned.every(({ all }) => all !== null);
    const calls = before && last.reduce((total, row) => total + (row?.calls ?? 0), 0);
    const fees = before && last.reduce((total, row) => total + (row?.fees ?? 0n), 0n);
    const users = usersThen?.[index] ?? null;
    const balance = sum(({ fil }) => fil.at(-1));
    const locked = sum(({ all }) => all?.at(-1));
    return {
      project,
      calls: {
        data: use.calls,
        changeRate: change(calls === null ? null : BigInt(calls), BigInt(use.calls)),
      },
      users: {
        data: use.users,
        changeRate: change(users === null ? null : BigInt(users), BigInt(use.users)),
      },
      fees: { data: use.fees, changeRate: change(fees, use.fees) },
      balance: {
        data: balance,
        changeRate: known
          ? change(
              sum(({ fil }) => fil[0]),
              balance,
            )
          : null,
      },
      locked: {
        data: whole ? locked : null,
        changeRate:
          known && whole
            ? change(
                sum(({ all }) => all?.[0]),
                locked,
              )
            : null,
      },
    };
  });
}

async function earlierUse(
  view: HeadView,
  groups: readonly (readonly number[])[],
  ids: readonly number[],
  hours: number,
): Promise<[use: UseBefore | null, users: readonly (number | null)[] | null]> {
  const use = await useBefore(view, ids, hours);
  return [use, use && (await usersBefore(view, groups, use, hours))];
}

function change(before: bigint | null, now: bigint): number | null {
  return before === null || before === 0n ? null : ratio(now - before, before);
}
