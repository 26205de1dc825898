/** Searches of the demo chain. */
import { expect } from 'vitest';
import { suggestionsSchema } from '#explorer/search/schema.ts';
import { tokenListSchema } from '#explorer/token/schema.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { revise } from '#store/revise.ts';
import { HEIGHT, type DemoApi } from './demo-api.ts';

/** What the tests of searches ask of the API. */
export function searching(api: DemoApi) {
  async function suggest(text: string, locale = 'en', limit = 10) {
    const query = `q=${encodeURIComponent(text)}&limit=${limit}`;
    const { status, body } = await api.get(`/search/suggest?${query}`, { Locale: locale });
    expect(status).toBe(200);
    return suggestionsSchema.parse(body);
  }
  const brief = (found: Awaited<ReturnType<typeof suggest>>) =>
    found.map(({ kind, id, match }) => `${kind} ${id} ${match}`);
  const search = async (text: string) =>
    (await api.get(`/search?id=${encodeURIComponent(text)}`)).body;

  /** The most moved token, which says what it is called: by a symbol that a page of this site has too. */
  async function aToken() {
    const { body } = await api.get('/token/erc20-list?limit=1');
    const [token] = tokenListSchema.parse(body).tokens;
    if (token === undefined) throw new Error('no token');
    const words = {
      name: 'Plankton Dollar',
      symbol: 'DEALS',
      decimals: int16(18),
      total_supply: null,
    };
    await api.demo.store.db
      .insertInto('token_metadata')
      .values({
        address: fromHex(token.ethAddress),
        ...words,
        asked_height: HEIGHT,
        complete: true,
        checked: null,
        denied: null,
      })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
    await revise(api.demo.store.db);
    return { ...token, ...words };
  }

  return { suggest, brief, search, aToken };
}
