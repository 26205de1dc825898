import { int16 } from '#filecoin/encoding/integers.ts';
import { describe, expect, it } from 'vitest';
import { Pool } from './pool.ts';
import type { Pooled } from './rows.ts';

function message(id: string, slot = id): Pooled {
  const empty = new Uint8Array();
  return {
    id,
    slot,
    row: {
      cid: empty,
      version: 0,
      from_addr: empty,
      to_addr: empty,
      nonce: 0,
      value: 0n,
      gas_limit: 0,
      gas_fee_cap: 0n,
      gas_premium: 0n,
      method: 0,
      params: null,
      signature_type: int16(1),
      size: 0,
      eth_hash: null,
    },
  };
}

function told(pool: Pool) {
  const { arrived, departed, replaced } = pool.take();
  return {
    arrived: [...arrived.keys()],
    departed: [...departed].map(([id, { pooled, by }]) => [id, by, pooled !== null]),
    replaced,
  };
}

describe('the pool', () => {
  it('tells arrivals and departures once', () => {
    const pool = new Pool([{ id: 'old', slot: 'old' }]);
    pool.add(message('a'));
    pool.add(message('a'));
    pool.remove('old');
    pool.remove('old');
    pool.remove('stranger');
    expect(told(pool)).toEqual({ arrived: ['a'], departed: [['old', null, false]], replaced: 0 });
    expect(told(pool)).toEqual({ arrived: [], departed: [], replaced: 0 });
    expect(pool.size).toBe(1);
  });

  it('takes a second message of a sender and nonce for a replacement', () => {
    const pool = new Pool([{ id: 'first', slot: 's/1' }]);
    pool.add(message('second', 's/1'));
    pool.add(message('third', 's/1'));
    expect(told(pool)).toEqual({
      arrived: ['third'],
      departed: [
        ['first', 'second', false],
        ['second', 'third', true],
      ],
      replaced: 2,
    });
    expect(pool.size).toBe(1);
  });

  it('removes what is announced as removed after its replacement without touching that', () => {
    const pool = new Pool([{ id: 'first', slot: 's/1' }]);
    pool.add(message('second', 's/1'));
    pool.remove('first');
    expect(told(pool).departed).toEqual([['first', 'second', false]]);
    pool.add(message('third', 's/1'));
    expect(told(pool).departed).toEqual([['second', 'third', false]]);
  });

  it('keeps what a fork gives back', () => {
    const pool = new Pool([{ id: 'a', slot: 'a' }]);
    pool.remove('a');
    pool.add(message('a'));
    expect(told(pool)).toEqual({ arrived: ['a'], departed: [], replaced: 0 });
    pool.add(message('b'));
    pool.remove('b');
    expect(told(pool)).toEqual({ arrived: [], departed: [['b', null, true]], replaced: 0 });
  });

  it('becomes what the node has, whatever it missed', () => {
    const pool = new Pool([
      { id: 'stays', slot: 's/1' },
      { id: 'goes', slot: 's/2' },
      { id: 'outbid', slot: 's/3' },
    ]);
    pool.reset([message('stays', 's/1'), message('bid', 's/3'), message('new', 's/4')]);
    expect(told(pool)).toEqual({
      arrived: ['bid', 'new'],
      departed: [
        ['outbid', 'bid', false],
        ['goes', null, false],
      ],
      replaced: 1,
    });
    expect(pool.size).toBe(3);
  });
});
