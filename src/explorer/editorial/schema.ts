/** What editors wrote, in the reader’s language. */
import { z } from 'zod';
import { countSchema, timestampSchema } from '../wire.ts';

/** Told where a text is not translated. */
export const languageSchema = z
  .literal('en')
  .optional()
  .meta({ description: 'There where a text is English for want of a translation' });

export const toolsSchema = z.array(
  z.object({
    title: z.string(),
    language: languageSchema,
    links: z.array(
      z.object({
        title: z.string(),
        language: languageSchema,
        url: z.string().meta({ description: 'A path on this site, or an https address' }),
      }),
    ),
  }),
);

export const bannersSchema = z.array(
  z.object({ text: z.string(), language: languageSchema, url: z.string() }),
);

export const noticeCategoriesSchema = z.array(
  z.object({ category: z.string(), name: z.string(), count: countSchema }),
);

export const noticeSchema = z.object({
  id: z.string(),
  category: z.string(),
  categoryName: z.string(),
  title: z.string(),
  language: languageSchema,
  published: timestampSchema,
  markdown: z.string(),
  html: z.string().meta({ description: 'Made of the Markdown, without raw HTML' }),
});

export const noticesSchema = z.object({
  totalCount: countSchema,
  notices: z.array(noticeSchema),
});

export type ToolGroups = z.infer<typeof toolsSchema>;
export type Banners = z.infer<typeof bannersSchema>;
export type NoticeCategories = z.infer<typeof noticeCategoriesSchema>;
export type NoticeItem = z.infer<typeof noticeSchema>;
export type Notices = z.infer<typeof noticesSchema>;
