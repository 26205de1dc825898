import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { delegatedFromEth, formatAddress, idAddress } from '#filecoin/address.ts';
import { fromBase64, toBase64 } from '#filecoin/encoding/bytes.ts';
import { createKindTable } from '#filecoin/actors/kinds.ts';
import type { ExecutionTraceJson } from '#node/types.ts';
import { MAX_PAYLOAD, packCallTree, unpackCallTree } from '#store/calltree.ts';
import { movesOf, unnamedAddresses, walkCalls } from './calls.ts';
import { Kinds } from './kinds.ts';
import { learnAddresses } from './learn.ts';
import { storableText } from './text.ts';

const CODE = 'bafk2bzaceb3j36ri5y5mfklgp5emlvrms6g4733ss2j3l7jismrxq6ng3tcc6';
const kinds = new Kinds(createKindTable());

interface Parts {
  from?: string;
  to?: string;
  id?: number | null;
  value?: bigint;
  method?: number | bigint;
  exit?: number;
  params?: string | null;
  returned?: string | null;
  sub?: ExecutionTraceJson[];
}

function call(parts: Parts): ExecutionTraceJson {
  const { from = 'f01000', to = 'f01001', exit = 0, sub = [] } = parts;
  const id = parts.id === undefined ? Number(to.slice(2)) : parts.id;
  return {
    Msg: {
      From: from,
      To: to,
      Value: (parts.value ?? 0n).toString(),
      Method: parts.method ?? 0,
      Params: parts.params ?? null,
    },
    MsgRct: { ExitCode: exit, Return: parts.returned ?? null },
    InvokedActor:
      id === null
        ? null
        : { Id: id, State: { Code: { '/': CODE }, Head: { '/': CODE }, Nonce: 0, Balance: '0' } },
    Subcalls: sub,
  };
}

describe('walking a trace', () => {
  it('goes through as many calls as one may make', () => {
    const robust = formatAddress(delegatedFromEth(new Uint8Array(20).fill(3)));
    const many = Array.from({ length: 200_000 }, () => call({ to: robust, id: null }));
    expect(unnamedAddresses(call({ sub: many }))).toEqual([robust]);
  });

  it('counts only what succeeded with all its callers', () => {
    const trace = call({
      value: 1n,
      sub: [
        call({ from: 'f01001', to: 'f01002', value: 2n }),
        call({
          from: 'f01001',
          to: 'f01003',
          value: 4n,
          exit: 33,
          sub: [call({ from: 'f01003', to: 'f01004', value: 8n })],
        }),
        call({ from: 'f01001', to: 'f01005', value: 16n }),
      ],
    });
    const tree = walkCalls(trace, true, kinds);
    expect(tree.subcalls).toBe(4);
    expect(tree.failed).toBe(true);
    expect(movesOf(tree).map((move) => move.value)).toEqual([1n, 2n, 16n]);
    // The receipt decides, whatever the trace says of the top call.
    expect(movesOf(walkCalls(trace, false, kinds))).toEqual([]);
    const contradicting = call({ value: 1n, exit: 16 });
    expect(movesOf(walkCalls(contradicting, true, kinds)).map((move) => move.value)).toEqual([1n]);
  });

  it('keeps order, ids and addresses', () => {
    const robust = formatAddress(delegatedFromEth(new Uint8Array(20).fill(7)));
    const tree = walkCalls(
      call({
        sub: [call({ from: 'f01001', to: robust, id: 1009, method: 5 }), call({ to: 'f099' })],
      }),
      true,
      kinds,
    );
    expect(tree.root.sub.map((node) => [node.from, node.to, node.toAddress, node.method])).toEqual([
      [1001, 1009, robust, 5],
      [1000, 99, undefined, 0],
    ]);
    expect(unpackCallTree(packCallTree(tree.root))).toEqual(JSON.parse(JSON.stringify(tree.root)));
  });

  it('keeps every digit of a method number', () => {
    const { root } = walkCalls(call({ sub: [call({ method: 2n ** 64n - 1n })] }), true, kinds);
    const [sub] = unpackCallTree(packCallTree(root)).sub;
    expect([root.method, sub?.method]).toEqual([0, '18446744073709551615']);
    const exec = call({ to: 'f01', method: 2n ** 63n });
    expect(learnAddresses(walkCalls(exec, true, kinds))).toEqual([]);
  });

  it('bears calls nested far deeper than the stack, and huge payloads', () => {
    let trace = call({ value: 1n });
    for (let depth = 0; depth < 20_000; depth++) trace = call({ value: 1n, sub: [trace] });
    const deep = walkCalls(trace, true, kinds);
    expect(deep.subcalls).toBe(20_000);
    expect(movesOf(deep)).toHaveLength(20_001);
    expect(packCallTree(deep.root).length).toBeGreaterThan(0);
    const huge = walkCalls(
      call({ params: 'A'.repeat(10 << 20), returned: 'B'.repeat(10 << 20) }),
      true,
      kinds,
    );
    expect(huge.root.params).toHaveLength(MAX_PAYLOAD);
    expect(huge.root.ret).toHaveLength(MAX_PAYLOAD);
  });

  it('refuses value moved to nobody, and callers without an id', () => {
    const robust = formatAddress(delegatedFromEth(new Uint8Array(20).fill(7)));
    const nobody = walkCalls(call({ to: robust, id: null, value: 1n }), true, kinds);
    expect(nobody.root.to).toBeNull();
    expect(() => movesOf(nobody)).toThrowError('does not tell the id');
    expect(() => walkCalls(call({ from: robust }), true, kinds)).toThrowError(
      'does not tell the id',
    );
    const named = walkCalls(call({ from: robust }), true, kinds, new Map([[robust, 1234]]));
    expect(named.root.from).toBe(1234);
  });
});

describe('learning addresses', () => {
  const robust = Uint8Array.of(2, ...new Array<number>(20).fill(9));
  const returned = toBase64(encodeCbor([idAddress(1500), robust]));

  it('believes successful creations and calls by address only', () => {
    const exec = call({ to: 'f01', method: 2, returned });
    expect(learnAddresses(walkCalls(exec, true, kinds))).toEqual([[robust, 1500]]);
    expect(learnAddresses(walkCalls(exec, false, kinds))).toEqual([]);
    const sent = call({ to: formatAddress(robust), id: 1500 });
    expect(learnAddresses(walkCalls(sent, true, kinds))).toEqual([[robust, 1500]]);
  });

  it('learns nothing from returns of any other shape', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const tree = walkCalls(
          call({ to: 'f010', method: 4, returned: toBase64(bytes) }),
          true,
          kinds,
        );
        expect(() => learnAddresses(tree)).not.toThrow();
      }),
    );
    expect(fromBase64(returned).length).toBeGreaterThan(20);
  });
});

describe('text for the database', () => {
  it('has no NUL, no half characters, and an end', () => {
    expect(storableText('a\u0000b\ud800c', 100)).toBe('ab\ufffdc');
    expect(storableText('x'.repeat(10 << 20), 2_000)).toHaveLength(2_000);
    expect(storableText('𝄞'.repeat(10), 5)).toBe('𝄞𝄞\ufffd');
  });
});
