/** What the page of a problem says and where it leads. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import type { NetworkFacts } from '#explorer/network/schema.ts';
import { formatInt } from '#format/number.ts';
import { paths } from '#format/paths.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Problem } from '#explorer/errors.ts';
import { menuItemOf } from '../shell/menu.ts';

/** Problems of the identifier that the path ends with: what it was taken for helps. */
const OF_IDENTIFIER: ReadonlySet<string> = new Set([
  'badAddress',
  'badCid',
  'badMessageId',
  'badName',
  'noAddress',
  'noBlock',
  'noMessage',
  'noName',
  'noPeer',
  'notTakenOver',
]);
/** Problems of the part of a page that is asked for: its number, its tab. */
const OF_PAGE: ReadonlySet<string> = new Set([
  'badCounterparty',
  'badDay',
  'badFil',
  'badPage',
  'badTab',
  'daysReversed',
  'pageTooDeep',
  'unknownChoice',
  'valuesReversed',
]);
/** A later arrival than so many seconds from now is no forecast. */
const FORESEEABLE = 366 * DAY_SECONDS;

export const isOfIdentifier = (code: string): boolean => OF_IDENTIFIER.has(code);

/** Numbers are written as on all pages; the dictionaries of pages fill them in as they are. */
function written(params: Problem['params']): Problem['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatInt(value) : value,
    ]),
  );
}

/** Input other than an identifier that makes no sense: it stands in the query. */
const isOfQuery = ({ status, code }: Problem, t: Translate): boolean =>
  (status === 400 || status === 410) && t.maybe(`problem.text.${code}`) === null;

/** `ended`: nothing more comes of the chain. */
export function titleOf(t: Translate, { status, code }: Problem, ended: boolean): string {
  if (status === 400) return t('shell.error.badInput');
  switch (code) {
    case 'noIndex':
    case 'notTakenOver':
    case 'tipsetNotIndexed':
      return t('shell.error.unindexed');
    case 'tipsetBeforeIndex':
      return t('shell.error.outside');
    case 'noTipset':
      return t(ended ? 'shell.error.absent' : 'shell.error.notYet');
    case 'noDatabase':
      return t('shell.error.server');
    case 'pageNotFound':
      return t('shell.error.notFound');
    case 'noDapp':
    case 'noMerchant':
    case 'noNotice':
      return t('shell.error.unlisted');
    default:
      return t('shell.error.absent');
  }
}

/** Why there is nothing, and what may be done. `head`: the newest height of the index. */
export function wordsOf(
  t: Translate,
  problem: Problem,
  head: number | null,
  ended: boolean,
): string {
  if (problem.code === 'pageNotFound') return t('shell.error.pageNotFound');
  if (isOfQuery(problem, t)) {
    // As the API says it, whose words mark code.
    const why = t.maybe(`errors.${problem.code}`, problem.params) ?? '';
    return t('problem.badChoice', { why: why.replaceAll('`', '') });
  }
  const params = written({ ...problem.params, ...(head === null ? {} : { head }) });
  if (problem.code === 'noTipset' && ended) return t('problem.beyondRecording', params);
  return (
    t.maybe(`problem.text.${problem.code}`, params) ??
    t.maybe(`errors.${problem.code}`, problem.params) ??
    t('shell.error.pageNotFound')
  );
}

/** When a height that lies ahead is due, unix seconds; null where that is too far off to be told. */
export function arrivalOf(
  height: string | number | undefined,
  network: NetworkFacts | null,
  now: number,
): number | null {
  if (typeof height !== 'number' || network === null) return null;
  const time = network.genesisTimestamp + height * network.epochSeconds;
  return time > now && time - now < FORESEEABLE ? time : null;
}

/** Where to go on: what lies nearest to what was asked for, else the list that it would be in. */
export function nextWay(
  t: Translate,
  problem: Problem,
  pathname: string,
  head: number | null,
): { href: string; label: string } | null {
  const { lang } = t;
  if (isOfQuery(problem, t) || OF_PAGE.has(problem.code))
    return { href: pathname, label: t('problem.without') };
  const { start } = problem.params;
  if (problem.code === 'tipsetBeforeIndex' && typeof start === 'number')
    return {
      href: paths.tipset(lang, start),
      label: t('problem.first', { height: formatInt(start) }),
    };
  if (head !== null && (problem.code === 'noTipset' || problem.code === 'tipsetNotIndexed'))
    return {
      href: paths.tipset(lang, head),
      label: t('problem.newest', { height: formatInt(head) }),
    };
  const list = menuItemOf(lang, pathname);
  return list?.href === undefined ? null : { href: list.href, label: t(list.label) };
}
