/** The ecosystem: projects that editors list, with figures of their contracts. */
import { z } from 'zod';
import {
  addressSchema,
  amountSchema,
  bandsSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
} from '../wire.ts';
import { languageSchema } from '../editorial/schema.ts';

const changeRate = z
  .number()
  .nullable()
  .meta({ description: 'Against the window before; null where that had nothing or is not known' });

const changing = <T extends z.ZodType>(data: T) => z.object({ data, changeRate });

const filSchema = z.number().nullable().meta({ description: 'FIL, rounded' });
const tokens = changing(filSchema)
  .extend({ amount: amountSchema.nullable().meta({ description: 'The same exactly, in attoFIL' }) })
  .meta({
    id: 'LockedFil',
    description: 'FIL and wrapped FIL that the contracts hold; null where a balance is not known',
  });
const tvl = changing(z.number().nullable()).meta({
  id: 'LockedUsd',
  description: 'The same in USD, at the price that was known at the head’s time; null without one',
});
const invokeCount = changing(countSchema).meta({
  id: 'InvokeCount',
  description: 'Messages to the contracts in the window',
});
const userCount = changing(countSchema).meta({
  id: 'UserCount',
  description:
    'Distinct senders of those messages; their change is null, too, where the window before had more than 20,000 messages',
});
const wrapped = z.object({ $numberDecimal: amountSchema });

const head = {
  category: z.string(),
  key: z.string(),
  name: z.string(),
  logoPath: z.string().nullable(),
};

export const dappCategoriesSchema = z.array(
  z.object({
    category: z.string(),
    displayName: z.string(),
    count: countSchema.meta({ description: 'Projects listed' }),
    rankedCount: countSchema.meta({
      description: 'Those of them with contracts, which rankings and `/stats/defi/list` hold',
    }),
  }),
);

export const dappItemSchema = z
  .object({
    ...head,
    dappId: z.string().meta({ description: 'The same as `key`' }),
    description: z.string(),
    language: languageSchema,
  })
  .meta({ id: 'DappItem' });

export const dappsSchema = z
  .object({ totalCount: countSchema, dappList: z.array(dappItemSchema), next: nextSchema })
  .meta({ id: 'Dapps' });

const LINKS = [
  'twitterLink',
  'discordLink',
  'telegramLink',
  'githubLink',
  'mediumLink',
  'youtubeLink',
  'facebookLink',
  'redditLink',
] as const;
const link = z.string().meta({ description: 'Empty where there is none' });
const links = Object.fromEntries(LINKS.map((name) => [name, link])) as Record<
  (typeof LINKS)[number],
  typeof link
>;

const dappInfo = dappItemSchema.extend({
  tags: z.array(z.string()),
  officialWebSite: link,
  ...links,
  contractAddressList: z.array(
    z.object({
      tag: z.string(),
      contractAddress: z.string().meta({ description: '0x' }),
      address: addressSchema.nullable().meta({ description: 'Null while nobody has it' }),
      id: idAddressSchema.nullable(),
    }),
  ),
});

const use = {
  balance: changing(wrapped).meta({ description: 'FIL that the contracts hold' }),
  userCount,
  invokeCount,
  totalFee: changing(wrapped).meta({ description: 'What those messages paid in burns and tips' }),
};
export const dappInfoSchema = dappInfo
  .extend({
    figures: z
      .object(use)
      .nullable()
      .meta({ id: 'DappFigures', description: 'Of its contracts; null where none are listed' }),
  })
  .meta({ id: 'DappInfo' });

const defiKey = z.string().meta({ description: 'Its key' });

/** A project of DeFi with its figures. */
export const defiInfoSchema = dappInfo
  .extend({
    rank: countSchema.meta({ description: 'Place by TVL, from 0' }),
    defi: defiKey,
    invokeCount,
    userCount,
    tokens,
    tvl,
  })
  .meta({ id: 'DefiInfo' });

export const defiListSchema = z
  .object({
    totalCount: countSchema,
    totalTvl: z
      .number()
      .nullable()
      .meta({ description: 'In USD, the sum of `tvl` of all of them' }),
    totalTokens: amountSchema.nullable().meta({ description: 'attoFIL; of all of them' }),
    defiList: z.array(
      z.object({
        rank: countSchema.meta({ description: 'In this order, from 0' }),
        defi: defiKey,
        category: z.string(),
        name: z.string(),
        logoPath: z.string().nullable(),
        invokeCount,
        userCount,
        tokens,
        tvl,
      }),
    ),
    next: nextSchema,
  })
  .meta({ id: 'DefiList' });

export const defiStatsSchema = z.array(
  z
    .object({
      height: heightSchema,
      timestamp: z.number().int().meta({ description: 'Unix milliseconds' }),
      totalLiquidityUSD: z.number().nullable().meta({
        description: 'At the price that was known at the sample’s time; null without one',
      }),
      tvlToken: filSchema,
      tvlAmount: amountSchema.nullable().meta({ description: 'The same exactly, in attoFIL' }),
      bands: bandsSchema('tvlAmount'),
    })
    .meta({ id: 'DefiSample' }),
);

export const dappRankingSchema = z
  .object({
    totalCount: countSchema,
    dappList: z.array(
      z.object({
        rank: countSchema.meta({ description: 'From 1' }),
        ...head,
        ...use,
      }),
    ),
    next: nextSchema,
  })
  .meta({ id: 'DappRanking' });

export type DappCategories = z.infer<typeof dappCategoriesSchema>;
export type DappItem = z.infer<typeof dappItemSchema>;
export type Dapps = z.infer<typeof dappsSchema>;
export type DappInfo = z.infer<typeof dappInfoSchema>;
export type DefiInfo = z.infer<typeof defiInfoSchema>;
export type DefiList = z.infer<typeof defiListSchema>;
export type DefiStats = z.infer<typeof defiStatsSchema>;
export type DappRanking = z.infer<typeof dappRankingSchema>;
