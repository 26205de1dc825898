import { expect, it } from 'vitest';
import type { Explorer } from '#explorer/index.ts';
import { BadInput, NotFound } from '#explorer/errors.ts';
import { otherActor } from './otherActor.ts';

const account = (read: () => unknown) =>
  ({ get: () => Promise.resolve().then(read) }) as unknown as Explorer['account'];
const of = (actor: string | null) => account(() => ({ head: null, data: { actor } }));

it('tells what an address is of that is no contract’s', async () => {
  for (const actor of ['storageminer', 'account', 'multisig', 'ethaccount'])
    expect(await otherActor(of(actor), 'f01083')).toBe(actor);
});

it('tells nothing where a contract is, or may come', async () => {
  for (const actor of ['evm', 'placeholder', null])
    expect(await otherActor(of(actor), 'f01083')).toBeNull();
});

it('tells nothing of what the index does not know; what is broken stays an error', async () => {
  const throwing = (error: Error) =>
    account(() => {
      throw error;
    });
  for (const error of [new NotFound('noAddress'), new BadInput('badAddress')])
    expect(await otherActor(throwing(error), 'f0999999')).toBeNull();
  await expect(otherActor(throwing(new Error('database')), 'f01083')).rejects.toThrow('database');
});
