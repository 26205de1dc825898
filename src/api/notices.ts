/**
 * Banners and notices in the shapes that clients of the reference ask its admin host for
 * (`/api/banner/list`, `/api/blog/…`), beside /api/v1. Every answer is wrapped as {result}.
 */
import type { Explorer } from '#explorer/index.ts';
import type { NoticeItem } from '#explorer/editorial/schema.ts';
import type { Answer } from '#explorer/wire.ts';
import type { ApiApp, ApiContext } from './call.ts';
import { askedLocale } from './locale.ts';

const BASE = '/api';

function wrapped(c: ApiContext, { head }: Answer<unknown>, result: unknown): Response {
  if (head !== null) c.header('X-Head', head.token);
  c.header('Cache-Control', 'no-cache');
  return c.json({ result });
}

const onWire = (notice: NoticeItem) => ({
  _id: notice.id,
  title: notice.title,
  category: notice.category,
  publishTime: notice.published * 1000,
  content: notice.markdown,
});

/** Refusals pass to the app's own handler. */
export function addNotices(app: ApiApp, explorer: Explorer): void {
  const reads = (c: ApiContext) => explorer.in(askedLocale(c.req)).editorial;
  app.get(`${BASE}/banner/list`, async (c) => {
    const answer = await explorer.in('en').editorial.banners();
    const zh = (await explorer.in('zh').editorial.banners()).data;
    // Banners here are lines of text: there are no pictures.
    const banners = answer.data.map(({ text, url }, index) => ({
      url,
      img: '',
      imgMobile: '',
      text,
      urlZh: zh[index]?.url ?? url,
      imgZh: '',
      imgMobileZh: '',
      textZh: zh[index]?.text ?? text,
    }));
    return wrapped(c, answer, banners);
  });
  app.get(`${BASE}/blog/category/list`, async (c) => {
    const answer = await reads(c).noticeCategories();
    const categories = answer.data.map(({ category, name }) => ({
      code: category,
      categoryCode: category,
      // Clients look this key up in their own dictionaries.
      categoryName: category,
      displayName: name,
    }));
    return wrapped(c, answer, categories);
  });
  app.get(`${BASE}/blog/list`, async (c) => {
    const answer = await reads(c).notices({
      category: c.req.query('category'),
      limit: c.req.query('limit') ?? 5,
      offset: c.req.query('offset'),
    });
    const { notices, totalCount } = answer.data;
    return wrapped(c, answer, { blogs: notices.map(onWire), totalCount });
  });
  app.get(`${BASE}/blog/:id`, async (c) => {
    const answer = await reads(c).notice(c.req.param('id'));
    return wrapped(c, answer, onWire(answer.data));
  });
}
