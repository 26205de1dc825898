import { describe, expect, it } from 'vitest';
import { delegatedFromEth } from '#filecoin/address.ts';
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { labelHash, namehash, RECORD, reverseNode } from '#filecoin/evm/names.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { anActor } from '../../testing/units.ts';
import type { Log } from '../../types.ts';
import { nameEvents, rolesOf } from './decode.ts';

const eth = (digit: string): Uint8Array => fromHex(digit.repeat(40));
const hex = (digit: string): string => `0x${digit.repeat(40)}`;

const SERVICE: NameService = {
  title: 'Test',
  suffix: 'fil',
  registry: hex('1'),
  registrar: hex('2'),
  controllers: [hex('3')],
  resolvers: [hex('4')],
  reverseRegistrar: hex('5'),
  graceSeconds: 100,
};
const ROLES = rolesOf([SERVICE]);

/** Actors 1 to 9 have the addresses 0x11…, 0x22…, … */
const CHANGES = Array.from({ length: 9 }, (_, at) => ({
  ...anActor(at + 1, 0n, 1),
  kind: kindIndex('evm'),
  delegated: delegatedFromEth(eth(String(at + 1))),
}));

const word = (bytes: Uint8Array): Uint8Array =>
  concatBytes(new Uint8Array(32 - bytes.length), bytes);
const number = (value: number): Uint8Array => fromHex(value.toString(16).padStart(64, '0'));
const dynamic = (bytes: Uint8Array): Uint8Array =>
  concatBytes(number(bytes.length), bytes, new Uint8Array((32 - (bytes.length % 32)) % 32));
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function log(
  emitter: number,
  event: string,
  indexed: readonly Uint8Array[],
  ...data: readonly Uint8Array[]
): Log {
  const topics = [keccakOfText(event), ...indexed];
  return {
    message: 0,
    index: 0,
    emitter,
    entries: [
      ...topics.map((value, at) => ({ flags: 3, key: `t${at + 1}`, codec: 0x55, value })),
      ...(data.length === 0
        ? []
        : [{ flags: 3, key: 'd', codec: 0x55, value: concatBytes(...data) }]),
    ],
  };
}

const events = (...logs: Log[]) => nameEvents(logs, [], CHANGES, [SERVICE], ROLES);

const KELP = labelHash('kelp');
const byRegistrar = log(
  2,
  'NameRegistered(uint256,address,uint256)',
  [KELP, word(eth('9'))],
  number(5_000),
);
const byController = (label: string, emitter = 3): Log =>
  log(
    emitter,
    'NameRegistered(string,bytes32,address,uint256,uint256,uint256)',
    [KELP, word(eth('9'))],
    number(128),
    number(7),
    number(1),
    number(5_000),
    dynamic(text(label)),
  );

describe('a registration', () => {
  it('is one event, told by registrar and controller', () => {
    expect(events(byRegistrar, byController('kelp'))).toEqual([
      {
        service: 0,
        message: 0,
        type: 'registered',
        label: KELP,
        owner: eth('9'),
        expires: '5000',
        text: 'kelp',
        cost: '8',
      },
    ]);
  });

  it('has no label when what is told is not what was hashed', () => {
    expect(events(byController('<b>other</b>'))).toMatchObject([
      { type: 'registered', text: null },
    ]);
  });

  it('is one event, whatever its label is', () => {
    for (const label of ['kelp'.repeat(500), '<b>other</b>'])
      expect(events(byRegistrar, byController(label))).toMatchObject([
        { type: 'registered', label: KELP, text: null, cost: '8' },
      ]);
    // Twice in a message, as what is renewed may be.
    const twice = [byRegistrar, byController('kelp'), byRegistrar, byController('x'.repeat(2_000))];
    expect(events(...twice)).toMatchObject([{ text: 'kelp' }, { text: null, cost: '8' }]);
  });

  it('is nobody’s word but its own contracts’', () => {
    expect(events(byController('kelp', 7))).toEqual([]);
    expect(events({ ...byRegistrar, emitter: 3 })).toEqual([]);
    expect(events({ ...byRegistrar, emitter: 99 })).toEqual([]);
  });

  it('may expire later than any number can count', () => {
    const far = log(2, 'NameRenewed(uint256,uint256)', [KELP], fromHex('ff'.repeat(32)));
    expect(events(far)).toMatchObject([{ type: 'renewed', expires: String(2n ** 256n - 1n) }]);
  });
});

it('controllers, resolvers, holders and claims are told by their contracts', () => {
  const node = namehash('kelp.fil');
  expect(
    events(
      log(1, 'NewOwner(bytes32,bytes32,address)', [namehash('fil'), KELP], word(eth('8'))),
      log(1, 'NewResolver(bytes32,address)', [node], word(eth('4'))),
      log(1, 'Transfer(bytes32,address)', [node], word(eth('7'))),
      log(2, 'Transfer(address,address,uint256)', [word(eth('9')), word(eth('8')), KELP]),
      log(5, 'ReverseClaimed(address,bytes32)', [word(eth('9')), reverseNode(eth('9'))]),
    ).map(({ type }) => type),
  ).toEqual(['owner', 'resolver', 'owner', 'transfer', 'claimed']);
});

it('records come from any resolver, with its address', () => {
  const node = namehash('kelp.fil');
  const changed = (emitter: number): Log =>
    log(
      emitter,
      'AddressChanged(bytes32,uint256,bytes)',
      [node],
      number(461),
      number(64),
      dynamic(text('f099')),
    );
  expect(events(changed(4), changed(8))).toMatchObject([
    { type: 'record', by: eth('4'), kind: RECORD.address, key: '461', value: '0x66303939' },
    { type: 'record', by: eth('8') },
  ]);
});

it('who floods a tipset with records is not heard; the network’s own contracts are', () => {
  const node = namehash('kelp.fil');
  const cleared = (emitter: number): Log =>
    log(emitter, 'VersionChanged(bytes32,uint64)', [node], number(1));
  const flood = (emitter: number): Log[] => Array.from({ length: 50_001 }, () => cleared(emitter));
  expect(events(...flood(8), cleared(9))).toMatchObject([{ type: 'cleared', by: eth('9') }]);
  expect(events(...flood(4))).toHaveLength(50_001);
});

it('what is cut off, or an event of no contract of the chain, is left out', () => {
  expect(events(log(2, 'NameRenewed(uint256,uint256)', [KELP], new Uint8Array(7)))).toEqual([]);
  expect(events(log(2, 'NameRenewed(uint256,uint256)', [], number(1)))).toEqual([]);
  expect(events(log(2, 'Something()', []))).toEqual([]);
});
