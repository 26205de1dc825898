/** A tipset's rows, made from rows that the server drew: one markup for both. */
import type { TipsetBlock, TipsetSummary } from '#explorer/tipset/schema.ts';
import { formatInt } from '#format/number.ts';
import { formatIso, formatUtc } from '#format/time.ts';
import type { Locale } from '#i18n/locales.ts';
import { putAmount, putIdentifier } from './cells.ts';

/** What of a tipset is drawn; equal marks need no drawing. */
export function tipsetMark(tipset: TipsetSummary): string {
  return JSON.stringify([
    tipset.height,
    tipset.blocks.map(({ cid, minerTag, messageCount, reward }) => [
      cid,
      minerTag,
      messageCount,
      reward,
    ]),
  ]);
}

function putBlock(cells: readonly Element[], block: TipsetBlock, locale: Locale): void {
  const [cid, miner, messages, reward] = cells.slice(-4);
  if (cid === undefined || miner === undefined || messages === undefined || reward === undefined)
    return;
  putIdentifier(cid, 'block', block.cid, locale);
  putIdentifier(miner, 'address', block.miner, locale, { tag: block.minerTag });
  messages.textContent = formatInt(block.messageCount);
  putAmount(reward, block.reward, 2);
}

/** A `<tbody>` of a tipset after the model of another; null when that one is not as expected. */
export function tipsetBody(
  tipset: TipsetSummary,
  model: HTMLTableSectionElement,
  locale: Locale,
): HTMLTableSectionElement | null {
  const body = model.cloneNode(true);
  if (!(body instanceof HTMLTableSectionElement)) return null;
  const [first] = body.rows;
  if (first === undefined) return null;
  body.className = '';
  body.dataset['tipset'] = String(tipset.height);
  const rows = tipset.blocks.map((_, index) => {
    const row = index === 0 ? first : first.cloneNode(true);
    if (index > 0 && row instanceof HTMLTableRowElement)
      row.replaceChildren(...[...row.cells].slice(2));
    return row;
  });
  tipset.blocks.forEach((block, index) => {
    const row = rows[index];
    if (row instanceof HTMLTableRowElement) putBlock([...row.cells], block, locale);
  });
  const [height, time] = first.cells;
  if (height !== undefined && time !== undefined) {
    for (const cell of [height, time]) cell.rowSpan = Math.max(1, tipset.blocks.length);
    putIdentifier(height, 'height', formatInt(tipset.height), locale);
    const clock = time.querySelector('time');
    if (clock !== null) {
      clock.dateTime = formatIso(tipset.timestamp);
      clock.title = `${formatUtc(tipset.timestamp)} UTC`;
      clock.textContent = formatUtc(tipset.timestamp);
    }
  }
  body.replaceChildren(...rows);
  return body;
}
