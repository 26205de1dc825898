/** Where a page can be shared: each address opens the other site's own form, which the reader sends. */
export const SHARE_TARGETS = ['twitter', 'telegram', 'facebook', 'reddit'] as const;
export type ShareTarget = (typeof SHARE_TARGETS)[number];

const FORMS: Record<ShareTarget, { form: string; url: string; title?: string }> = {
  twitter: { form: 'https://x.com/intent/post', url: 'url', title: 'text' },
  telegram: { form: 'https://t.me/share/url', url: 'url', title: 'text' },
  facebook: { form: 'https://www.facebook.com/sharer/sharer.php', url: 'u' },
  reddit: { form: 'https://www.reddit.com/submit', url: 'url', title: 'title' },
};

/** The form of `target` filled in with the page's address and title. */
export function shareLink(target: ShareTarget, page: { url: string; title: string }): string {
  const { form, url, title } = FORMS[target];
  const link = new URL(form);
  link.searchParams.set(url, page.url);
  if (title !== undefined) link.searchParams.set(title, page.title);
  return link.href;
}
