/** Power of storage providers, out of the power actor's state. */
import { idAddress, STORAGE_POWER_ID } from '#filecoin/address.ts';
import { powerClaim } from '#filecoin/actors/state/power.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import { atVersion } from '#filecoin/actors/state/shape.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { findInHamt, walkHamt } from '#filecoin/ipld/hamt.ts';
import { actorIdOfKey } from '#filecoin/ipld/stateTree.ts';
import type { PowerJson } from '../types.ts';
import type { MinimumPower } from './minimum.ts';
import type { StateView } from './view.ts';

const NO_POWER = { RawBytePower: '0', QualityAdjPower: '0' };

/**
 * StateMinerPower.
 * @param address of the provider, an id; null for the network's totals alone
 * @param ask what the node itself tells, where the minimum is not known well enough
 */
export async function minerPower(
  view: StateView,
  address: Uint8Array | null,
  minimum: MinimumPower,
  ask: () => Promise<PowerJson>,
): Promise<PowerJson> {
  const { version, state } = await view.read(STORAGE_POWER_ID, 'storagepower');
  const TotalPower = {
    RawBytePower: state.TotalRawBytePower,
    QualityAdjPower: state.TotalQualityAdjPower,
  };
  const none = { MinerPower: NO_POWER, TotalPower, HasMinPower: false };
  if (address === null) return none;
  const [entry] = await findInHamt(view.objects, state.Claims['/'], [address]);
  if (entry == null) return none;
  const { RawBytePower, QualityAdjPower } = readValue('claim of power', () =>
    atVersion(powerClaim, version)(entry.value),
  );
  const HasMinPower = await minimum.isMet(
    {
      version,
      power: BigInt(version < 2 ? QualityAdjPower : RawBytePower),
      above: state.MinerAboveMinPowerCount,
    },
    async () => (await ask()).HasMinPower,
  );
  return { MinerPower: { RawBytePower, QualityAdjPower }, TotalPower, HasMinPower };
}

/** Ids of all providers that the network has, or of those behind one; as many as it has. */
export async function* walkMiners(
  view: StateView,
  after?: Uint64,
): AsyncGenerator<Uint64, void, undefined> {
  const { state } = await view.read(STORAGE_POWER_ID, 'storagepower');
  const options = after === undefined ? {} : { after: idAddress(after) };
  for await (const { key } of walkHamt(view.objects, state.Claims['/'], options))
    yield actorIdOfKey(key);
}
