/** Merchants: what editors say of them, and what their storage providers did in the last 30 days. */
import { say } from '#content/networks.ts';
import { linkIn } from '#content/markdown.ts';
import type { Merchant as Described } from '#content/schema.ts';
import { actorIdOf, parseAddress } from '#filecoin/address.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import { NotFound } from '../errors.ts';
import type { SampleInput } from '../parameters.ts';
import { figuresOf, networkIn, windowOf } from '../miner/figures.ts';
import { minersPowerStats } from '../miner/samples.ts';
import type { MinerPowerStats } from '../miner/schema.ts';
import { namesOf } from '../names.ts';
import { totalsAt } from '../network/states.ts';
import { atPresent } from '../past.ts';
import type { View } from '../view.ts';
import type { Merchant, MerchantList } from './schema.ts';

const DAYS = 30;
const MAX_RATING = 5;

export function listMerchants({ content, language }: View): MerchantList {
  return content.merchants.map((merchant) => {
    const { text, ...rest } = say(merchant.description, language);
    return {
      key: merchant.key,
      name: say(merchant.name, language).text,
      description: text,
      ...rest,
    };
  });
}

/** By its key. @throws NotFound */
export async function getMerchant(view: View, key: string): Promise<Merchant> {
  const described = findMerchant(view, key);
  const { language } = view;
  const ids = minerIds(described);
  const window = windowOf(view, DAYS * EPOCHS_PER_DAY);
  const network = await networkIn(view, window);
  const condition = sql`m.id = any(${ids}::int8[])`;
  const miners =
    ids.length === 0 ? [] : await figuresOf(atPresent(view), window, network, condition);
  miners.sort((a, b) => Number(b.adjustedPower - a.adjustedPower) || a.id - b.id);
  const names = await namesOf(view, ids);
  const [totals] = await totalsAt(view, [view.head.height]);
  const sum = (of: (miner: (typeof miners)[number]) => bigint): string =>
    miners.reduce((total, miner) => total + of(miner), 0n).toString();
  const count = (of: (miner: (typeof miners)[number]) => number): number =>
    miners.reduce((total, miner) => total + of(miner), 0);
  const { text, ...rest } = say(described.description, language);
  return {
    key: described.key,
    name: say(described.name, language).text,
    description: text,
    ...rest,
    ...(described.icon === undefined ? {} : { icon: described.icon }),
    ...(described.website === undefined ? {} : { website: linkIn(described.website, language) }),
    totalQualityAdjPower: sum((miner) => miner.adjustedPower),
    networkQualityAdjPower: totals?.quality_adj_power ?? null,
    totalQualityAdjPowerDelta: sum((miner) => miner.adjustedDelta),
    durationPercentage: Math.min(1, (window.to - window.from) / window.epochs),
    equivalentMiners: count((miner) => miner.equivalentMiners),
    totalBlocksMined: count((miner) => miner.blocks),
    totalWeightedBlocksMined: count((miner) => miner.wins),
    networkWeightedBlocksMined: network.end.wins - network.start.wins,
    totalRewards: sum((miner) => miner.rewards),
    miners: miners.map((miner) => ({
      address: names.shown(miner.id),
      id: names.idText(miner.id),
      tag: names.tag(miner.id),
      qualityAdjPower: miner.adjustedPower.toString(),
      qualityAdjPowerDelta: miner.adjustedDelta.toString(),
      totalRewards: miner.rewards.toString(),
      weightedBlocksMined: miner.wins,
    })),
    miningMachines: described.machines.map((machine) => ({
      name: say(machine.name, language).text,
      ...(machine.price === undefined ? {} : { price: say(machine.price, language).text }),
      transparencyRating: (machine.indicators.published / machine.indicators.total) * MAX_RATING,
      ...(machine.link === undefined ? {} : { link: linkIn(machine.link, language) }),
      supportingServices: machine.services.map(pair),
      hardwareParameters: machine.hardware.map(pair),
    })),
  };

  function pair({ key: name, value }: Described['machines'][number]['services'][number]) {
    return { key: say(name, language).text, value: say(value, language).text };
  }
}

/** Power of all its providers together. */
export async function merchantPowerStats(
  view: View,
  key: string,
  grid: SampleInput,
): Promise<MinerPowerStats> {
  const ids = minerIds(findMerchant(view, key));
  return minersPowerStats(view, ids, grid);
}

function findMerchant({ content }: View, key: string): Described {
  const merchant = content.merchants.find((known) => known.key === key);
  if (!merchant) throw new NotFound('noMerchant');
  return merchant;
}

function minerIds({ miners }: Described): number[] {
  return miners.flatMap((text) => actorIdOf(parseAddress(text)) ?? []);
}
