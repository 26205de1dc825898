/** Tools, banners and notices: what editors wrote of the network that the index is of. */
import { z } from 'zod';
import { type Content, type Notice, say } from '#content/networks.ts';
import { linkIn } from '#content/markdown.ts';
import { NOTICE_CATEGORIES } from '#content/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { NotFound } from '../errors.ts';
import { choice } from '../parameter.ts';
import { OFFSET_PAGING } from '../parameters.ts';
import { type Bare, defineInner, defineRead } from '../read.ts';
import type { Banners, NoticeCategories, NoticeItem, Notices, ToolGroups } from './schema.ts';
import { toolsSchema } from './schema.ts';

const noticesInput = z.object({
  category: choice({
    description: 'Only notices of this category',
    of: NOTICE_CATEGORIES,
    absent: null,
    refusal: ['badCategory', { known: NOTICE_CATEGORIES.join(', ') }],
  }),
  limit: OFFSET_PAGING.limit,
  offset: OFFSET_PAGING.offset,
});

/** Before the index knows its network there is still what all networks have. */
const written = <Asked extends readonly unknown[], T>(work: (bare: Bare, ...asked: Asked) => T) =>
  defineInner<Asked, T>({ read: work, empty: work });

export const editorialReads = {
  tools: defineRead({
    path: '/tools',
    tag: 'ecosystem',
    summary: 'Links to tools, in groups',
    params: {},
    schema: toolsSchema,
    rows: '',
    empty: toolsIn,
    read: toolsIn,
  }),
  /** Those that have not ended. */
  banners: written(bannersIn),
  /** Those that have notices. */
  noticeCategories: written(categoriesIn),
  /** Newest first; of one category, or all. */
  notices: written(noticesIn),
  notice: written((bare, id: string) => {
    const notice = bare.content.notices.find((known) => known.id === id);
    if (!notice) throw new NotFound('noNotice');
    return noticeIn(bare.content, notice, bare.language);
  }),
};

const titled = ({ text, ...rest }: ReturnType<typeof say>) => ({ title: text, ...rest });

function toolsIn({ content, language }: Bare): ToolGroups {
  return content.tools.map(({ title, links }) => ({
    ...titled(say(title, language)),
    links: links.map((link) => ({
      ...titled(say(link.title, language)),
      url: linkIn(link.url, language),
    })),
  }));
}

function bannersIn({ content, language, now }: Bare): Banners {
  return content.banners
    .filter(({ until }) => until === undefined || Date.parse(until) > now())
    .map(({ text, url }) => ({ ...say(text, language), url: linkIn(url, language) }));
}

function categoriesIn({ content, language }: Bare): NoticeCategories {
  const { categories, notices } = content;
  return NOTICE_CATEGORIES.map((category) => ({
    category,
    name: say(categories.notices[category], language).text,
    count: notices.filter((notice) => notice.category === category).length,
  })).filter(({ count }) => count > 0);
}

function noticesIn({ content, language }: Bare, input: z.input<typeof noticesInput> = {}): Notices {
  const { category, limit, offset } = noticesInput.parse(input);
  const all = content.notices.filter((notice) => category === null || notice.category === category);
  return {
    totalCount: all.length,
    notices: all.slice(offset, offset + limit).map((notice) => noticeIn(content, notice, language)),
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
