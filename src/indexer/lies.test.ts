import { cidOf } from '#filecoin/encoding/cid.ts';
import { messageFromJson, signedMessageDigest } from '#filecoin/message.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { SIGNATURE_BLS, signatureFromJson } from '#filecoin/signature.ts';
import { consistent } from '#node/testing/consistent.ts';
import { formatJson, parseJson } from '#node/json.ts';
import type { Fault } from '#node/testing/faulty-proxy.ts';
import type { SignedMessageJson } from '#node/types.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { differences } from './testing/facts.ts';
import { Faulty, HEAD, START } from './testing/faulty.ts';

type Json = Record<string, unknown>;

let faulty: Faulty;
beforeAll(async () => {
  faulty = await Faulty.start();
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

/** Changes the first answer of a method that `change` has something to change in. */
function lie(method: string, change: (result: unknown) => boolean): () => Fault {
  let told = false;
  return () => ({
    kind: 'corrupt',
    change: (name, result) => {
      if (name !== `Filecoin.${method}` || told) return undefined;
      told = change(result);
      return told ? result : undefined;
    },
  });
}

/** As `lie`, but every time. */
function liar(method: string, change: (result: unknown) => boolean): () => Fault {
  return () => ({
    kind: 'corrupt',
    change: (name, result) =>
      name === `Filecoin.${method}` && change(result) ? result : undefined,
  });
}

function within(value: unknown, ...path: (string | number)[]): Json | null {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Record<string | number, unknown>)[step];
  }
  return typeof at === 'object' && at !== null ? (at as Json) : null;
}

function raise(object: Json | null, field: string): boolean {
  const value = object?.[field];
  if (!object || value === undefined) return false;
  object[field] = typeof value === 'number' ? value + 1 : (BigInt(String(value)) + 1n).toString();
  return true;
}

/** Of a message that ran its trace tells nothing, as if it had been refused before. */
function forget(invocation: Json | null): boolean {
  if (!invocation || within(invocation, 'MsgRct')?.['GasUsed'] === 0) return false;
  invocation['ExecutionTrace'] = null;
  return true;
}

/** Leaves out the last of a block's messages: of those that are told each has its CID. */
function leaveOutLast(answer: Json | null): boolean {
  const lists = [answer?.['SecpkMessages'], answer?.['Cids']];
  const [signed, cids] = lists.filter((list) => Array.isArray(list));
  if (!signed || !cids || signed.length === 0) return false;
  signed.pop();
  cids.pop();
  return true;
}

describe('a node that lies', () => {
  it.each<[string, number, string, (result: unknown) => boolean]>([
    [
      'a message',
      1,
      'ChainGetBlockMessages',
      (r) => raise(within(r, 'SecpkMessages', 0, 'Message'), 'Nonce'),
    ],
    ["a block's messages", 1, 'ChainGetBlockMessages', (r) => leaveOutLast(within(r))],
    ['a receipt', 1, 'ChainGetParentReceipts', (r) => raise(within(r, 0), 'GasUsed')],
    ['an event', 1, 'ChainGetEvents', (r) => raise(within(r, 0), 'Emitter')],
    [
      'a receipt of the trace',
      2,
      'StateCompute',
      (r) => raise(within(r, 'Trace', 0, 'MsgRct'), 'GasUsed'),
    ],
    [
      'a root',
      2,
      'StateCompute',
      (r) => {
        const root = within(r, 'Root');
        if (!root) return false;
        root['/'] = 'bafy2bzacecdf2wbh52fzav3ls74gke47slrphfsvug6t6sc56noqm5anolyrk';
        return true;
      },
    ],
    ['what a message did', 2, 'StateCompute', (r) => forget(within(r, 'Trace', 0))],
    [
      'a value',
      4,
      'StateCompute',
      (r) => raise(within(r, 'Trace', 0, 'ExecutionTrace', 'Msg'), 'Value'),
    ],
    ['a burn', 3, 'StateCompute', (r) => raise(within(r, 'Trace', 0, 'GasCost'), 'BaseFeeBurn')],
  ])(
    'about %s is stopped at (invariant %i) until it tells the truth',
    async (_, invariant, method, change) => {
      const { reason, height, indexer } = await faulty.getsOver(liar(method, change), 'stopped');
      expect(reason).toMatch(
        new RegExp(`^Tipset \\d+ \\(bafy\\w+\\) breaks invariant ${invariant}: `),
      );
      const doubted = Number(/^Tipset (\d+)/.exec(reason)?.[1]);
      expect(doubted).toBeGreaterThanOrEqual(START);
      // Nothing of it, and nothing after it, was published.
      expect(height ?? 0).toBeLessThan(doubted);
      expect(indexer.metrics.invariantFailures).toBeGreaterThan(0);
    },
  );

  it('once is got over by asking again', async () => {
    faulty.proxy.setFaults(lie('ChainGetParentReceipts', (r) => raise(within(r, 0), 'GasUsed')));
    const indexer = await faulty.begin();
    await indexer.sync();
    expect(indexer.metrics.invariantFailures).toBe(1);
    expect(indexer.status()).toMatchObject({ state: 'following', reason: null });
    expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  });

  it('that events are none is stopped at until it tells the truth', async () => {
    const none = (): Fault => ({
      kind: 'corrupt',
      change: (name, result) =>
        name === 'Filecoin.ChainGetEvents' && result !== undefined ? null : undefined,
    });
    const { reason } = await faulty.getsOver(none, 'stopped');
    expect(reason).toMatch(/breaks invariant 1: the receipt of message .* tells others \(0\)$/);
  });

  it('that another tipset is the parent is stopped at, where the index begins too', async () => {
    const other = await faulty.demo.node.chainGetTipSetByHeight(START - 10, null);
    const { reason, height } = await faulty.getsOver(
      () => ({
        kind: 'corrupt',
        change: (name, result) =>
          name === 'Filecoin.ChainGetTipSet' && within(result)?.['Height'] === START + 3
            ? other
            : undefined,
      }),
      'stopped',
    );
    expect(reason).toMatch(/breaks invariant 5: /);
    expect(height).toBe(null);
  });

  it('about the genesis is not taken for one of another network', async () => {
    const head = await faulty.demo.node.chainHead();
    const { reason } = await faulty.getsOver(
      () => ({
        kind: 'corrupt',
        change: (name) => (name === 'Filecoin.ChainGetGenesis' ? head : undefined),
      }),
      'stopped',
    );
    expect(reason).toBe('The node tells of no genesis');
  });

  it('is asked once for messages that headers prove', async () => {
    const asked: string[] = [];
    faulty.proxy.setFaults(({ methods }) => {
      asked.push(...methods);
      return null;
    });
    const indexer = await faulty.begin();
    await indexer.sync();
    const blocks = await faulty.store.db.selectFrom('block').select('messages_root').execute();
    const roots = new Set(blocks.map((block) => cidOf(block.messages_root)));
    const brought = asked.filter((method) => method === 'Filecoin.ChainGetBlockMessages');
    expect(brought).toHaveLength(roots.size);
    expect(roots.size).toBeLessThan(blocks.length);
  });

  it('about a header is stopped at, and what came before is kept', async () => {
    const changed = (result: unknown): boolean => {
      const tipset = within(result);
      return Number(tipset?.['Height']) === START + 10
        ? raise(within(result, 'Blocks', 0), 'ForkSignaling')
        : false;
    };
    const { reason, height } = await faulty.getsOver(liar('ChainGetTipSet', changed), 'stopped');
    expect(reason).toContain(`Tipset ${START + 10} `);
    expect(reason).toContain('invariant 1');
    expect(height).toBe(START + 8);
  });
});

/**
 * Makes the node tell of `message` as if it had been sent with another method number: all that an
 * answer says of it fits together, its new CID included.
 */
function resent(message: SignedMessageJson, method: bigint, cids: [string, string]): Fault {
  const change = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { From, Nonce, MsgCid, ExecutionTrace } = value as Json;
    if (From === message.Message.From && Nonce === message.Message.Nonce)
      Object.assign(value, { Method: method });
    if (within(MsgCid)?.['/'] === cids[0])
      Object.assign(within(ExecutionTrace, 'Msg') ?? {}, { Method: method });
    Object.values(value).forEach(change);
  };
  return {
    kind: 'corrupt',
    change: (_, result) => {
      if (result === undefined || !formatJson(result).includes(cids[0])) return undefined;
      change(result);
      return parseJson(formatJson(result).replaceAll(...cids));
    },
  };
}

it('a message of the greatest method number is indexed like any other', async () => {
  const method = 2n ** 64n - 1n;
  const [call] = await faulty.reference.db
    .selectFrom('execution as e')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .innerJoin('block_message as b', 'b.cid', 'e.cid')
    .select(['e.cid', 'b.block_cid'])
    .where('e.to_kind', '=', kindIndex('evm'))
    .where('m.signature_type', '!=', int16(SIGNATURE_BLS))
    .limit(1)
    .execute();
  const was = cidOf(call?.cid ?? new Uint8Array());
  const block = { '/': cidOf(call?.block_cid ?? new Uint8Array()) };
  const { SecpkMessages, BlsMessages, Cids } = await faulty.demo.node.chainGetBlockMessages(block);
  const at = Cids.findIndex((cid) => cid['/'] === was) - BlsMessages.length;
  const sent = SecpkMessages[at];
  if (!sent) throw new Error('The block has no such call');
  const message = messageFromJson(sent.Message);
  const digest = signedMessageDigest({ ...message, method }, signatureFromJson(sent.Signature));
  faulty.proxy.setFaults(() => resent(sent, method, [was, cidOf(digest)]));
  const indexer = await faulty.begin({}, consistent(faulty.node, START));
  await indexer.sync();
  expect(indexer.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
  expect(indexer.metrics.invariantFailures).toBe(0);
  const row = await faulty.store.db
    .selectFrom('execution as e')
    .innerJoin('message as m', 'm.cid', 'e.cid')
    .innerJoin('method as n', 'n.id', 'e.method_id')
    .select(['e.method', 'm.method as own', 'n.name', 'e.nonce'])
    .where('e.cid', '=', digest)
    .executeTakeFirst();
  expect(row).toEqual({
    method: method.toString(),
    own: method.toString(),
    name: 'Fallback',
    nonce: String(message.nonce),
  });
  const untouched = ['balance', 'account_event', 'network_state', 'progress'];
  expect(await differences(faulty.store, faulty.reference, untouched)).toEqual([]);
});
