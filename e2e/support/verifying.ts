/** The form by which contracts of the demo chain are verified, and what is handed to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { COMPILER, filfoxForm, sourcesOf, type Deployment } from '#contracts/testing/demo.ts';

export const MIT = 'MIT License (MIT)';
const DEMO = join(import.meta.dirname, '../../data/demo-chain/contracts');

export interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
export const given = (name: string, text: string | Uint8Array): Given => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
});
export const sourceFiles = (file: string): Given[] =>
  Object.entries(sourcesOf(file)).map(([name, text]) => given(name, text));

/** A source of the demo chain's contracts as it stands. */
export const sourceText = (file: string): string => readFileSync(join(DEMO, file), 'utf8');

export const formUrl = (url: string, address: string, locale = 'en') =>
  `${url}/${locale}/contract/verify?${new URLSearchParams({
    contractAddress: address,
    compilerVersion: COMPILER,
    licenseType: MIT,
  }).toString()}`;

/** Opens the form and agrees to its terms. */
export async function openForm(
  page: Page,
  url: string,
  address: string,
  locale = 'en',
): Promise<void> {
  await page.goto(formUrl(url, address, locale));
  await expect(page.locator('.verify-form')).toBeVisible();
  await page.locator('input[name="terms"]').check();
}
export const hand = (page: Page, files: Given[]) =>
  page.locator('input[name="files"]').setInputFiles(files);
export const submit = (page: Page) =>
  page.getByRole('button', { name: 'Verify and publish' }).click();
export const result = (page: Page) => page.getByRole('region', { name: 'Result' });

/** Hands in the source of one of the demo chain's contracts; it may have been before. */
export async function verify(url: string, deployment: Deployment): Promise<void> {
  const answer = await fetch(`${url}/api/v1/tools/verifyContract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(filfoxForm(deployment)),
  });
  const { errorCode } = z.object({ errorCode: z.number() }).parse(await answer.json());
  expect([0, 6]).toContain(errorCode);
}
