/** Tools, banners and notices: what editors wrote of the network that the index is of. */
import { type Content, type ContentOf, type Notice, say } from '#content/networks.ts';
import { linkIn } from '#content/markdown.ts';
import { NOTICE_CATEGORIES } from '#content/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Access } from '../access.ts';
import { BadInput, NotFound } from '../errors.ts';
import { parseLimit, parseOffset, type OffsetInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import type { Banners, NoticeCategories, NoticeItem, Notices, ToolGroups } from './schema.ts';

export interface NoticesInput extends OffsetInput {
  /** One of the categories; all when it is absent. */
  category?: string | undefined;
}

export interface EditorialReads {
  tools(): Promise<Answer<ToolGroups>>;
  /** Those that have not ended. */
  banners(): Promise<Answer<Banners>>;
  /** Those that have notices. */
  noticeCategories(): Promise<Answer<NoticeCategories>>;
  /** Newest first. */
  notices(input?: NoticesInput): Promise<Answer<Notices>>;
  notice(id: string): Promise<Answer<NoticeItem>>;
}

/** `now`: the wall clock, milliseconds. */
export function editorialReads(
  { readOr }: Access,
  { contentOf, language, now }: { contentOf: ContentOf; language: Locale; now: () => number },
): EditorialReads {
  // Before the index knows its network there is still what all networks have.
  const of = <T>(read: (content: Content) => T): Promise<Answer<T>> =>
    readOr(null, async (view) => view.content).then(({ head, data }) => ({
      head,
      data: read(data ?? contentOf('')),
    }));
  return {
    tools: () => of((content) => toolsIn(content, language)),
    banners: () => of((content) => bannersIn(content, language, now())),
    noticeCategories: () => of((content) => categoriesIn(content, language)),
    notices: (input) => of((content) => noticesIn(content, language, input)),
    notice: (id) =>
      of((content) => {
        const notice = content.notices.find((known) => known.id === id);
        if (!notice) throw new NotFound('noNotice');
        return noticeIn(content, notice, language);
      }),
  };
}

const titled = ({ text, ...rest }: ReturnType<typeof say>) => ({ title: text, ...rest });

function toolsIn({ tools }: Content, language: Locale): ToolGroups {
  return tools.map(({ title, links }) => ({
    ...titled(say(title, language)),
    links: links.map((link) => ({
      ...titled(say(link.title, language)),
      url: linkIn(link.url, language),
    })),
  }));
}

function bannersIn({ banners }: Content, language: Locale, now: number): Banners {
  return banners
    .filter(({ until }) => until === undefined || Date.parse(until) > now)
    .map(({ text, url }) => ({ ...say(text, language), url: linkIn(url, language) }));
}

function categoriesIn({ categories, notices }: Content, language: Locale): NoticeCategories {
  return NOTICE_CATEGORIES.map((category) => ({
    category,
    name: say(categories.notices[category], language).text,
    count: notices.filter((notice) => notice.category === category).length,
  })).filter(({ count }) => count > 0);
}

function noticesIn(
  content: Content,
  language: Locale,
  { category, limit, offset }: NoticesInput = {},
): Notices {
  const size = parseLimit(limit);
  const skip = parseOffset(offset);
  if (category && !NOTICE_CATEGORIES.some((known) => known === category))
    throw new BadInput('badCategory', { known: NOTICE_CATEGORIES.join(', ') });
  const all = content.notices.filter((notice) => !category || notice.category === category);
  return {
    totalCount: all.length,
    notices: all.slice(skip, skip + size).map((notice) => noticeIn(content, notice, language)),
  };
}

function noticeIn(content: Content, notice: Notice, language: Locale): NoticeItem {
  const text = notice.texts[language];
  return {
    id: notice.id,
    category: notice.category,
    categoryName: say(content.categories.notices[notice.category], language).text,
    ...(text === undefined ? { language: 'en' as const } : {}),
    published: notice.published,
    ...(text ?? notice.texts.en),
  };
}
