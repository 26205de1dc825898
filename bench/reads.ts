import { createApi } from '#api/app.ts';
import { createExplorer } from '#explorer/index.ts';
import { report, type BenchStore } from './support.ts';

/** Runs `request` over and over for a while; requests per second. */
async function perSecond(
  seconds: number,
  request: (turn: number) => Promise<void>,
): Promise<number> {
  for (let turn = 0; turn < 50; turn++) await request(turn);
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < seconds * 1000) await request(done++);
  return done / ((performance.now() - began) / 1000);
}

/** A list endpoint, uncached, against the bare SQL of its rows through the same driver. */
export async function benchReads({ store, messages }: BenchStore): Promise<void> {
  const api = createApi({
    explorer: createExplorer(store),
    version: 'bench',
    onError: (error) => {
      throw error;
    },
  });
  const pages = Math.floor(messages / 20);
  const endpoint = await perSecond(4, async (turn) => {
    const answer = await api.request(`/api/v1/message/list?pageSize=20&page=${turn % pages}`);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    await answer.arrayBuffer();
  });
  const bare = await perSecond(4, async (turn) => {
    const to = messages - (turn % pages) * 20;
    await store.db
      .selectFrom('execution')
      .selectAll()
      .where('seq', '>=', to - 20)
      .where('seq', '<', to)
      .orderBy('seq', 'desc')
      .execute();
  });
  report('Reading a page of 20 messages', [
    [
      'GET /api/v1/message/list, not cached',
      `${endpoint.toFixed(0)} requests/s`,
      (endpoint / bare).toFixed(2),
    ],
    ['its rows by bare SQL, same driver', `${bare.toFixed(0)} queries/s`, '1.00'],
  ]);
}
