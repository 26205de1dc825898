/** Asks a provider for the price of FIL: a document of JSON with a number somewhere in it. */
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Why there is no price, in words for whoever runs the site. */
export class PriceError extends Error {
  override readonly name = 'PriceError';
}

const priceSchema = z
  .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,18})?$/)])
  .transform(Number)
  .refine((price) => price > 0 && price < 1e12);

export interface PriceSource {
  /** https, or http on this machine. Redirects are not followed: they could lead to inner addresses. */
  url: string;
  /** Where the number stands: names and places, e.g. `filecoin.usd` or `data.0.price`. */
  path: string;
}

/** Throws PriceError. */
export async function askPrice(source: PriceSource, signal: AbortSignal): Promise<number> {
  const document = await fetchJson(source.url, signal);
  const found = source.path
    .split('.')
    .reduce<unknown>((value, name) => memberOf(value, name), document);
  const price = priceSchema.safeParse(found);
  if (!price.success) throw new PriceError(`there is no price at ${source.path}`);
  return price.data;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new PriceError(`the provider answers ${response.status}`);
    }
    text = await readText(response);
  } catch (error) {
    if (error instanceof PriceError) throw error;
    throw new PriceError('the provider cannot be reached', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PriceError('the answer is no JSON', { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new PriceError('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
