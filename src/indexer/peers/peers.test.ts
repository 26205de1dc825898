import { openEither } from '#store/testing/kept.ts';
import { NodeError } from '#node/errors.ts';
import { expect, it } from 'vitest';
import { collectLog, startDemo, until } from '../testing/demo.ts';
import { createPeers } from './peers.ts';

it('keeps the peers of the node and what they call themselves', async () => {
  const demo = await startDemo(10);
  const store = await openEither();
  const { log, lines } = collectLog();
  const rows = () => store.db.selectFrom('node_peer').selectAll().orderBy('peer_id').execute();
  try {
    const peers = createPeers({ node: demo.node, store, log });
    peers.start();
    await until(async () => (await rows()).length > 0, 'peers');
    await peers.stop();
    const known = await rows();
    expect(known.map(({ peer_id }) => peer_id).sort()).toEqual(
      (await demo.node.netPeers()).map(({ ID }) => ID).sort(),
    );
    expect(known.map(({ agent }) => agent)).toContain('curio/1.27.2');
    for (const { addresses } of known)
      expect(JSON.parse(addresses)).toEqual([expect.stringMatching(/^\/ip4\//)]);

    // Hostile names are bounded; a node that stops telling changes nothing.
    const hostile = {
      ...demo.node,
      netPeers: () => Promise.resolve([{ ID: 'x\u0000y', Addrs: ['/dns/'.repeat(100), '/ip4/1'] }]),
      netAgentVersion: () => Promise.resolve(`<b>\u0000${'a'.repeat(1000)}`),
    };
    const once = createPeers({ node: hostile, store, log });
    once.start();
    await until(async () => (await rows()).length === 1, 'the other peer');
    await once.stop();
    expect(await rows()).toMatchObject([
      { peer_id: 'xy', agent: `<b>${'a'.repeat(196)}`, addresses: '["/ip4/1"]' },
    ]);
    let asked = 0;
    const silent = {
      ...demo.node,
      netPeers: () => {
        asked++;
        return Promise.reject(
          new NodeError('unsupported', 'Filecoin.NetPeers', 'method not found'),
        );
      },
    };
    const none = createPeers({ node: silent, store, log, everyMs: 5 });
    none.start();
    await until(() => asked > 1, 'another try');
    await none.stop();
    expect(await rows()).toHaveLength(1);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  } finally {
    await store.close();
    await demo.close();
  }
});
