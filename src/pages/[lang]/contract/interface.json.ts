/** What the panels of a verified contract may call of it. */
import type { APIRoute } from 'astro';
import { rawAnswer } from '#components/contract/raw.ts';
import { offered } from '#contracts/abi/panel.ts';

export const GET: APIRoute = ({ locals, url }) =>
  rawAnswer(locals.explorer.contract, url.searchParams, ({ abi, docs }) => ({
    type: 'application/json',
    text: JSON.stringify(offered(abi, docs)),
  }));
