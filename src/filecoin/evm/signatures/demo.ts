/** Signatures of the demo chain's own contracts, where no standard has them. */
export const functions: readonly string[] = [
  // Pools
  'provide(uint256 amount0, uint256 amount1)',
  'swap(bool zeroForOne, uint256 amountIn, uint256 minOut)',
  'create(address a, address b)',
  // Failures on purpose
  'ping(bytes data)',
  'withReason()',
  'withCustom(uint256 code)',
  'withPanic(uint256 d)',
  'withAssert()',
  'withNothing()',
  'outOfGas()',
  'survive()',
  'split(address a, address b)',
  'die(address heir)',
  // Items
  'forge(address to, uint256 id, uint256 value)',
  'give(address to, uint256 id, uint256 value)',
  'giveMany(address to, (uint256 id, uint256 value)[] parcels)',
  // Staking
  'pricePerShare()',
  'reward()',
  'setFee(uint256 bps)',
  'decimal(uint256 n)',
];

export const events: readonly string[] = ['Ping(address indexed from, uint256 count, bytes data)'];

export const errors: readonly string[] = ['Custom(uint256 code, string reason, address culprit)'];
