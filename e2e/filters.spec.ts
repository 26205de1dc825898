/** Lists narrowed by a form, and addresses that ask for what a page does not have. */
import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { LANGUAGES, siteUrl } from './support/site.ts';
import { tokens } from './support/things.ts';
import { useT } from '#i18n/translate.ts';

const listSchema = z.object({
  totalCount: z.number(),
  messages: z.array(
    z.object({
      cid: z.string(),
      height: z.number(),
      timestamp: z.number(),
      from: z.string(),
      fromId: z.string().nullable(),
      toId: z.string().nullable(),
      value: z.string(),
    }),
  ),
});

async function api(path: string) {
  const answer = await fetch(`${siteUrl()}/api/v1${path}`);
  return listSchema.parse(await answer.json());
}

/** Somebody who sent FIL to another account, and that message. */
async function aPayment() {
  const { messages } = await api('/message/list?method=Send&pageSize=100');
  const found = messages.find(
    ({ value, fromId, toId }) => BigInt(value) > 0n && fromId !== null && toId !== null,
  );
  if (found === undefined) throw new Error('nobody sent FIL');
  return found;
}

const dayOf = (timestamp: number): string => new Date(timestamp * 1000).toISOString().slice(0, 10);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an account’s messages are narrowed by a form that keeps what was typed', async ({
    page,
  }) => {
    const { cid, from, toId, timestamp } = await aPayment();
    const day = dayOf(timestamp);
    await page.goto(`${siteUrl()}/en/address/${from}?t=messages`);
    await page.getByRole('link', { name: 'Filters' }).click();
    await page.getByLabel('From (UTC day)').fill(day);
    await page.getByLabel('To (UTC day)').fill(day);
    await page.getByLabel('At least (FIL)').fill('0.000000000000000001');
    await page.getByLabel('Counterparty').fill(toId ?? '');
    await page.locator('.narrow select').selectOption('ok');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page).toHaveURL(new RegExp(`startDate=${day}&endDate=${day}.*#tabs$`));
    await expect(page.getByLabel('From (UTC day)')).toHaveValue(day);
    await expect(page.getByLabel('At least (FIL)')).toHaveValue('0.000000000000000001');
    await expect(page.getByLabel('Counterparty')).toHaveValue(toId ?? '');
    await expect(page.locator('.narrow select')).toHaveValue('ok');
    const query = `startDate=${day}&endDate=${day}&minValue=1&counterparty=${toId}&status=ok`;
    const due = await api(`/address/${from}/messages?${query}`);
    expect(due.messages.map((row) => row.cid)).toContain(cid);
    await expect(page.locator('#messages .table-total')).toContainText(
      new RegExp(`^${due.totalCount} of [\\d,]+ match`),
    );
    await expect(page.locator('#messages tbody tr')).toHaveCount(Math.min(20, due.totalCount));
    await expect(page.locator('#messages .csv')).toHaveAttribute('href', /[?&]minValue=1$/);
    // The other filter keeps them.
    await expect(page.locator('#messages input[type=hidden][name=startDate]')).toHaveValue(day);
    await page.getByLabel('From (UTC day)').fill('2020-01-01');
    await page.getByLabel('To (UTC day)').fill('2020-01-02');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Clear' }).click();
    await expect(page.getByRole('link', { name: 'Filters' })).toBeVisible();
    await expect(page).not.toHaveURL(/startDate/);
  });

  test('transfers are narrowed by value and counterparty', async ({ page }) => {
    const { from, toId } = await aPayment();
    await page.goto(`${siteUrl()}/en/address/${from}?t=transfers&counterparty=${toId}&min=0.1`);
    await expect(page.getByLabel('At least (FIL)')).toHaveValue('0.1');
    await expect(page.locator('.narrow select')).toHaveCount(0);
    await expect(page.locator('#transfers .table-total')).toContainText('match');
  });

  test('all messages are narrowed by day, value and status', async ({ page }) => {
    const { cid, timestamp } = await aPayment();
    const day = dayOf(timestamp);
    await page.goto(`${siteUrl()}/en/message?method=Send`);
    await page.getByRole('link', { name: 'Filters' }).click();
    await expect(page.getByLabel('Counterparty')).toHaveCount(0);
    await page.getByLabel('From (UTC day)').fill(day);
    await page.getByLabel('At least (FIL)').fill('0.000000000000000001');
    await page.locator('.narrow select').selectOption('ok');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page).toHaveURL(/#messages$/);
    await expect(page.getByLabel('From (UTC day)')).toHaveValue(day);
    const due = await api(`/message/list?method=Send&startDate=${day}&minValue=1&status=ok`);
    expect(due.messages.map((row) => row.cid)).toContain(cid);
    await expect(page.locator('#messages .table-total')).toContainText(
      new RegExp(`^${due.totalCount.toLocaleString('en')} messages`),
    );
    await expect(page.locator('#messages tbody tr')).toHaveCount(Math.min(20, due.totalCount));
    await expect(page.locator('#messages .csv')).toHaveAttribute('href', /[?&]minValue=1$/);
    await page.goto(`${siteUrl()}/en/message?min=many`);
    await expect(page.getByLabel('At least (FIL)')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('These filters cannot be applied.')).toBeVisible();
  });

  test('a token’s transfers are narrowed by day', async ({ page }) => {
    const { token } = await tokens();
    await page.goto(`${siteUrl()}/en/token/${token}`);
    await page.getByRole('link', { name: 'Filters' }).click();
    await page.getByLabel('From (UTC day)').fill('2000-01-01');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page.locator('#transfers .table-total')).toContainText('match');
    await expect(page.locator('#transfers tbody tr').first()).toBeVisible();
    await page.getByLabel('To (UTC day)').fill('2000-01-02');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
    await expect(page.locator('#transfers .csv')).toHaveAttribute('href', /endDate=2000-01-02$/);
  });

  test('what makes no sense is told beside what was typed, which stays', async ({ page }) => {
    const { from } = await aPayment();
    const wrong = [
      ['counterparty=nonsense&min=2', 'Counterparty', 'nonsense', 'Any form is accepted'],
      ['min=many', 'At least (FIL)', 'many', 'with at most 18 decimals'],
      ['t=transfers&max=1e3', 'At most (FIL)', '1e3', 'with at most 18 decimals'],
      [
        'startDate=2026-12-01&endDate=2026-11-01',
        'To (UTC day)',
        '2026-11-01',
        'From is later than To',
      ],
    ] as const;
    for (const [query, label, value, words] of wrong) {
      const answer = await page.goto(`${siteUrl()}/en/address/${from}?${query}`);
      expect(answer?.status()).toBe(400);
      const field = page.getByLabel(label);
      await expect(field).toHaveValue(value);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByText('These filters cannot be applied.')).toBeVisible();
    }
    await page.goto(`${siteUrl()}/en/address/${from}?counterparty=nonsense&min=2`);
    await expect(page.getByLabel('At least (FIL)')).toHaveValue('2');
    await expect(page.getByLabel('At least (FIL)')).not.toHaveAttribute('aria-invalid');
  });

  test('what makes no sense in a box is told at it, and the list stays', async ({ page }) => {
    const wrong = [
      ['/deal?address=zzz&verified=true', 'Client or provider', 'zzz', 'address of an account'],
      ['/deal?address=f01000&piece=bagaXXX', 'Piece CID', 'bagaXXX', 'begins with “baga”'],
      ['/deal?t=pieces&address=f0999999', 'Client or provider', 'f0999999', 'of an account'],
      ['/datacap?t=claims&address=zzz', 'Client or provider', 'zzz', 'address of an account'],
      ['/address/f01000?t=sectors&sector=abc', 'Sector number', 'abc', 'a whole number'],
      ['/address/f01000?t=sector-events&sector=-1', 'Sector number', '-1', 'a whole number'],
    ] as const;
    for (const [path, label, value, words] of wrong) {
      const answer = await page.goto(`${siteUrl()}/en${path}`);
      expect.soft([answer?.status(), path]).toEqual([400, path]);
      const box = page.getByRole('searchbox', { name: label });
      await expect(box).toHaveValue(value);
      await expect(box).toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator('[aria-invalid]')).toHaveCount(1);
      await expect(page.getByRole('alert')).toContainText(words);
      await expect(page.getByText('These filters cannot be applied.')).toBeVisible();
      await expect(page.locator('.problem')).toHaveCount(0);
    }
    await page.goto(`${siteUrl()}/en/deal?address=f01000&piece=bagaXXX`);
    await expect(page.getByRole('searchbox', { name: 'Client or provider' })).toHaveValue('f01000');
    await expect(page.locator('#deals .csv')).toHaveAttribute('href', /deal\/list\.csv$/);
  });

  test('the file of sectors has those that the list was narrowed to', async ({ page }) => {
    const at = `${siteUrl()}/en/address/f01160`;
    const csv = page.locator('#sectors .csv');
    const lines = async (): Promise<number> => {
      const file = await page.request.get(new URL((await csv.getAttribute('href')) ?? '', at).href);
      return (await file.text()).trim().split('\n').length - 1;
    };
    await page.goto(`${at}?t=sectors&status=terminated`);
    const rows = page.locator('#sectors tbody tr');
    await expect(rows).not.toHaveCount(0);
    expect(await lines()).toBe(await rows.count());
    await page.goto(`${at}?t=sectors&sector=32`);
    await expect(rows).toHaveCount(1);
    expect(await lines()).toBe(1);
    await page.goto(`${at}?t=sector-events&sector=32`);
    await expect(page.locator('#sector-events .csv')).toHaveAttribute('href', /\?sector=32$/);
    await page.goto(`${at}?t=sectors&sector=abc`);
    await expect(csv).toHaveAttribute('href', /sectors\.csv$/);
  });

  test('deals are narrowed to those that are verified', async ({ page }) => {
    await page.goto(`${siteUrl()}/en/deal`);
    await page.getByLabel('Verified').selectOption('false');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page).toHaveURL(/verified=false/);
    const verified = page.locator('#deals tbody tr td:nth-child(6)');
    await expect(verified.filter({ hasText: 'Yes' })).toHaveCount(0);
    await page.goto(`${siteUrl()}/en/deal?verified=true`);
    await expect(verified.first()).toContainText('Yes');
    await expect(verified.filter({ hasText: 'No' })).toHaveCount(0);
  });
});

test('what a page does not have is told, with a way on', async ({ page }) => {
  const unknown = [
    ['?ranks=nonsense', 'ranks'],
    ['?metric=nonsense', 'metric'],
    ['/fevm/contracts?sort=nonsense', 'sort'],
    ['/fevm/contracts?days=2', 'days'],
    ['/fevm/stats?metric=toString', 'metric'],
    ['/fevm/stats?days=365', 'days'],
    ['/fevm/navigation?sort=balance', 'sort'],
    ['/dapp?sort=tvl', 'sort'],
    ['/dapp?days=all', 'days'],
    ['/ranks/power?duration=2h', 'duration'],
    ['/stats/gas?duration=nonsense', 'duration'],
    ['/address/f099?duration=nonsense', 'duration'],
    ['/deal?verified=maybe', 'verified'],
  ] as const;
  for (const [at, [path, name]] of unknown.entries()) {
    const language = LANGUAGES[at % LANGUAGES.length] ?? 'en';
    const t = useT(language);
    const url = `${siteUrl()}/${language}${path}`;
    const answer = await page.goto(url);
    expect.soft([answer?.status(), path]).toEqual([400, path]);
    const value = new URL(url).searchParams.get(name) ?? '';
    await expect(page.locator('.problem-text').first(), path).toContainText(value);
    const without = page.getByRole('link', { name: t('problem.without') });
    expect.soft(await without.getAttribute('href'), path).toBe(new URL(url).pathname);
  }
});

test('what a list cannot be narrowed by is told', async ({ page }) => {
  const refused = [
    ['counterparty=nobody', 'badCounterparty'],
    ['min=1,5', 'badFil'],
    ['startDate=yesterday', 'badDay'],
    ['min=2&max=1.5', 'valuesReversed'],
  ] as const;
  for (const [at, [query, code]] of refused.entries()) {
    const language = LANGUAGES[at % LANGUAGES.length] ?? 'en';
    const answer = await page.goto(`${siteUrl()}/${language}/address/f099?t=messages&${query}`);
    expect.soft([answer?.status(), query]).toEqual([400, query]);
    await expect(page.getByText(useT(language)(`problem.text.${code}`))).toBeVisible();
    for (const [name, typed] of new URLSearchParams(query)) {
      const field = page.locator(`.narrow [name="${name}"]`);
      await expect(field).toHaveValue(name === 'startDate' ? '' : typed);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
  }
});
