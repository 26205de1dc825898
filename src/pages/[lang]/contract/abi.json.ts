/** The ABI of a verified contract. */
import type { APIRoute } from 'astro';
import { rawAnswer } from '#components/contract/raw.ts';

export const GET: APIRoute = ({ locals, url }) =>
  rawAnswer(locals.explorer.contract, url.searchParams, ({ abi }) => ({
    type: 'application/json',
    text: JSON.stringify(JSON.parse(abi ?? '[]'), null, 2),
  }));
