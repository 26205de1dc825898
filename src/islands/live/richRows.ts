/** The richest accounts as balances change: rows that the server drew, written anew. */
import type { RichList } from '#explorer/richlist/schema.ts';
import { formatPercent } from '#format/number.ts';
import type { Locale } from '#i18n/locales.ts';
import { putAmount, putIdentifier } from './cells.ts';
import { supplyShare } from './figures.ts';

/** Writes the list into the rows that there are, touching only what has changed. */
export function showRichList(
  rows: Iterable<HTMLTableRowElement>,
  list: RichList,
  locale: Locale,
): void {
  // The server's dash says why there is no share.
  const dash = document.querySelector('[data-live="rich"] .none')?.parentNode;
  let index = 0;
  for (const row of rows) {
    const account = list.richList[index];
    index += 1;
    const [address, balance, share] = row.cells;
    if (account === undefined || address === undefined || balance === undefined) continue;
    const { tag, fnsName } = account;
    const mark = JSON.stringify([account.address, tag, fnsName, account.balance]);
    if (row.dataset['mark'] === mark) continue;
    row.dataset['mark'] = mark;
    putIdentifier(address, 'address', account.address, locale, account);
    putAmount(balance, account.balance, 0);
    const part = supplyShare(account.balance, list.totalSupply);
    share?.replaceChildren(part === null ? (dash?.cloneNode(true) ?? '–') : formatPercent(part));
  }
}
