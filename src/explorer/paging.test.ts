import { expect, it } from 'vitest';
import { parsePin } from './paging.ts';
import { PAST_TIPSETS } from '#store/undo.ts';
import { headToken } from './head.ts';
import type { View } from './view.ts';

const HEAD = 5000;
const KEY = Uint8Array.of(1);

/** A view of an index that has a tipset of the same key at every even height. */
function viewAt(head: number): View {
  let asked = 0;
  const query = {
    select: () => query,
    where: (_column: string, _is: string, height: number) => {
      asked = height;
      return query;
    },
    executeTakeFirst: async () =>
      asked % 2 === 0 ? { height: asked, ordinal: asked / 2, key: KEY } : undefined,
  };
  // Only these are read.
  return {
    db: { selectFrom: () => query },
    past: { pin: () => {} },
    head: { height: head, ordinal: head / 2, token: headToken(head, KEY) },
  } as unknown as View;
}

it('pins a list to the heads of the last 900 tipsets, null rounds not counted', async () => {
  const view = viewAt(HEAD);
  const pin = (height: number) => parsePin(view, headToken(height, KEY));
  const oldest = HEAD - 2 * (PAST_TIPSETS - 1);
  expect(oldest).toBe(3202);
  expect(await pin(HEAD)).toBeNull();
  expect(await pin(oldest)).toEqual({ height: oldest, position: 0 });
  for (const gone of [oldest - 2, oldest + 1, HEAD + 2, 2 ** 31 - 1])
    await expect(pin(gone)).rejects.toMatchObject({ code: 'goneHead' });
  for (const never of [2 ** 31, 99_999_999_999_999])
    await expect(pin(never)).rejects.toMatchObject({ code: 'badHead' });
});
