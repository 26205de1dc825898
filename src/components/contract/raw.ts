/** A verified contract’s parts as files: for programs, for copying, to be kept. */
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import { problemOf } from '#explorer/errors.ts';
import { facetsTogether } from './diamond.ts';

interface RawFile {
  readonly type: 'application/json' | 'text/plain';
  readonly text: string;
  /** Under which name it is kept; shown in the browser without. */
  readonly name?: string;
}

/** What the compiler was given, as standard JSON input, which other tools read too. */
export function standardInput({
  sourceFiles,
  settings,
}: Pick<ContractDetail, 'sourceFiles' | 'settings'>): string {
  return JSON.stringify(
    {
      language: 'Solidity',
      sources: Object.fromEntries(sourceFiles.map(({ name, content }) => [name, { content }])),
      settings: JSON.parse(settings ?? '{}'),
    },
    null,
    2,
  );
}

/** Letters that file systems know; a contract’s name has no others. */
export const fileName = (contract: string | null): string =>
  (contract ?? '').replaceAll(/[^\w$-]/g, '').slice(0, 100) || 'contract';

/**
 * Answers with a file of the contract at `?address=`, or of its facets together (`&facets=1`); 404 where
 * no source of it is verified.
 */
export async function rawAnswer(
  reads: Explorer['contract'],
  query: URLSearchParams,
  fileOf: (contract: ContractDetail) => RawFile | null,
): Promise<Response> {
  const of = query.get('facets') === '1' ? facetsTogether : (contract: ContractDetail) => contract;
  const file = await fileAt(reads, query.get('address') ?? '', (contract) => {
    const told = of(contract);
    return told?.verified === true ? fileOf(told) : null;
  });
  // They may be large, and are asked for by few.
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  if (file === null)
    return new Response('404\n', {
      status: 404,
      headers: { ...headers, 'content-type': 'text/plain' },
    });
  return new Response(file.text, {
    headers: {
      ...headers,
      'content-type': `${file.type}; charset=utf-8`,
      ...(file.name === undefined
        ? {}
        : { 'content-disposition': `attachment; filename="${file.name}"` }),
    },
  });
}

async function fileAt(
  reads: Explorer['contract'],
  address: string,
  fileOf: (contract: ContractDetail) => RawFile | null,
): Promise<RawFile | null> {
  try {
    const { data } = await reads.get(address);
    return fileOf(data);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null || problem.status === 503) throw error;
    return null;
  }
}
