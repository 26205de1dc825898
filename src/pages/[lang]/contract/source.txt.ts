/** One file of a verified contract’s sources, by its number, from 1. */
import type { APIRoute } from 'astro';
import { rawAnswer } from '#components/contract/raw.ts';

export const GET: APIRoute = ({ locals, url }) =>
  rawAnswer(locals.explorer.contract, url.searchParams, ({ sourceFiles }) => {
    const file = sourceFiles[Number(url.searchParams.get('file') ?? '1') - 1];
    return file === undefined ? null : { type: 'text/plain', text: file.content };
  });
