/** What editors write, as it stands in their files. Every shape is strict: a mistyped name is an error. */
import { parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { z } from 'zod';

const line = z.string().trim().min(1).max(200);
const paragraph = z.string().trim().min(1).max(2000);

const inLanguages = <T extends z.ZodType<string>>(text: T) =>
  z.union([text, z.strictObject({ en: text, zh: text.optional(), ko: text.optional() })]);

/** The same in all languages, or English with its translations. */
const localLine = inLanguages(line);
const localParagraph = inLanguages(paragraph);
export type LocalText = z.infer<typeof localLine>;

/** A page of this site without its language (`/stats/gas`), or an address outside. */
const link = z
  .string()
  .max(500)
  .refine(
    (text) =>
      /^\/(?!\/)[^\s\\]*$/.test(text) || (text.startsWith('https://') && URL.canParse(text)),
    'a path on this site or an https address',
  );
const key = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits, hyphens')
  .max(40);
const contract = z.string().regex(/^0x[0-9a-fA-F]{40}$/, '0x and 40 hex digits');

/** The same for all forms of an address; null when it is none. */
function addressKey(text: string): string | null {
  try {
    return toHex(parseAddress(text));
  } catch {
    return null;
  }
}

/** tags.json: what accounts are called, by any form of their address. */
export const tagsFile = z
  .record(
    z.string().refine((text) => addressKey(text) !== null, 'no address'),
    localLine,
  )
  .refine(
    (tags) => new Set(Object.keys(tags).map(addressKey)).size === Object.keys(tags).length,
    'every address once',
  );

/**
 * claims.json: what owners may not call their providers. `words` stand in no name, `names` are nobody’s,
 * nor is what looks like them; the keys of `banned` addresses may not sign at all.
 */
export const claimRulesFile = z.strictObject({
  words: z.array(line).default([]),
  names: z.array(line).default([]),
  banned: z.array(z.string().refine((text) => addressKey(text) !== null, 'no address')).default([]),
});

/** tools.json */
export const toolsFile = z.array(
  z.strictObject({
    title: localLine,
    links: z.array(z.strictObject({ title: localLine, url: link })).min(1),
  }),
);

export const NOTICE_CATEGORIES = ['news', 'announcements', 'documents', 'tutorial'] as const;
export const DAPP_CATEGORIES = [
  'defi',
  'lsd',
  'nft',
  'marketPlace',
  'game',
  'did',
  'others',
] as const;
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number];

/** categories.json: what the categories are called. */
export const categoriesFile = z.strictObject({
  notices: z.record(z.enum(NOTICE_CATEGORIES), localLine),
  dapps: z.record(z.enum(DAPP_CATEGORIES), localLine),
});

/** notices/<id>/notice.json; the texts stand beside it, their first line is the title. */
export const noticeFile = z.strictObject({
  category: z.enum(NOTICE_CATEGORIES),
  published: z.iso.datetime(),
});

/** banners.json: lines for the home page; the first that has not ended is shown. */
export const bannersFile = z.array(
  z.strictObject({
    text: localLine,
    url: link,
    /** Not shown after this time. */
    until: z.iso.datetime().optional(),
  }),
);

export const LINK_KINDS = [
  'twitter',
  'discord',
  'telegram',
  'github',
  'medium',
  'youtube',
  'facebook',
  'reddit',
] as const;

export const projectSchema = z.strictObject({
  category: z.enum(DAPP_CATEGORIES),
  key,
  name: localLine,
  description: localParagraph,
  /** Short words beside the name, e.g. that it is a demo. */
  tags: z.array(localLine).default([]),
  site: link.optional(),
  links: z.partialRecord(z.enum(LINK_KINDS), link).default({}),
  contracts: z.array(z.strictObject({ tag: localLine, address: contract })).default([]),
});

/** ecosystem.json */
export const ecosystemFile = z
  .array(projectSchema)
  .refine(
    (projects) => new Set(projects.map((project) => project.key)).size === projects.length,
    'every key once',
  );

/** tokens.json: what a token is, in paragraphs, by its contract's address. */
export const tokensFile = z
  .record(
    contract,
    z.strictObject({ text: z.array(localParagraph).min(1), website: link.optional() }),
  )
  .refine(
    (tokens) =>
      new Set(Object.keys(tokens).map((address) => address.toLowerCase())).size ===
      Object.keys(tokens).length,
    'every address once',
  );

const property = z.strictObject({ key: localLine, value: localLine });

/** merchants.json */
export const merchantsFile = z.array(
  z.strictObject({
    key,
    name: localLine,
    description: localParagraph,
    website: link.optional(),
    /** A picture of this site. */
    icon: z
      .string()
      .regex(/^\/[^/\\]/)
      .optional(),
    /** Its storage providers. */
    miners: z.array(z.string().regex(/^[ft]0\d+$/)),
    machines: z
      .array(
        z.strictObject({
          name: localLine,
          price: localLine.optional(),
          /** Indicators that it publishes, of those asked for. */
          indicators: z
            .strictObject({ published: z.int().min(0), total: z.int().min(1) })
            .refine(({ published, total }) => published <= total, 'published at most total'),
          link: link.optional(),
          services: z.array(property).default([]),
          hardware: z.array(property).default([]),
        }),
      )
      .default([]),
  }),
);

export const CONTINENTS = ['AS', 'NA', 'EU', 'SA', 'OC', 'AF'] as const;
const share = z.number().min(0).max(1);
const fil = z.number().min(0);

/** space-race.json: a competition, while it runs or as its organisers told the results. */
export const spaceRaceFile = z.strictObject({
  source: link,
  ended: z.iso.datetime(),
  entities: z.array(
    z.strictObject({
      name: z.string().max(100).optional(),
      region: z.enum(CONTINENTS),
      miners: z
        .array(
          z.strictObject({
            address: z.string().regex(/^[ft]0\d+$/),
            /** Raw bytes. */
            power: z.string().regex(/^\d+$/),
            blocks: z.int().min(0),
          }),
        )
        .min(1),
      /** Raw bytes that it added on the last day. */
      growth: z.string().regex(/^\d+$/).optional(),
      storeSuccess: share.optional(),
      retrieveSuccess: share.optional(),
      /** Whether a sector of it came to its end as it should. */
      lifecycle: z.boolean().default(false),
      /** FIL. */
      rewards: z.strictObject({ global: fil, region: fil, block: fil, small: fil }),
    }),
  ),
});

export type Tags = z.infer<typeof tagsFile>;
export type ClaimRules = z.infer<typeof claimRulesFile>;
export type Tools = z.infer<typeof toolsFile>;
export type Categories = z.infer<typeof categoriesFile>;
export type Banner = z.infer<typeof bannersFile>[number];
export type Project = z.infer<typeof projectSchema>;
export type TokenTexts = z.infer<typeof tokensFile>;
export type Merchant = z.infer<typeof merchantsFile>[number];
export type SpaceRace = z.infer<typeof spaceRaceFile>;
