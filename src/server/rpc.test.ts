import { expect, it } from 'vitest';
import { MAINNET } from '#filecoin/networks/mainnet.ts';
import { HARBOR } from '#filecoin/networks/harbor.ts';
import { unwritableReason } from './rpc.ts';

const network = (genesis: string, recorded: boolean) => ({
  name: 'some',
  genesis,
  genesisTimestamp: 0,
  epochSeconds: 30,
  chainId: 314,
  addressPrefix: 'f' as const,
  currency: 'FIL' as const,
  startHeight: 0,
  recorded,
});

it.each([
  [MAINNET.genesis, false, null],
  // A recording of a network that may be written to is none.
  [MAINNET.genesis, true, /recording.*chain id 314/],
  [HARBOR.genesis, true, /recording/],
  [HARBOR.genesis, false, /network some/],
  ['a network that no file tells of', false, /network some/],
])('%s, recorded: %s, may be written to: %s', (genesis, recorded, reason) => {
  const told = unwritableReason({ network: network(genesis, recorded) });
  if (reason === null) expect(told).toBeNull();
  else expect(told).toMatch(reason);
});

it('sends nothing while the network is not known', () => {
  expect(unwritableReason({ network: null })).toContain('not known yet');
});
