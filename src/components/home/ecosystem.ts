/** What the home page shows of the ecosystem: one category of projects, or the name service. */
import type { Explorer } from '#explorer/index.ts';
import type { Dapps, DefiList } from '#explorer/dapp/schema.ts';
import type { NameActions } from '#explorer/name/schema.ts';
import { DAYS, type Duration } from '../stats/charts.ts';

/** The category whose projects are shown with what they hold, those of liquid staking among them; it comes first. */
const DEFI = 'defi';
const LIQUID_STAKING = 'lsd';
/** Stands for the name service among the categories. */
const NAMES = 'names';
const FEW = 5;
const CARDS = 12;

export type EcosystemChoice =
  | typeof NAMES
  | {
      category: string;
      /** Null of DeFi, which the page has its own words for. */
      displayName: string | null;
      /** Rows of the list that it leads to. */
      count: number;
    };

export const keyOf = (choice: EcosystemChoice): string =>
  choice === NAMES ? NAMES : choice.category;

export type HomeEcosystem = {
  choices: readonly EcosystemChoice[];
  chosen: string;
} & (
  | { of: 'defi'; list: DefiList; days: number }
  | { of: 'names'; list: NameActions }
  | { of: 'projects'; list: Dapps }
);

/** `asked`: key of a choice; the first for any other. Null where no projects are listed. */
export async function homeEcosystem(
  { dapp, name }: Pick<Explorer, 'dapp' | 'name'>,
  asked: string | null,
  duration: Duration,
): Promise<HomeEcosystem | null> {
  const { data: categories } = await dapp.categories();
  if (categories.length === 0) return null;
  const locking = categories.filter(
    ({ category }) => category === DEFI || category === LIQUID_STAKING,
  );
  const locked = locking.reduce((sum, { rankedCount }) => sum + rankedCount, 0);
  const choices: EcosystemChoice[] = [
    ...(locked > 0 ? [{ category: DEFI, displayName: null, count: locked }] : []),
    NAMES,
    ...categories.filter((category) => locked === 0 || !locking.includes(category)),
  ];
  const keys = choices.map(keyOf);
  const chosen = keys.find((key) => key === asked) ?? keys[0] ?? NAMES;
  const shown = { choices, chosen };
  if (chosen === NAMES)
    return { ...shown, of: 'names', list: (await name.registrations({ pageSize: FEW })).data };
  if (chosen !== DEFI || locked === 0)
    return {
      ...shown,
      of: 'projects',
      list: (await dapp.list({ category: chosen, limit: CARDS })).data,
    };
  const days = DAYS[duration];
  return { ...shown, of: 'defi', list: (await dapp.defi({ limit: FEW, days })).data, days };
}
