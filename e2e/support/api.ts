import type { z } from 'zod';

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}

export const siteUrl = (): string => fromSetup('SEXTANT_URL');
export const nodeUrl = (): string => fromSetup('SEXTANT_NODE_URL');

/** An API answer, parsed. */
export async function api<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(`${siteUrl()}/api/v1${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return schema.parse(await answer.json());
}
