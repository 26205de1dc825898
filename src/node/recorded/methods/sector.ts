/**
 * Sectors of a provider. They are recorded at the recording's end only, and are derived from there
 * for earlier states of the final chain: a sector is in the state once its activation is past, and
 * it is as recorded unless it was changed later, which its power's base epoch tells (an update or
 * an extension begins it anew). No recorded provider compacted its partitions, so that no sector is
 * missing at the end. Where one that was asked for changed later, the answer is refused.
 */
import {
  BitfieldError,
  countRuns,
  numbersOfRuns,
  runsFromJson,
} from '#filecoin/encoding/bitfield.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { z } from 'zod';
import { formatJson, parseJson } from '../../json.ts';
import { uint64 } from '../../schemas/values.ts';
import type { Methods, Present } from './methods.ts';
import { invalidParams, notRecorded, RpcRefusal } from '../refusal.ts';

const Sectors = z
  .array(z.looseObject({ SectorNumber: uint64, Activation: z.int(), PowerBaseEpoch: z.int() }))
  .nullable();

/** More sectors than any recorded provider has are not asked for one by one. */
const MAX_NAMED = 100_000;

export function sectorMethods(present: Present): Methods {
  const { catalogue, chain, actors } = present.recording;
  return {
    StateMinerSectors: ([address, filter, key]) => {
      const method = 'StateMinerSectors';
      const place = present.tipset(method, key);
      const id = String(address).replace(/^t/, 'f');
      const end = chain.newest(catalogue.states.get(method)?.get(`${JSON.stringify(id)},null`));
      const { parent } = chain.tipset(place);
      // The state at a tipset is that after its parent's execution.
      const executed = parent < 0 ? place : parent;
      const { height } = chain.tipset(executed);
      if (end === undefined || chain.finalPosition(executed) < 0)
        throw notRecorded(`${method} of ${id} after height ${height}`);
      const [lastPlace, value] = end;
      if (place === lastPlace && filter === null) return present.value(value);
      if (!actors.exists(id, place))
        throw new RpcRefusal(1, `loading actor ${id}: actor not found`);
      const all = Sectors.parse(parseJson(present.value(value).toString('utf8'))) ?? [];
      const there = new Map(
        all
          .filter((sector) => sector.Activation <= height)
          .map((sector) => [sector.SectorNumber, sector]),
      );
      const wanted = filter === null ? [...there.keys()] : numbersOf(method, filter);
      const found = wanted.map((number) => {
        const sector = there.get(number);
        if (!sector) throw new RpcRefusal(1, `failed to load sectors: sector ${number} not found`);
        if (sector.PowerBaseEpoch > height)
          throw notRecorded(`sector ${number} of ${id}, which changed after height ${height}`);
        return sector;
      });
      return formatJson(found);
    },
  };
}

function numbersOf(method: string, filter: unknown): Integer[] {
  try {
    const runs = runsFromJson(filter);
    if (countRuns(runs) <= MAX_NAMED) return [...numbersOfRuns(runs)];
  } catch (error) {
    if (!(error instanceof BitfieldError)) throw error;
  }
  throw invalidParams(method, 'expected a bit field of not too many sectors');
}
