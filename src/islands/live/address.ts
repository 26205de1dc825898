/** An account's page when something has happened to it since it was drawn. */
import type { AccountDetail } from '#explorer/account/schema.ts';
import { listen } from './socket.ts';

/** Shows `news` once the account has run more messages than the page knows of. */
export function followAddress(news: HTMLElement): void {
  const topic = `address/${news.dataset['address'] ?? ''}`;
  listen<AccountDetail>(topic, topic, ({ messageCount }) => {
    news.hidden = messageCount === Number(news.dataset['messages']);
  });
}
