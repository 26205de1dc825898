/**
 * What happened to a provider's sectors beyond what calls did: the sets that the node tells after
 * the tipset against those that the index had.
 */
import { countRuns, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import {
  intersectRuns,
  NO_RUNS,
  runsOf,
  subtractRuns,
  unionRuns,
} from '#filecoin/encoding/bitsets.ts';
import { compareIntegers, int32, type Integer } from '#filecoin/encoding/integers.ts';
import { CHALLENGE_WINDOW, DEADLINES, PROVING_PERIOD } from '#filecoin/mining/sectors.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { Int32 } from '#filecoin/encoding/integers.ts';
import { end, type Declared, type DeclaredSectors } from './apply.ts';
import type { ProviderFacts } from './gather.ts';
import { NO_PARTITION } from './places.ts';
import type { EventOf, Provider } from './provider.ts';
import type { MinerClock } from './told.ts';

export function reconcile(
  provider: Provider,
  after: ProviderFacts | undefined,
  declared: Declared,
  acted: boolean,
): void {
  const { before } = provider;
  const unchanged =
    before !== null &&
    after !== undefined &&
    equalBytes(before.deadlines, after.clock.deadlinesDigest);
  if (unchanged) return;
  const live = provider.set('live');
  const faultsBefore = provider.set('faulty');
  const recoveringBefore = provider.set('recovering');
  const guess = guessed(live, faultsBefore, recoveringBefore, declared);
  const faults = after?.proving.faults ?? guess.faults;
  const recovering = after?.proving.recovering ?? guess.recovering;
  const closed = before && after ? closedDeadline(before, after.clock) : null;

  // What recovers must have been declared, now or earlier.
  const declaredNow = sectorsOf(declared.recoveries);
  const gone = subtractRuns(faultsBefore, faults);
  const recovered = intersectRuns(gone, unionRuns(recoveringBefore, declaredNow));
  const lost = subtractRuns(gone, recovered);

  if (before) {
    const added = subtractRuns(faults, faultsBefore);
    const detected = split(provider, 'fault-declared', added, declared.faults);
    const missed = split(provider, 'fault-skipped', detected, declared.skipped);
    const place = closed === null ? {} : { deadline: closed };
    provider.event({ kind: 'fault-detected', sectors: missed, cid: null, ...place });
    if (closed !== null)
      provider.places.put({
        deadline: closed,
        partition: NO_PARTITION,
        sectors: subtractRuns(missed, provider.places.around(closed).here),
      });
    const announced = split(
      provider,
      'recovery-declared',
      subtractRuns(recovering, recoveringBefore),
      declared.recoveries,
    );
    provider.event({ kind: 'recovery-declared', sectors: announced, cid: null });
    const failed = intersectRuns(subtractRuns(recoveringBefore, recovering), faults);
    const dark = split(provider, 'recovery-failed', failed, [
      ...declared.faults,
      ...declared.skipped,
    ]);
    provider.event({ kind: 'recovery-failed', sectors: dark, cid: null, ...place });
    recover(provider, recovered, declared);
  }
  provider.replace('faulty', faults);
  provider.replace('recovering', recovering);
  if (before) {
    const expires = mayExpire(before.told_live, after, acted);
    endByCron(provider, lost, after, closed, expires);
  }
  if (after)
    provider.update({
      told_live: after.proving.live,
      told_faults: after.proving.faults !== null,
    });
}

/**
 * Whether there may be fewer live sectors than calls account for. `told`: live ones before;
 * `acted`: calls did something to the provider's sectors.
 */
export function mayExpire(
  told: number | null,
  after: ProviderFacts | undefined,
  acted: boolean,
): boolean {
  const live = after?.proving.live ?? null;
  return told === null || live === null || acted || live < told;
}

/** Where the node does not tell: what calls alone make of it. */
function guessed(
  live: Runs,
  faults: Runs,
  recovering: Runs,
  declared: Declared,
): { faults: Runs; recovering: Runs } {
  const now = intersectRuns(
    unionRuns(sectorsOf(declared.faults), sectorsOf(declared.skipped)),
    live,
  );
  const all = unionRuns(faults, now);
  const again = intersectRuns(sectorsOf(declared.recoveries), all);
  return { faults: all, recovering: subtractRuns(unionRuns(recovering, again), now) };
}

function sectorsOf(declared: readonly DeclaredSectors[]): Runs {
  return declared.reduce<Runs>((runs, { sectors }) => unionRuns(runs, sectors), NO_RUNS);
}

/** Lists what calls account for, and answers what is left. */
function split(
  provider: Provider,
  kind: EventOf['kind'],
  sectors: Runs,
  declared: readonly DeclaredSectors[],
): Runs {
  let left = sectors;
  for (const { sectors: named, cid, deadline, partition } of declared) {
    const part = intersectRuns(left, named);
    provider.event({ kind, sectors: part, cid, deadline, partition });
    left = subtractRuns(left, part);
  }
  return left;
}

/** By the proof of their partition; where partitions are not known, by the only proof there was. */
function recover(provider: Provider, recovered: Runs, { posts }: Declared): void {
  let left = recovered;
  for (const { deadline, partitions, cid } of posts) {
    const part =
      posts.length === 1
        ? left
        : intersectRuns(left, provider.places.inPartitions(deadline, partitions));
    provider.event({ kind: 'recovered', sectors: part, cid, deadline });
    left = subtractRuns(left, part);
  }
  provider.event({ kind: 'recovered', sectors: left, cid: null });
}

/** The deadline that ended in between; null when none did, or several. */
function closedDeadline(
  before: { period_start: number; deadline: Int32 },
  after: MinerClock,
): Int32 | null {
  const passed =
    (after.periodStart - before.period_start) / CHALLENGE_WINDOW + after.deadline - before.deadline;
  return passed === 1 ? int32(before.deadline % DEADLINES) : null;
}

/**
 * Cron ends sectors at the end of their deadline: faulty ones that were faulty for too long or
 * whose time is over (`lost`: they are no fault any more and did not recover), and the others of
 * that deadline whose expiration is past, as many as there are fewer live ones.
 */
function endByCron(
  provider: Provider,
  lost: Runs,
  after: ProviderFacts | undefined,
  closed: Int32 | null,
  mayBeDue: boolean,
): void {
  const place = closed === null ? {} : { deadline: closed };
  const inTime = runsOf(
    [...numbersOfRuns(lost)].filter((number) => isDue(provider, number, provider.height)),
  );
  end(provider, 'terminate', subtractRuns(lost, inTime), null, place);
  const rest = subtractRuns(provider.set('live'), inTime);
  const due = mayBeDue
    ? dueSectors(provider, rest, missing(provider, rest, after), closed)
    : NO_RUNS;
  end(provider, 'expire', unionRuns(inTime, due), null, place);
}

/** How many live sectors fewer the node counts than are left of those that it counted before; null where it does not count. */
function missing(provider: Provider, rest: Runs, after: ProviderFacts | undefined): number | null {
  const told = after?.proving.live ?? null;
  if (told === null) return null;
  const before = provider.before?.told_live ?? provider.liveBefore;
  return before + countRuns(rest) - provider.liveBefore - told;
}

function isDue(provider: Provider, number: Integer, height: number): boolean {
  const expiration = provider.sector(number)?.expiration ?? null;
  return expiration !== null && expiration <= height;
}

/** `fall`: how many; null: the node does not count, they are gone at the latest a proving period later. */
function dueSectors(
  provider: Provider,
  live: Runs,
  fall: number | null,
  closed: Int32 | null,
): Runs {
  if (fall !== null && fall <= 0) return NO_RUNS;
  const until = fall === null ? provider.height - PROVING_PERIOD : provider.height;
  const due = intersectRuns(live, provider.expiring(until));
  if (fall === null) return due;
  const { here, elsewhere } = closed === null ? NOWHERE : provider.places.around(closed);
  const known = intersectRuns(due, here);
  const possible = subtractRuns(subtractRuns(due, here), elsewhere);
  return runsOf(
    [...oldestFirst(provider, known), ...oldestFirst(provider, possible)].slice(0, fall),
  );
}

const NOWHERE = { here: NO_RUNS, elsewhere: NO_RUNS };

function oldestFirst(provider: Provider, sectors: Runs): Integer[] {
  const at = (number: Integer): number => provider.sector(number)?.expiration ?? 0;
  return [...numbersOfRuns(sectors)].sort((a, b) => at(a) - at(b) || compareIntegers(a, b));
}
