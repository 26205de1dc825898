import { describe, expect, it } from 'vitest';
import { createExplorer } from '#explorer/index.ts';
import { StoreError } from '#store/connection.ts';
import { openEither } from '#store/testing/kept.ts';
import { createApi } from './app.ts';
import { Busy } from './call.ts';
import { ENDPOINTS } from './endpoints.ts';
import { errorSchema, expectShape } from './testing/demo-api.ts';

describe('an index that is empty or out of reach', () => {
  it('answers with what it has when empty, or asks to be asked again', async () => {
    const failures: unknown[] = [];
    const store = await openEither();
    const explorer = createExplorer(store);
    const empty = createApi({
      explorer,
      version: '1',
      onError: (error) => failures.push(error),
    });
    const ask = (path: string) => empty.fetch(new Request(`http://x/api/v1${path}`));
    for (const endpoint of ENDPOINTS) {
      const path = endpoint.path.replace(/\{\w+\}/, 'f01000');
      const response = await ask(path);
      const body: unknown = await response.json();
      if (response.status === 200) expectShape(endpoint.schema, body);
      else {
        expect([path, response.status]).toEqual([path, 503]);
        expect(response.headers.get('retry-after')).toBe('2');
        errorSchema.parse(body);
      }
    }
    expect((await ask('/message/list')).status).toBe(200);
    expect((await ask('/info')).status).toBe(503);
    expect(failures).toEqual([]);
    await store.close();
  });

  it('asks to be asked again while the database cannot be reached, and tells why in the log', async () => {
    const store = await openEither();
    const ended = new StoreError('terminating connection', { code: '57P01' });
    const failures: unknown[] = [];
    const cut = createApi({
      explorer: createExplorer({ ...store, snapshot: () => Promise.reject(ended) }),
      version: '1',
      onError: (error) => failures.push(error),
    });
    const response = await cut.fetch(new Request('http://x/api/v1/message/list?locale=ko'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(errorSchema.parse(await response.json()).message).toMatch(/^데이터베이스/);
    expect(failures).toEqual([ended]);
    await store.close();
  });

  it('asks whoever stands in a long line to come again', async () => {
    const store = await openEither();
    const failures: unknown[] = [];
    const busy = createApi({
      explorer: createExplorer(store),
      version: '1',
      onError: (error) => failures.push(error),
    });
    const turn = () => Promise.reject(new Busy());
    const request = new Request('http://x/api/v1/message/list.csv?locale=zh');
    const response = await busy.fetch(request, { turn });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
    expect(errorSchema.parse(await response.json()).message).toMatch(/^当前请求过多/);
    expect(failures).toEqual([]);
    await store.close();
  });
});
