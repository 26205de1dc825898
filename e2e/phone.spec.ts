/** What lists and sentences are on a phone: nothing without its label, no amount apart from its unit. */
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { api, siteUrl } from './support/site.ts';

test.use({ viewport: { width: 390, height: 844 } });

const Busy = z.object({ contractList: z.array(z.object({ ethAddress: z.string() })) });

test('how often a contract’s methods were called, and by whom, is told with its label', async ({
  page,
}) => {
  const { contractList } = await api('/stats/fevm/contracts?limit=1', Busy);
  await page.goto(`${siteUrl()}/en/address/${contractList[0]?.ethAddress}?t=contract`);
  for (const list of ['#called', '#callers']) {
    const counts = page.locator(`${list} tbody td.at-value`);
    await expect(counts.first()).toBeVisible();
    const labels = await counts.evaluateAll((cells) =>
      cells.map((cell) => getComputedStyle(cell, '::before').content),
    );
    expect(new Set(labels)).toEqual(new Set(['"Calls"']));
  }
});
