import { describe, expect, it } from 'vitest';
import { read, tipsetOf } from '../testing/tipsets.ts';
import { aTipset } from '../testing/units.ts';
import type { MessageRow, TipsetFacts } from '../types.ts';
import { checkOrder, executionOrder } from './order.ts';

const ALICE = Uint8Array.of(1, ...new Uint8Array(20).fill(1));
const BOB = Uint8Array.of(1, ...new Uint8Array(20).fill(2));
const BOB_BY_ID = Uint8Array.of(0, 100);

const [sample] = tipsetOf(read('1162295.json.gz')).messages;
if (!sample) throw new Error('The fixture has no message');

/** `name`: one letter, which is its CID. */
const message = (name: string, from: Uint8Array, nonce: number): MessageRow => ({
  ...sample,
  cid: new Uint8Array(32).fill(name.charCodeAt(0)),
  from_addr: from,
  nonce,
});

/** A tipset whose blocks, of providers 1000, 1001, …, include the messages of these letters. */
function tipsetOfBlocks(messages: readonly MessageRow[], blocks: readonly string[]): TipsetFacts {
  const [block] = tipsetOf(read('1162295.json.gz')).blocks;
  if (!block) throw new Error('The fixture has no block');
  return {
    ...aTipset(5),
    messages: [...messages],
    blocks: blocks.map((_, at) => ({ ...block, miner_id: 1000 + at })),
    inclusion: blocks.map((letters) =>
      [...letters].map((letter) => new Uint8Array(32).fill(letter.charCodeAt(0))),
    ),
  };
}

const textOf = (order: ReturnType<typeof executionOrder>): string | null =>
  order &&
  order.map(({ cid, minerId }) => `${String.fromCharCode(cid[0] ?? 0)}${minerId - 1000}`).join(' ');

describe('the order of execution', () => {
  const messages = [
    message('a', ALICE, 7),
    message('b', ALICE, 8),
    message('c', BOB, 0),
    message('d', ALICE, 8),
  ];

  it("is the blocks', each message once", () => {
    expect(textOf(executionOrder(tipsetOfBlocks(messages, ['ac', 'abc'])))).toBe('a0 c0 b1');
    expect(textOf(executionOrder(tipsetOfBlocks(messages, ['aac'])))).toBe('a0 c0');
  });

  it('leaves out whose nonce another message has used', () => {
    expect(textOf(executionOrder(tipsetOfBlocks(messages, ['ab', 'ad', 'c'])))).toBe('a0 b0 c2');
    expect(textOf(executionOrder(tipsetOfBlocks(messages, ['d', 'ab'])))).toBe('d0');
  });

  it('is not known where a sender is named by its id', () => {
    const named = [...messages, message('e', BOB_BY_ID, 1)];
    const tipset = tipsetOfBlocks(named, ['ae']);
    expect(executionOrder(tipset)).toBeNull();
    expect(() => checkOrder(tipset, [])).not.toThrow();
  });

  it('is what a trace has to tell', () => {
    const tipset = tipsetOfBlocks(messages, ['ac', 'ab']);
    const due = executionOrder(tipset) ?? [];
    expect(() => checkOrder(tipset, due)).not.toThrow();
    const others = [due.slice(1), due.toReversed(), [...due, ...due]].concat(
      due.map((one, at) => due.with(at, { ...one, minerId: 999 })),
    );
    for (const told of others)
      expect(() => checkOrder(tipset, told)).toThrow(/invariant 2: by its blocks it executes/);
  });
});
