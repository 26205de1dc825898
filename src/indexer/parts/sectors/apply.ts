/** What single calls do to a provider's sectors. */
import { countRuns, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS, runsOf, unionRuns } from '#filecoin/encoding/bitsets.ts';
import type { Int32, Integer } from '#filecoin/encoding/integers.ts';
import type { RowOf } from '#store/schema.ts';
import type { Act, ProvenSector } from './acts.ts';
import { NO_PARTITION } from './places.ts';
import { emptySector, type Provider } from './provider.ts';
import type { SectorInfo } from './told.ts';

export interface DeclaredSectors {
  sectors: Runs;
  cid: Uint8Array | null;
  deadline: Int32;
  partition: number;
}

/** What the calls of a tipset say of faults; what came of it the sets afterwards tell. */
export interface Declared {
  faults: readonly DeclaredSectors[];
  skipped: readonly DeclaredSectors[];
  recoveries: readonly DeclaredSectors[];
  posts: readonly { deadline: Int32; partitions: readonly number[]; cid: Uint8Array | null }[];
}

export const NOTHING_DECLARED: Declared = { faults: [], skipped: [], recoveries: [], posts: [] };

type Infos = ReadonlyMap<Integer, SectorInfo> | undefined;

export function applyAct(
  provider: Provider,
  act: Act,
  cid: Uint8Array | null,
  infos: Infos,
  declared: Declared,
): Declared {
  switch (act.type) {
    case 'pre-commit':
      preCommit(provider, act.sectors, cid);
      return declared;
    case 'commit':
      commit(provider, act, cid, infos);
      return declared;
    case 'update':
      update(provider, act.sectors, cid, infos);
      return declared;
    case 'fault':
    case 'recovery': {
      for (const place of act.declarations) provider.places.put(alive(provider, place));
      const items = act.declarations.map((item) => ({ ...item, cid }));
      return act.type === 'fault'
        ? { ...declared, faults: [...declared.faults, ...items] }
        : { ...declared, recoveries: [...declared.recoveries, ...items] };
    }
    case 'termination':
      for (const place of act.declarations) {
        const { sectors, deadline, partition } = alive(provider, place);
        provider.places.put({ sectors, deadline, partition });
        end(provider, 'terminate', sectors, cid, { deadline, partition });
      }
      return declared;
    case 'extension':
      for (const extension of act.extensions) extend(provider, extension, cid, infos);
      return declared;
    case 'compact':
      provider.places.forget(act.deadline, act.partitions);
      return declared;
    case 'post': {
      const { deadline } = act;
      const partitions = act.partitions.map(({ index }) => index);
      const skipped = act.partitions.map(({ index, skipped: sectors }) => ({
        sectors,
        cid,
        deadline,
        partition: index,
      }));
      const all = skipped.reduce<Runs>((runs, { sectors }) => unionRuns(runs, sectors), NO_RUNS);
      provider.post(deadline, partitions, all, cid);
      return {
        ...declared,
        skipped: [...declared.skipped, ...skipped.filter(({ sectors }) => sectors.length > 0)],
        posts: [...declared.posts, { deadline, partitions, cid }],
      };
    }
  }
}

function alive<T extends { sectors: Runs }>(provider: Provider, item: T): T {
  return { ...item, sectors: provider.alive(item.sectors) };
}

function preCommit(
  provider: Provider,
  sectors: Extract<Act, { type: 'pre-commit' }>['sectors'],
  cid: Uint8Array | null,
): void {
  const { miner, height } = provider;
  for (const sector of sectors) {
    // A sector with data has its CommD, or the deals that make it.
    const bytes = sector.unsealedCid === null && sector.dealIds.length === 0 ? 0 : null;
    provider.putSector({
      ...emptySector(miner, sector.sector),
      seal_proof: sector.sealProof,
      sealed_cid: sector.sealedCid,
      pre_commit_height: height,
      pre_commit_cid: cid,
      expiration: sector.expiration,
      verified_bytes: bytes,
      deal_bytes: bytes,
    });
  }
  const numbers = runsOf(sectors.map(({ sector }) => sector));
  provider.add('precommitted', numbers);
  provider.remove('lapsed', numbers);
  provider.event({ kind: 'pre-commit', sectors: numbers, cid });
}

function commit(
  provider: Provider,
  { sectors, deadline }: Extract<Act, { type: 'commit' }>,
  cid: Uint8Array | null,
  infos: Infos,
): void {
  const expirations = new Map<Integer, { old: null; new: number | null }>();
  for (const sector of sectors) {
    const before = provider.sector(sector.number) ?? emptySector(provider.miner, sector.number);
    const row = {
      ...proven(before, sector, infos?.get(sector.number)),
      activation: infos?.get(sector.number)?.activation ?? provider.height,
      commit_cid: cid,
    };
    provider.putSector(row);
    expirations.set(sector.number, { old: null, new: row.expiration });
  }
  const numbers = runsOf(sectors.map(({ number }) => number));
  provider.remove('precommitted', numbers);
  provider.add('live', numbers);
  if (deadline !== null)
    provider.places.put({ deadline, partition: NO_PARTITION, sectors: numbers });
  provider.event({
    kind: 'commit',
    sectors: numbers,
    cid,
    pieceBytes: pieceBytes(sectors, infos),
    expirations,
  });
}

function update(
  provider: Provider,
  sectors: Extract<Act, { type: 'update' }>['sectors'],
  cid: Uint8Array | null,
  infos: Infos,
): void {
  for (const sector of sectors) {
    const { number, deadline, partition } = sector;
    const before = provider.sector(number) ?? emptySector(provider.miner, number);
    provider.putSector({
      ...proven(before, sector, infos?.get(number)),
      updated_height: provider.height,
    });
    provider.places.put({ deadline, partition, sectors: runsOf([number]) });
  }
  provider.event({
    kind: 'update',
    sectors: runsOf(sectors.map(({ number }) => number)),
    cid,
    pieceBytes: pieceBytes(sectors, infos),
  });
}

/** What the node tells of a sector goes before what the call tells, and that before what was known. */
function proven(
  row: RowOf<'sector'>,
  sector: ProvenSector,
  info: SectorInfo | undefined,
): RowOf<'sector'> {
  return {
    ...row,
    seal_proof: info?.sealProof ?? sector.sealProof ?? row.seal_proof,
    sealed_cid: info?.sealedCid ?? sector.sealedCid ?? row.sealed_cid,
    expiration: info?.expiration ?? sector.expiration ?? row.expiration,
    verified_bytes: info?.verifiedBytes ?? sector.verifiedBytes ?? row.verified_bytes,
    deal_bytes: info?.dealBytes ?? sector.dealBytes ?? row.deal_bytes,
    pledge: info?.pledge ?? row.pledge,
  };
}

/** Padded bytes of all their pieces; null where one's are not known. */
function pieceBytes(sectors: readonly ProvenSector[], infos: Infos): number | null {
  let sum = 0;
  for (const sector of sectors) {
    const info = infos?.get(sector.number);
    const verified = sector.verifiedBytes ?? info?.verifiedBytes ?? null;
    const deal = sector.dealBytes ?? info?.dealBytes ?? null;
    if (verified === null || deal === null) return null;
    sum += verified + deal;
  }
  return sum;
}

function extend(
  provider: Provider,
  extension: Extract<Act, { type: 'extension' }>['extensions'][number],
  cid: Uint8Array | null,
  infos: Infos,
): void {
  const { sectors, deadline, partition, expiration, dropped } = alive(provider, extension);
  const expirations = new Map<Integer, { old: number | null; new: number }>();
  for (const number of numbersOfRuns(sectors)) {
    const row = provider.sector(number);
    expirations.set(number, { old: row?.expiration ?? null, new: expiration });
    if (!row) continue;
    const info = infos?.get(number);
    // Without its claims a sector has less power, how much less only the node tells.
    const power = dropped.includes(number)
      ? { verified_bytes: info?.verifiedBytes ?? null, deal_bytes: info?.dealBytes ?? null }
      : {};
    provider.putSector({ ...row, ...power, expiration });
  }
  provider.places.put({ sectors, deadline, partition });
  provider.event({ kind: 'extend', sectors, cid, deadline, partition, expiration, expirations });
}

/** Sectors that end: they prove nothing more. */
export function end(
  provider: Provider,
  kind: 'terminate' | 'expire',
  sectors: Runs,
  cid: Uint8Array | null,
  place: { deadline?: Int32; partition?: number } = {},
): void {
  if (countRuns(sectors) === 0) return;
  for (const number of numbersOfRuns(sectors)) {
    const row = provider.sector(number);
    if (row) provider.putSector({ ...row, ended_height: provider.height });
  }
  for (const set of ['live', 'faulty', 'recovering'] as const) provider.remove(set, sectors);
  provider.add(kind === 'expire' ? 'expired' : 'terminated', sectors);
  provider.event({ kind, sectors, cid, ...place });
}
