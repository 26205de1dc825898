/** Tabs that storage providers have besides those of every account. */
export const MINER_TABS = [
  'blocks',
  'sectors',
  'sector-events',
  'deadlines',
  'expiry',
  'fees',
  'changes',
] as const;
