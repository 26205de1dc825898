/** Projects in the order of their use, as snapshots. */
import { say } from '#content/networks.ts';
import { BadInput } from '../errors.ts';
import {
  parseDays,
  parsePage,
  parseSize,
  type NumberInput,
  type OffsetPageInput,
} from '../input.ts';
import { snapshotPage, type SnapshotList, type Snapshots } from '../snapshots.ts';
import type { View } from '../view.ts';
import { figuresOf, projectFiguresSchema, type ProjectFigures } from './figures.ts';
import { projectsIn } from './projects.ts';
import type { DappRanking } from './schema.ts';

export interface DappRankingInput extends OffsetPageInput {
  category?: string | undefined;
  /** Window: 1 (default), 7, 30 or 365 days that end with the present hour. */
  days?: NumberInput;
  /** transaction (default), users, balance or fee. */
  sortBy?: string | undefined;
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
  snapshots: Snapshots,
  input: DappRankingInput = {},
): Promise<DappRanking> {
  const size = parseSize(input.limit);
  const skip = parsePage(input.offset);
  const days = parseDays(input.days) ?? 1;
  const sortBy = input.sortBy || 'transaction';
  const by = Object.hasOwn(SORTS, sortBy) ? SORTS[sortBy] : undefined;
  if (by === undefined) throw new BadInput('badSort', { known: Object.keys(SORTS).join(', ') });
  const projects = new Set(projectsIn(view, input.category));
  const list: SnapshotList<ProjectFigures> = {
    key: `dapps ${input.category ?? ''} by ${sortBy} in ${days}`,
    row: projectFiguresSchema,
    read: async (at) =>
      inOrder(await figuresIn(at, snapshots, days), by).filter(({ project }) =>
        projects.has(project),
      ),
  };
  const { before, head } = input;
  const page = await snapshotPage(view, snapshots, list, { size, skip, before, head });
  return {
    totalCount: page.count,
    dappList: page.rows.map(({ project, ...figures }, index) => ({
      rank: page.from + index + 1,
      category: project.category,
      key: project.key,
      name: say(project.name, view.language).text,
      logoPath: null,
      balance: wrapped(figures.balance),
      userCount: figures.users,
      invokeCount: figures.calls,
      totalFee: wrapped(figures.fees),
    })),
    next: page.next,
  };
}

/** Figures of all projects that have contracts, made once per head and window. */
export function figuresIn(
  view: View,
  snapshots: Snapshots,
  days: number,
): Promise<readonly ProjectFigures[]> {
  const projects = view.content.ecosystem.filter(({ contracts }) => contracts.length > 0);
  return snapshots.rowsAt(
    view,
    {
      key: `projects in ${days}`,
      row: projectFiguresSchema,
      read: (at) => figuresOf(at, projects, days),
    },
    undefined,
  );
}

/** The largest first, equal ones in the editors' order. */
export function inOrder(
  figures: readonly ProjectFigures[],
  by: (figures: ProjectFigures) => bigint,
): ProjectFigures[] {
  return [...figures].sort((a, b) => (by(a) < by(b) ? 1 : by(a) > by(b) ? -1 : 0));
}

function wrapped({ data, changeRate }: ProjectFigures['fees']) {
  return { data: { $numberDecimal: data.toString() }, changeRate };
}
