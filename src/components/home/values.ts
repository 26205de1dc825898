/** The network's figures as the home page shows them: one rule each. */
import type { Overview } from '#explorer/network/schema.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { formatBytes } from '#format/bytes.ts';
import { filDigits, filParts, filUnit, formatFilExact, type FilOptions } from '#format/fil.ts';
import { formatDecimal, formatDollars, formatInt, formatPercent } from '#format/number.ts';

const TIB = 2 ** 40;
const SECTOR = 32 * 2 ** 30;
const GIB_PER_TIB = 1024;

export interface Figure {
  digits: string;
  unit: string;
  /** The exact value where `digits` are rounded. */
  title: string | null;
}

const number = (digits: string): Figure => ({ digits, unit: '', title: null });

function bytes(power: string): Figure {
  const [digits = '', unit = ''] = formatBytes(power, 3).split(' ');
  return { digits, unit, title: `${formatInt(power)} B` };
}

function fil(atto: string, options: FilOptions): Figure {
  const parts = filParts(atto, options);
  return { digits: filDigits(parts), unit: parts.unit, title: formatFilExact(atto) };
}

/** Now and within the last hour base fees stand in one unit: that of the lowest, so that no rise looks like a fall. */
function baseFee(atto: string | null, { lowestBaseFee: lowest }: Overview): Figure | null {
  if (atto === null) return null;
  return fil(atto, { decimals: 4, ...(lowest !== null && { unit: filUnit(BigInt(lowest)) }) });
}

/** FIL for so many bytes, of attoFIL for each of them. */
function perBytes(atto: number, bytes: number, unit: string, decimals: number): Figure {
  const figure = fil(String(BigInt(Math.round(atto * bytes))), { decimals });
  return { ...figure, unit: `${figure.unit}/${unit}` };
}

const FIGURES = {
  height: (o) => number(formatInt(o.height)),
  power: (o) => o.totalQualityAdjPower && bytes(o.totalQualityAdjPower),
  rawPower: (o) => o.totalRawBytePower && bytes(o.totalRawBytePower),
  providers: (o) => (o.activeMiners === null ? null : number(formatInt(o.activeMiners))),
  price: (o) =>
    o.price === null ? null : { digits: formatDollars(o.price), unit: '', title: `$${o.price}` },
  priceChange: (o) =>
    o.priceChangePercentage === null
      ? null
      : number((o.priceChangePercentage > 0 ? '+' : '') + formatPercent(o.priceChangePercentage)),
  baseFee: (o) => baseFee(o.baseFee, o),
  lowestBaseFee: (o) => baseFee(o.lowestBaseFee, o),
  highestBaseFee: (o) => baseFee(o.highestBaseFee, o),
  blockReward: (o) => o.blockReward && fil(o.blockReward, { decimals: 4 }),
  rewardPerTib: (o) =>
    o.averageRewardPerByte === null
      ? null
      : perBytes(o.averageRewardPerByte, TIB * EPOCHS_PER_DAY, 'TiB', 4),
  sectorPledge: (o) =>
    o.estimatedInitialPledgeCollateral === null
      ? null
      : perBytes(o.estimatedInitialPledgeCollateral, SECTOR, '32GiB', 4),
  sealCost: (o) => (o.sealCost === null ? null : perBytes(o.sealCost, GIB_PER_TIB, 'TiB', 2)),
  messages: (o) => (o.dailyMessages === null ? null : number(formatInt(o.dailyMessages))),
  produced: (o) => o.dailyCoinsMined && fil(o.dailyCoinsMined, { decimals: 0 }),
  supply: (o) => o.circulatingSupply && fil(o.circulatingSupply, { decimals: 0 }),
  supplyShare: (o) =>
    o.circulatingSupply !== null && o.totalMaxSupply !== null
      ? number(formatPercent(share(o.circulatingSupply, o.totalMaxSupply)))
      : null,
  accounts: (o) => (o.accounts === null ? null : number(formatInt(o.accounts))),
  pledge: (o) => o.totalPledgeCollateral && fil(o.totalPledgeCollateral, { decimals: 0 }),
  marketPledge: (o) => o.totalMarketPledge && fil(o.totalMarketPledge, { decimals: 0 }),
  burnt: (o) => o.burntSupply && fil(o.burntSupply, { decimals: 0 }),
  maxSupply: (o) => o.totalMaxSupply && fil(o.totalMaxSupply, { decimals: 0 }),
  interval: (o) =>
    o.averageTipsetInterval === null ? null : number(formatDecimal(o.averageTipsetInterval, 2)),
  blocksPerTipset: (o) =>
    o.averageTipsetBlocks === null ? null : number(formatDecimal(o.averageTipsetBlocks, 2)),
} satisfies Record<string, (overview: Overview) => Figure | '' | null>;

export type FigureName = keyof typeof FIGURES;

/** Part of a whole that is not 0, cut to a millionth. */
function share(part: string, whole: string): number {
  return Number((BigInt(part) * 1_000_000n) / BigInt(whole)) / 1_000_000;
}

/** A figure for display; null when the overview does not know it. */
export function figureOf(name: FigureName, overview: Overview): Figure | null {
  const figure = FIGURES[name](overview);
  return figure === '' ? null : figure;
}

/** An account's share of the supply; null for FIL that is not part of it (yet). Decimal strings. */
export function supplyShare(balance: string, supply: string | null): number | null {
  return supply === null || BigInt(supply) <= 0n || BigInt(balance) > BigInt(supply)
    ? null
    : share(balance, supply);
}
