import { expect, it } from 'vitest';
import { namedBundle } from '#filecoin/actors/kinds.ts';
import type { ActorStateJson } from '#node/types.ts';
import { decodeNetwork, networkComplete, type NetworkAnswers } from './network.ts';

const TIPSET = { height: 7, timestamp: 1000 };
const NOTHING: NetworkAnswers = { supply: null, reward: null, power: null, market: null };
const ESTIMATE = { PositionEstimate: '1', VelocityEstimate: '-2' };

const stateOf = (State: unknown, code = ''): ActorStateJson => ({
  Balance: '0',
  Code: { '/': code },
  State,
});

const codeAt = (version: number): string => namedBundle(version)?.codes.storagepower ?? '';

/** The power actor's state with so many miners above the minimum. */
const power = (above: number, code?: string): ActorStateJson =>
  stateOf(
    {
      TotalRawBytePower: '10',
      TotalBytesCommitted: '30',
      TotalQualityAdjPower: '100',
      TotalQABytesCommitted: '300',
      TotalPledgeCollateral: '5',
      ThisEpochQAPowerSmoothed: ESTIMATE,
      MinerCount: 9,
      MinerAboveMinPowerCount: above,
    },
    code,
  );

it.each([
  [3, '', '30', '300'],
  [4, '', '10', '100'],
  [2, codeAt(0), '30', '300'],
  [3, codeAt(0), '10', '100'],
  [3, codeAt(2), '30', '300'],
  [4, codeAt(2), '10', '100'],
])(
  'counts all committed power while few have the minimum: %i, %s',
  (above, code, raw, adjusted) => {
    const row = decodeNetwork(TIPSET, { ...NOTHING, power: power(above, code) });
    expect(row).toMatchObject({
      ...TIPSET,
      raw_byte_power: raw,
      quality_adj_power: adjusted,
      miner_count: 9,
      power_velocity: '-2',
      ramp_start: null,
    });
  },
);

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
