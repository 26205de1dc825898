/** What a verified contract was compiled from, all its files in one: standard JSON input. */
import type { APIRoute } from 'astro';
import { fileName, rawAnswer, standardInput } from '#components/contract/raw.ts';

export const GET: APIRoute = ({ locals, url }) =>
  rawAnswer(locals.explorer.contract, url.searchParams, (contract) => ({
    type: 'application/json',
    text: standardInput(contract),
    name: `${fileName(contract.contractName)}.json`,
  }));
