/** What editors write about a network, read from its folder once and checked. */
import { LOCALES, type Locale } from '#i18n/locales.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { renderMarkdown } from './markdown.ts';
import {
  bannersFile,
  categoriesFile,
  claimRulesFile,
  ecosystemFile,
  type LocalText,
  merchantsFile,
  noticeFile,
  spaceRaceFile,
  tagsFile,
  tokensFile,
  toolsFile,
  type Banner,
  type Categories,
  type ClaimRules,
  type Merchant,
  type NoticeCategory,
  type Project,
  type SpaceRace,
  type Tags,
  type TokenTexts,
  type Tools,
} from './schema.ts';

/** A notice in one language. */
export interface NoticeText {
  title: string;
  markdown: string;
  /** Made of the Markdown; safe to put into a page. */
  html: string;
}

export interface Notice {
  id: string;
  category: NoticeCategory;
  /** Unix seconds. */
  published: number;
  texts: Readonly<{ en: NoticeText } & Partial<Record<Locale, NoticeText>>>;
}

/** All that is said of one network, and of all. */
export interface Content {
  categories: Categories;
  /** What accounts are called, by any form of their address. */
  tags: Tags;
  /** What owners may not call their providers, and who may not sign. */
  claims: ClaimRules;
  /** Those for all networks first. */
  tools: Tools;
  banners: readonly Banner[];
  /** Newest first. */
  notices: readonly Notice[];
  ecosystem: readonly Project[];
  merchants: readonly Merchant[];
  /** What tokens are, by the 0x address of their contract in small letters. */
  tokens: TokenTexts;
  /** Null where there was none, or nothing is known of it. */
  spaceRace: SpaceRace | null;
}

/** The content of the network with that name (NetworkData.slug); a network without a folder has what all have. */
export type ContentOf = (slug: string) => Content;

/** A file of an editor that cannot be used; the message names it and says why. */
class ContentError extends Error {
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.name = 'ContentError';
  }
}

const BUNDLED = fileURLToPath(new URL('networks', import.meta.url));
/** The folder of what is said on every network. */
const ALL = 'all';
/** What a folder may hold: that of all networks, and that of one. */
const NOTICES = 'notices';
const NAMES_OF_ALL = ['categories.json', 'claims.json', 'tags.json', 'tools.json', NOTICES];
const NAMES_OF_ONE = [
  'banners.json',
  'claims.json',
  'ecosystem.json',
  'merchants.json',
  'space-race.json',
  'tags.json',
  'tokens.json',
  'tools.json',
  NOTICES,
];

/**
 * Reads what comes with the program: a folder per network, and `all` for what all of them have.
 * A file of `folder`, laid out alike, takes the place of the same file there.
 * @throws ContentError for the first file that is not as it should be
 */
export function readContent(folder?: string): ContentOf {
  const folders = folder === undefined ? [BUNDLED] : [folder, BUNDLED];
  for (const each of folders) checkNames(each);
  const slugs = new Set(folders.flatMap(subfolders));
  slugs.delete(ALL);
  const known = new Map([...slugs].map((slug) => [slug, readNetwork(folders, slug)]));
  const other = readNetwork(folders, null);
  return (slug) => known.get(slug) ?? other;
}

let bundled: ContentOf | undefined;

/** The content that comes with the program; read once. */
export function bundledContent(): ContentOf {
  return (bundled ??= readContent());
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) throw new ContentError(folder, 'is no folder');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** A misspelt file would never be read, and nobody would be told. */
function checkNames(folder: string): void {
  for (const part of subfolders(folder)) {
    const names = part === ALL ? NAMES_OF_ALL : NAMES_OF_ONE;
    const stray = readdirSync(join(folder, part)).find(
      (name) => !name.startsWith('.') && !names.includes(name),
    );
    if (stray !== undefined)
      throw new ContentError(join(folder, part, stray), `is none of ${names.join(', ')}`);
  }
}

function readNetwork(folders: readonly string[], slug: string | null): Content {
  const parts = slug === null ? [ALL] : [ALL, slug];
  /** The contents of a file in a part; null where there is none. */
  const json = <T>(part: string, name: string, schema: z.ZodType<T>): T | null => {
    const files = folders.map((folder) => join(folder, part, name));
    const file = files.find((path) => existsSync(path));
    return file === undefined ? null : readJson(file, schema);
  };
  const own = <T>(name: string, schema: z.ZodType<T>): T | null =>
    slug === null ? null : json(slug, name, schema);
  const categories = json(ALL, 'categories.json', categoriesFile);
  if (categories === null) throw new ContentError('categories.json', 'is missing');
  return {
    categories,
    tags: Object.fromEntries(
      parts.flatMap((part) => Object.entries(json(part, 'tags.json', tagsFile) ?? {})),
    ),
    claims: joined(parts.map((part) => json(part, 'claims.json', claimRulesFile))),
    tools: parts.flatMap((part) => json(part, 'tools.json', toolsFile) ?? []),
    banners: own('banners.json', bannersFile) ?? [],
    notices: parts
      .flatMap((part) => readNotices(folders, part))
      .sort((a, b) => b.published - a.published),
    ecosystem: own('ecosystem.json', ecosystemFile) ?? [],
    merchants: own('merchants.json', merchantsFile) ?? [],
    tokens: Object.fromEntries(
      Object.entries(own('tokens.json', tokensFile) ?? {}).map(([address, of]) => [
        address.toLowerCase(),
        of,
      ]),
    ),
    spaceRace: own('space-race.json', spaceRaceFile),
  };
}

function joined(rules: readonly (ClaimRules | null)[]): ClaimRules {
  return {
    words: rules.flatMap((each) => each?.words ?? []),
    names: rules.flatMap((each) => each?.names ?? []),
    banned: rules.flatMap((each) => each?.banned ?? []),
  };
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ContentError(file, error instanceof Error ? error.message : 'is no JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContentError(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function readNotices(folders: readonly string[], part: string): Notice[] {
  const notices = new Map<string, Notice>();
  for (const folder of folders) {
    const at = join(folder, part, NOTICES);
    for (const id of existsSync(at) ? subfolders(at) : [])
      if (!notices.has(id)) notices.set(id, readNotice(id, join(at, id)));
  }
  return [...notices.values()];
}

function readNotice(id: string, folder: string): Notice {
  const { category, published } = readJson(join(folder, 'notice.json'), noticeFile);
  const texts: Partial<Record<Locale, NoticeText>> = {};
  for (const language of LOCALES) {
    const file = join(folder, `${language}.md`);
    if (existsSync(file)) texts[language] = readText(file, language);
  }
  const { en, ...others } = texts;
  if (en === undefined) throw new ContentError(join(folder, 'en.md'), 'is missing');
  return { id, category, published: Date.parse(published) / 1000, texts: { ...others, en } };
}

/** A text in Markdown whose first line is its title (`# Title`). */
function readText(file: string, language: Locale): NoticeText {
  const [, title, markdown] = /^# (.+)\n+([^]+)$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (title === undefined || markdown === undefined)
    throw new ContentError(file, 'does not begin with “# Title” and a text');
  return { title: title.trim(), markdown, html: renderMarkdown(markdown, language) };
}

/** A text in a language; `language` tells of a text that is not translated: it is English. */
export interface Said {
  text: string;
  language?: 'en';
}

/** What a text says in a language, in English where it is not translated. */
export function say(text: LocalText, language: Locale): Said {
  if (typeof text === 'string') return { text };
  const said = text[language];
  return said === undefined ? { text: text.en, language: 'en' } : { text: said };
}
