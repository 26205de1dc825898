/** Projects in the order of their use. */
import { say } from '#content/networks.ts';
import { askedPage, type USE_SORTS } from '../parameters.ts';
import { headOf, wholePage } from '../ordered.ts';
import { atPresent } from '../past.ts';
import type { View, HeadView } from '../view.ts';
import { figuresOf, type ProjectFigures } from './figures.ts';
import { describe, findProject, projectsIn, type DappsInput } from './projects.ts';
import type { DappInfo, DappRanking } from './schema.ts';

export interface DappRankingInput extends DappsInput {
  /** Window: 1, 7, 30 or 365 days that end with the present hour. */
  days: number;
  sortBy: (typeof USE_SORTS)[number];
  /** Leaves the changes out (null). */
  withoutChangeRate: boolean;
}

const SORTS: Readonly<Record<DappRankingInput['sortBy'], (figures: ProjectFigures) => bigint>> = {
  transaction: ({ calls }) => BigInt(calls.data),
  users: ({ users }) => BigInt(users.data),
  balance: ({ balance }) => balance.data,
  fee: ({ fees }) => fees.data,
};

/** Projects with contracts; those without have nothing to be ranked by. */
export async function rankDapps(view: View, input: DappRankingInput): Promise<DappRanking> {
  const asked = askedPage(input);
  const projects = new Set(projectsIn(view, input.category));
  const at = await headOf(view, asked);
  const figures = await figuresIn(at, input.days);
  const ranked = inOrder(figures, SORTS[input.sortBy]).filter(({ project }) =>
    projects.has(project),
  );
  const page = wholePage(at, ranked, asked);
  return {
    totalCount: ranked.length,
    dappList: page.rows.map(({ project, ...figures }, index) => ({
      rank: page.from + index + 1,
      category: project.category,
      key: project.key,
      name: say(project.name, view.language).text,
      logoPath: null,
      ...(input.withoutChangeRate ? withoutChanges(useOnWire(figures)) : useOnWire(figures)),
    })),
    next: page.next,
  };
}

/** A project with the use of its contracts. Throws NotFound. */
export async function dappInfo(view: View, key: string, days: number): Promise<DappInfo> {
  const project = findProject(view, key);
  const figures = await figuresIn(atPresent(view), days);
  const own = figures.find((each) => each.project === project);
  return { ...(await describe(view, project)), figures: own ? useOnWire(own) : null };
}

/** Figures of all projects that have contracts, made once per head and window. */
export function figuresIn(at: HeadView, days: number): Promise<readonly ProjectFigures[]> {
  const projects = at.content.ecosystem.filter(({ contracts }) => contracts.length > 0);
  return at.past.once(at, `projects in ${days}`, () => figuresOf(at, projects, days));
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
