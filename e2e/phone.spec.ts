/** What lists and sentences are on a phone: nothing without its label, no amount apart from its unit. */
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { messageListSchema } from '#explorer/message/schema.ts';
import { noHeads } from './support/onehead.ts';
import { api, siteUrl } from './support/site.ts';
import { contractCalls } from './support/things.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) => noHeads(page));

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

test('the main figure of a card, and what is under it, have their labels', async ({ page }) => {
  const lists: readonly [path: string, cells: string, ...labels: string[]][] = [
    ['fevm/contracts', '.at-value', 'Transactions'],
    ['fevm/stats', 'tr:has(.term) .at-value', 'Addresses'],
    ['dapp', '.at-value', 'Transactions'],
    ['fevm/navigation', '.at-value', 'FIL locked'],
    ['tokens', '.at-value', 'Supply'],
    ['rich-list', '.at-status', 'Share of total supply'],
    ['datacap', '.at-value', 'Allowance'],
    ['datacap?t=clients', '.at-value', 'Remaining'],
    ['deal', '.at-what', 'Storage fee'],
    ['message', '.at-value', 'Value'],
    ['tipset', 'td:last-child', 'Reward'],
    ['address/f01000?t=blocks', '.at-value', 'Reward'],
    ['deal', '.at-foot', 'Published'],
    ['deal?t=pieces', '.at-foot', 'Stored'],
    ['datacap', '.at-foot', 'First seen'],
    ['datacap?t=clients', '.at-foot', 'First seen'],
    ['datacap?t=allocations', '.at-foot', 'Allocated'],
    ['datacap?t=claims', '.at-foot', 'Claimed'],
    ['ranks/blocks', 'td:not(.fold)', 'Win count'],
    ['stats/lotus', 'td:not(.fold)', 'Nodes'],
    ['trust', 'td:not(.fold)', 'How many'],
    ['address/f01083?t=sector-events', '.at-what', 'Numbers'],
    ['address/f01000?t=deadlines', 'tr:has(.fold) th:not([class])', 'Deadline'],
  ];
  for (const [path, cells, label] of lists) {
    await page.goto(`${siteUrl()}/en/${path}`);
    const all = page.locator(`main tbody ${cells}`);
    await expect(all.first(), path).toBeVisible();
    const labels = await all.evaluateAll((found) =>
      found.map((cell) => getComputedStyle(cell, '::before').content),
    );
    expect([...new Set(labels)], `${path} ${cells}`).toEqual([`"${label}"`]);
  }
});

test('a token’s amounts have their labels, and their points stand under one another', async ({
  page,
}) => {
  await page.goto(`${siteUrl()}/en/tokens`);
  const token = await page.locator('#tokens tbody th a').first().getAttribute('href');
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [tab, label] of [
    ['', 'Amount'],
    ['?t=holders', 'Balance'],
  ] as const) {
    await page.goto(`${siteUrl()}${token}${tab}`);
    const amounts = page.locator('tbody .token-amount');
    await expect(amounts.first()).toBeVisible();
    const texts = (await amounts.allInnerTexts()).filter((text) => text !== '0');
    expect(new Set(texts.map((text) => text.split('.')[1]?.length)).size, tab).toBe(1);
    expect(texts[0]).toContain('.');
    const cell = page.locator('tbody .at-value').first();
    await expect(cell).toHaveAttribute('data-label', label);
  }
});

test('the largest providers of the home page say of which time', async ({ page }) => {
  await page.goto(`${siteUrl()}/en`);
  await expect(page.locator('#providers h2')).toHaveText(/ · (24h|7d|30d|180d|1y)$/);
});

test('a deal says in words that it is verified', async ({ page }) => {
  for (const [verified, words] of [
    ['true', /Verified$/],
    ['false', /^[\d,]+$/],
  ] as const) {
    await page.goto(`${siteUrl()}/en/deal?verified=${verified}`);
    const deal = page.locator('#deals tbody th').first();
    await expect(deal).toHaveText(words, { useInnerText: true });
    const word = deal.locator('.verified-word');
    if (verified === 'true') expect((await word.boundingBox())?.width).toBeGreaterThan(30);
  }
});

test('a deal’s fee stands in the line of its label, beside its status', async ({ page }) => {
  for (const locale of ['en', 'zh', 'ko']) {
    await page.goto(`${siteUrl()}/${locale}/deal`);
    const cards = page.locator('#deals tbody tr');
    await expect(cards.first()).toBeVisible();
    const places = await cards.evaluateAll((all) =>
      all.map((card) => {
        const of = (cell: string) =>
          card.querySelector(cell)?.getBoundingClientRect() ?? new DOMRect();
        const [fee, amount, status] = ['.at-what', '.at-what .amount', '.at-status > *'].map(of);
        return {
          lines: Math.round((fee?.height ?? 0) / 22),
          labelled: (amount?.left ?? 0) > (fee?.left ?? 0) + 20,
          apart: (amount?.right ?? 0) < (status?.left ?? 0),
        };
      }),
    );
    for (const place of places)
      expect(place, locale).toEqual({ lines: 1, labelled: true, apart: true });
  }
});

test('a contract’s name has room beside its counts, and callers use the whole card', async ({
  page,
}) => {
  for (const locale of ['en', 'zh', 'ko']) {
    await page.goto(`${siteUrl()}/${locale}/fevm/contracts`);
    const rows = page.locator('tbody tr:has(.id-tag)');
    await expect(rows.first()).toBeVisible();
    const cards = await rows.evaluateAll((all) =>
      all.map((row) => {
        const of = (cell: string) =>
          row.querySelector(cell)?.getBoundingClientRect() ?? new DOMRect();
        return {
          apart: of('.at-id').right <= of('.at-value').left,
          room: of('.at-id').width > 200 || of('.at-id .id-tag').height < 30,
          beside: of('.at-status').bottom <= of('.at-line').top,
        };
      }),
    );
    for (const card of cards) expect(card).toEqual({ apart: true, room: true, beside: true });
  }
  const { contractList } = await api('/stats/fevm/contracts?limit=1', Busy);
  await page.goto(`${siteUrl()}/en/address/${contractList[0]?.ethAddress}?t=contract`);
  const last = page.locator('#callers tbody .at-foot').first();
  const card = await page.locator('#callers tbody tr').first().boundingBox();
  expect((await last.boundingBox())?.x).toBe(card?.x);
});

test('a registration tells its height, its registrant and what that is called', async ({
  page,
}) => {
  for (const [locale, reverse] of [
    ['en', 'Reverse name'],
    ['zh', '反向域名'],
    ['ko', '역방향 네임'],
  ] as const) {
    await page.goto(`${siteUrl()}/${locale}/fns`);
    const parties = page.locator('#actions tbody .party:has(a[href*="/fns/name/"])');
    await expect(parties.first()).toBeVisible();
    for (const text of await parties.allInnerTexts()) expect(text).toContain(`${reverse} `);
    const lines = await parties.evaluateAll((all) =>
      all.map((party) => {
        const name = party.querySelector('a[href*="/fns/name/"]');
        const [at, label] = [name, name?.parentElement?.querySelector('.quiet')].map((part) =>
          part?.getBoundingClientRect(),
        );
        return { name: name?.textContent, apart: (at?.top ?? 0) >= (label?.bottom ?? 0) };
      }),
    );
    for (const line of lines) expect(line).toEqual({ name: expect.any(String), apart: false });
    for (const place of ['.at-what', '.at-value']) {
      const labels = await page
        .locator(`#actions tbody ${place}`)
        .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content));
      expect(labels.length).toBeGreaterThan(0);
      expect(labels).not.toContain('none');
      if (locale === 'en')
        expect([...new Set(labels)]).toEqual([place === '.at-what' ? '"Registrant"' : '"Height"']);
    }
  }
});

test('where a sector stands is two numbers, by the head that names them', async ({ page }) => {
  await page.goto(`${siteUrl()}/ko/address/f01160?t=sectors`);
  const places = page.locator('#sectors td[data-label="데드라인 / 파티션"]');
  await expect(places.first()).toBeVisible();
  const told = (await places.allTextContents()).map((text) => text.trim());
  expect(told.some((text) => text !== '–')).toBe(true);
  for (const text of told) expect(text).toMatch(/^(\d+ \/ \d+|–)$/);
});

test('gas stands in columns: a receipt’s digits, and the fees of methods', async ({ page }) => {
  const { messages } = await api('/message/list?method=Send&pageSize=1', messageListSchema);
  await page.goto(`${siteUrl()}/en/message/${messages[0]?.cid ?? ''}`);
  const digits = page.locator('.gas-paid dd .amount');
  await expect(digits.first()).toBeVisible();
  const starts = await digits.evaluateAll((all) =>
    all.map((amount) => Math.round(amount.getBoundingClientRect().left)),
  );
  expect(starts.length).toBeGreaterThan(3);
  expect(new Set(starts).size).toBe(1);
  for (const locale of ['en', 'zh', 'ko']) {
    await page.goto(`${siteUrl()}/${locale}/stats/gas`);
    const cells = page.locator('tbody .end:is(.at-value, .at-status, .at-to)');
    await expect(page.locator('#fees tbody .at-status').first()).toBeVisible();
    const boxes = await cells.evaluateAll((all) =>
      all.map((cell) => {
        const { right, height } = cell.getBoundingClientRect();
        const end = cell.parentElement?.getBoundingClientRect().right ?? 0;
        const lines = cell.matches('.fold') ? Math.round(height / 22) : 1;
        return { text: cell.textContent, apart: Math.round(end - right), lines };
      }),
    );
    expect(boxes.length).toBeGreaterThan(20);
    for (const box of boxes)
      expect(box, locale).toEqual({ text: expect.any(String), apart: 0, lines: 1 });
  }
});

test('a Korean particle stays in the line of what it belongs to', async ({ page }) => {
  const sent: string[] = [];
  for await (const { cid, evmMethod } of contractCalls()) {
    if (evmMethod.startsWith('transfer(')) sent.push(cid);
    if (sent.length === 3) break;
  }
  expect(sent).toHaveLength(3);
  for (const cid of sent) {
    await page.goto(`${siteUrl()}/ko/message/${cid}`);
    const places = page.locator(':is(.said, .failure) .kept', { hasText: /[을를]/ });
    await expect(places.first()).toBeVisible();
    const lines = await places.evaluateAll((all) =>
      all.map((place) => {
        const range = document.createRange();
        const tail = place.lastChild;
        range.selectNode(tail ?? place);
        const particle = range.getBoundingClientRect();
        const amount = (place.firstElementChild ?? place).getBoundingClientRect();
        return { text: tail?.textContent, apart: particle.top >= amount.bottom };
      }),
    );
    for (const line of lines) expect(line).toEqual({ text: expect.any(String), apart: false });
  }
});

test('amounts keep their units in lists and facts, and folded rows stand in two columns', async ({
  page,
}) => {
  const { messages } = await api('/message/list?method=Send&pageSize=1', messageListSchema);
  for (const locale of ['zh', 'ko']) {
    const paths = ['message', 'tipset', 'rich-list', 'deal', 'ranks/power', 'mempool'];
    for (const path of [...paths, `message/${messages[0]?.cid ?? ''}`]) {
      await page.goto(`${siteUrl()}/${locale}/${path}`);
      const parted = await page.locator('main .amount:visible').evaluateAll((amounts) =>
        amounts.flatMap((amount) => {
          const unit = amount.querySelector('.unit')?.getBoundingClientRect();
          const range = document.createRange();
          range.selectNode(amount.firstChild ?? amount);
          const digits = range.getBoundingClientRect();
          return unit !== undefined && unit.width > 1 && unit.top >= digits.bottom
            ? [amount.textContent]
            : [];
        }),
      );
      expect(parted, `${locale} ${path}`).toEqual([]);
    }
    await page.goto(`${siteUrl()}/${locale}/ranks/power`);
    const cells = page.locator('#ranks tbody td.fold');
    await expect(cells.first()).toBeVisible();
    const starts = await cells.evaluateAll((all) =>
      all.map((cell) => Math.round(cell.getBoundingClientRect().left)),
    );
    expect(new Set(starts).size, locale).toBe(2);
  }
});
