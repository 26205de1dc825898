/** Shares to a millionth are exact enough. */
const PARTS = 1_000_000n;

/** Part of a whole as a ratio; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * PARTS) / whole) / Number(PARTS);
}
