/** What is said where there is no code that a source could be held against. */
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Explorer } from '#explorer/index.ts';
import type { Store } from '#store/store.ts';
import { expect, it } from 'vitest';
import { createVerification } from './verification.ts';
import type { Workshop } from './workshop/workshop.ts';

/** The answer for a contract of which neither code is known. Nothing is compiled, and nothing kept. */
async function answer(
  moments: Pick<ContractDetail, 'createHeight' | 'destroyHeight'>,
  byteCode: string | null = null,
) {
  const data = { initCode: null, byteCode, verifiedMatch: null, ...moments };
  const verification = createVerification({
    store: {} as Store,
    explorer: { contract: { get: () => Promise.resolve({ data }) } } as unknown as Explorer,
    workshop: {} as Workshop,
  });
  const read = () =>
    parseFilfoxForm({
      address: `0x${'1'.repeat(40)}`,
      language: 'Solidity',
      compiler: 'v0.8.23+commit.f704f362',
      sourceFiles: { 'A.sol': { content: 'contract A {}' } },
    });
  return (await verification.verify(read, { client: 'test' })).answer;
}

it('a contract without code is not said to be of a silent node where it may have destroyed itself', async () => {
  expect(await answer({ createHeight: 5, destroyHeight: null })).toEqual({
    success: false,
    errorCode: 2,
    errorMsg: 'Neither its init code nor what it runs is known.',
  });
  expect((await answer({ createHeight: null, destroyHeight: 9 })).errorMsg).toMatch(
    /as it has destroyed itself\.$/,
  );
  expect((await answer({ createHeight: null, destroyHeight: null })).errorMsg).toMatch(
    /older than this index, and either destroyed itself before, or the node did not/,
  );
  expect((await answer({ createHeight: null, destroyHeight: null }, '0x')).errorMsg).toMatch(
    /it had no code when this index began/,
  );
});
