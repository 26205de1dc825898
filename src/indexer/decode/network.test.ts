import { expect, it } from 'vitest';
import type { ActorStateJson } from '#node/types.ts';
import { decodeNetwork, networkComplete, type NetworkAnswers } from './network.ts';

const TIPSET = { height: 7, timestamp: 1000 };
const NOTHING: NetworkAnswers = { supply: null, reward: null, power: null, market: null };
const ESTIMATE = { PositionEstimate: '1', VelocityEstimate: '-2' };

const stateOf = (State: unknown): ActorStateJson => ({ Balance: '0', Code: { '/': '' }, State });

/** The power actor's state with so many miners above the minimum. */
const power = (above: number): ActorStateJson =>
  stateOf({
    TotalRawBytePower: '10',
    TotalBytesCommitted: '30',
    TotalQualityAdjPower: '100',
    TotalQABytesCommitted: '300',
    TotalPledgeCollateral: '5',
    ThisEpochQAPowerSmoothed: ESTIMATE,
    MinerCount: 9,
    MinerAboveMinPowerCount: above,
  });

it.each([
  [3, '30', '300'],
  [4, '10', '100'],
])('counts all committed power below four miners of the minimum: %i', (above, raw, adjusted) => {
  const row = decodeNetwork(TIPSET, { ...NOTHING, power: power(above) });
  expect(row).toMatchObject({
    ...TIPSET,
    raw_byte_power: raw,
    quality_adj_power: adjusted,
    miner_count: 9,
    power_velocity: '-2',
    ramp_start: null,
  });
});

it('sums up what the market has locked, of both sides and the fees', () => {
  const market = stateOf({
    TotalClientLockedCollateral: '1',
    TotalProviderLockedCollateral: '20',
    TotalClientStorageFee: '300',
  });
  expect(decodeNetwork(TIPSET, { ...NOTHING, market }).market_pledge).toBe('321');
});

it('leaves empty what the node cannot tell, and refuses what is no state', () => {
  const row = decodeNetwork(TIPSET, NOTHING);
  expect(row).toMatchObject({ raw_byte_power: null, market_pledge: null, fil_circulating: null });
  expect(networkComplete({ ...NOTHING, power: power(4) })).toBe(false);
  const wrong = stateOf({ TotalRawBytePower: '1e9' });
  expect(() => decodeNetwork(TIPSET, { ...NOTHING, power: wrong })).toThrow(/invalid/i);
});
