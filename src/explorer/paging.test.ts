import { expect, it } from 'vitest';
import { parsePin } from './paging.ts';
import { PAST_EPOCHS } from '#store/undo.ts';
import { headToken, type View } from './view.ts';

const HEAD = 5000;
const KEY = Uint8Array.of(1);

/** A view of an index that has a tipset of the same key at every height. */
function viewAt(height: number): View {
  const query = {
    select: () => query,
    where: () => query,
    executeTakeFirst: async () => ({ key: KEY }),
  };
  const head = { height, token: headToken(height, KEY) };
  // Only these are read.
  return { db: { selectFrom: () => query }, head } as unknown as View;
}

it('pins a list to the heads of the last 900 epochs', async () => {
  const view = viewAt(HEAD);
  const pin = (height: number) => parsePin(view, headToken(height, KEY));
  expect(await pin(HEAD)).toBeNull();
  expect(await pin(HEAD - PAST_EPOCHS + 1)).toEqual({ height: HEAD - 899, position: 0 });
  await expect(pin(HEAD - PAST_EPOCHS)).rejects.toMatchObject({ code: 'goneHead' });
  await expect(pin(HEAD + 1)).rejects.toMatchObject({ code: 'goneHead' });
});
