/** Projects in the order of their use. */
import { say } from '#content/networks.ts';
import { BadInput } from '../errors.ts';
import {
  parseDays,
  parseFlag,
  parseLimit,
  parseOffset,
  type NumberInput,
  type OffsetPageInput,
} from '../input.ts';
import { headOf, wholePage } from '../ordered.ts';
import { atPresent } from '../past.ts';
import type { View, HeadView, Past } from '../view.ts';
import { figuresOf, type ProjectFigures } from './figures.ts';
import { describe, findProject, projectsIn } from './projects.ts';
import type { DappInfo, DappRanking } from './schema.ts';

export interface DappRankingInput extends OffsetPageInput {
  category?: string | undefined;
  /** Window: 1 (default), 7, 30 or 365 days that end with the present hour. */
  days?: NumberInput;
  /** transaction (default), users, balance or fee. */
  sortBy?: string | undefined;
  /** `true` leaves the changes out (null). */
  withoutChangeRate?: string | undefined;
}

const SORTS: Readonly<Record<string, (figures: ProjectFigures) => bigint>> = {
  transaction: ({ calls }) => BigInt(calls.data),
  users: ({ users }) => BigInt(users.data),
  balance: ({ balance }) => balance.data,
  fee: ({ fees }) => fees.data,
};

/** Projects with contracts; those without have nothing to be ranked by. */
export async function rankDapps(
  view: View,
  past: Past,
  input: DappRankingInput = {},
): Promise<DappRanking> {
  const { before, head, limit, offset } = input;
  const asked = { size: parseLimit(limit), skip: parseOffset(offset), before, head };
  const days = parseDays(input.days) ?? 1;
  const sortBy = input.sortBy || 'transaction';
  const by = Object.hasOwn(SORTS, sortBy) ? SORTS[sortBy] : undefined;
  if (by === undefined) throw new BadInput('badSort', { known: Object.keys(SORTS).join(', ') });
  const projects = new Set(projectsIn(view, input.category));
  const at = await headOf(past, view, asked);
  const figures = await figuresIn(at, past, days);
  const ranked = inOrder(figures, by).filter(({ project }) => projects.has(project));
  const page = wholePage(at, ranked, asked);
  const bare = parseFlag('withoutChangeRate', input.withoutChangeRate);
  return {
    totalCount: ranked.length,
    dappList: page.rows.map(({ project, ...figures }, index) => ({
      rank: page.from + index + 1,
      category: project.category,
      key: project.key,
      name: say(project.name, view.language).text,
      logoPath: null,
      ...(bare ? withoutChanges(useOnWire(figures)) : useOnWire(figures)),
    })),
    next: page.next,
  };
}

/** A project with the use of its contracts. Throws NotFound. */
export async function dappInfo(
  view: View,
  past: Past,
  key: string,
  input: { days?: NumberInput } = {},
): Promise<DappInfo> {
  const project = findProject(view, key);
  const figures = await figuresIn(atPresent(view), past, parseDays(input.days) ?? 1);
  const own = figures.find((each) => each.project === project);
  return { ...(await describe(view, project)), figures: own ? useOnWire(own) : null };
}

/** Figures of all projects that have contracts, made once per head and window. */
export function figuresIn(
  at: HeadView,
  past: Past,
  days: number,
): Promise<readonly ProjectFigures[]> {
  const projects = at.content.ecosystem.filter(({ contracts }) => contracts.length > 0);
  return past.once(at, `projects in ${days}`, () => figuresOf(at, projects, days));
}

/** The largest first, equal ones in the editors' order. */
export function inOrder(
  figures: readonly ProjectFigures[],
  by: (figures: ProjectFigures) => bigint,
): ProjectFigures[] {
  return [...figures].sort((a, b) => (by(a) < by(b) ? 1 : by(a) > by(b) ? -1 : 0));
}

function useOnWire({ balance, users, calls, fees }: Omit<ProjectFigures, 'project'>) {
  return {
    balance: wrapped(balance),
    userCount: users,
    invokeCount: calls,
    totalFee: wrapped(fees),
  };
}

function withoutChanges(use: ReturnType<typeof useOnWire>): ReturnType<typeof useOnWire> {
  const { balance, userCount, invokeCount, totalFee } = use;
  return {
    balance: { ...balance, changeRate: null },
    userCount: { ...userCount, changeRate: null },
    invokeCount: { ...invokeCount, changeRate: null },
    totalFee: { ...totalFee, changeRate: null },
  };
}

function wrapped({ data, changeRate }: ProjectFigures['fees']) {
  return { data: { $numberDecimal: data.toString() }, changeRate };
}
