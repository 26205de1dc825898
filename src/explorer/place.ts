/** Where an IP address is, by a database in MaxMind's format, when there is one. */
import type { Locale } from '#i18n/locales.ts';
import { z } from 'zod';

export const CONTINENTS = ['AS', 'AF', 'NA', 'SA', 'EU', 'OC'] as const;
export type Continent = (typeof CONTINENTS)[number];

export const locationSchema = z
  .object({
    ip: z.string(),
    continentCode: z.enum(CONTINENTS),
    continentName: z.string(),
    countryName: z.string().nullable(),
    regionName: z.string().nullable(),
    city: z.string().nullable(),
    flag: z.string().nullable(),
    flagEmoji: z.string().nullable(),
  })
  .meta({ id: 'Location' });

export type Location = z.infer<typeof locationSchema>;

/** Looks up an IP address: the record as the database has it, null where it has none. */
export type PlaceRecords = (ip: string) => unknown;

const namesSchema = z.object({ names: z.record(z.string(), z.string().max(200)) });
const recordSchema = z.object({
  continent: namesSchema.extend({ code: z.enum(CONTINENTS) }),
  country: namesSchema.extend({ iso_code: z.string().regex(/^[A-Z]{2}$/) }).optional(),
  subdivisions: z.array(namesSchema).optional(),
  city: namesSchema.optional(),
});

/** As the databases call the languages; they have no Korean names. */
const LANGUAGES: Readonly<Record<Locale, string>> = { en: 'en', zh: 'zh-CN', ko: 'ko' };

const IP_ADDRESS = /^\/(?:ip4\/(\d{1,3}(?:\.\d{1,3}){3})|ip6\/([0-9a-f:.]{2,45}))(?=\/|$)/i;

/** The place of the first of these multiaddresses that the database knows; null when it knows none. */
export function locationOf(
  records: PlaceRecords,
  multiAddresses: readonly string[],
  language: Locale,
): Location | null {
  for (const text of multiAddresses) {
    const [, ip4, ip6] = IP_ADDRESS.exec(text) ?? [];
    const ip = ip4 ?? ip6;
    const location = ip === undefined ? null : located(records, ip, language);
    if (location) return location;
  }
  return null;
}

function located(records: PlaceRecords, ip: string, language: Locale): Location | null {
  const record = recordSchema.safeParse(records(ip));
  if (!record.success) return null;
  const { continent, country, subdivisions, city } = record.data;
  const name = (of: z.infer<typeof namesSchema> | undefined): string | null =>
    of?.names[LANGUAGES[language]] ?? of?.names['en'] ?? null;
  return {
    ip,
    continentCode: continent.code,
    continentName: name(continent) ?? continent.code,
    countryName: name(country),
    regionName: name(subdivisions?.[0]),
    city: name(city),
    flag: country?.iso_code.toLowerCase() ?? null,
    flagEmoji: country ? emojiOf(country.iso_code) : null,
  };
}

/** A country's flag: its two letters as regional indicators. */
function emojiOf(code: string): string {
  return String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) + 0x1f1a5));
}
