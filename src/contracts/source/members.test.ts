import { describe, expect, it } from 'vitest';
import { contractWords, membersOf } from './members.ts';

const ABI = [
  { type: 'constructor', inputs: [{ name: 'owner', type: 'address' }] },
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: '', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
    stateMutability: 'nonpayable',
  },
  {
    type: 'function',
    name: 'totalSupply',
    constant: true,
    inputs: [],
    outputs: [],
    payable: false,
  },
  {
    type: 'function',
    name: 'swap',
    inputs: [
      {
        name: 'legs',
        type: 'tuple[2]',
        components: [
          { name: 'a', type: 'uint8' },
          { name: 'b', type: 'tuple', components: [{ name: 'c', type: 'bytes' }] },
        ],
      },
    ],
    stateMutability: 'payable',
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [{ name: 'from', type: 'address', indexed: true }],
  },
  { type: 'error', name: 'Broke', inputs: [{ name: 'by', type: 'uint256' }] },
  { type: 'receive', stateMutability: 'payable' },
  { type: 'function', name: 7 },
  null,
];
const DOCS = {
  userdoc: {
    notice: 'A token.',
    methods: { 'transfer(address,uint256)': { notice: 'Sends.' }, constructor: 'odd' },
    errors: { 'Broke(uint256)': [{ notice: 'Nothing left.' }] },
  },
  devdoc: {
    title: 'Token',
    author: ' ',
    methods: {
      'transfer(address,uint256)': {
        details: 'Moves.',
        params: { to: 'who' },
        returns: { _0: 'whether' },
      },
    },
  },
};

describe('members of an ABI', () => {
  const members = membersOf(JSON.stringify(ABI), JSON.stringify(DOCS));
  it('are told by kind, signature and hash', () => {
    expect(members.map(({ kind, signature, hash }) => [kind, signature, hash])).toEqual([
      ['constructor', 'constructor(address)', null],
      ['write', 'transfer(address,uint256)', '0xa9059cbb'],
      ['read', 'totalSupply()', '0x18160ddd'],
      ['write', 'swap((uint8,(bytes))[2])', expect.stringMatching(/^0x[0-9a-f]{8}$/)],
      ['event', 'Transfer(address)', expect.stringMatching(/^0x[0-9a-f]{64}$/)],
      ['error', 'Broke(uint256)', expect.stringMatching(/^0x[0-9a-f]{8}$/)],
      ['other', 'receive()', null],
    ]);
    expect(members[3]?.payable).toBe(true);
    expect(members[4]?.inputs[0]?.indexed).toBe(true);
  });
  it('have what the source says of them', () => {
    expect(members[1]).toMatchObject({
      notice: 'Sends.',
      details: 'Moves.',
      inputs: [{ text: 'who' }, { text: null }],
      outputs: [{ text: 'whether' }],
    });
    expect(members[5]?.notice).toBe('Nothing left.');
    expect(contractWords(JSON.stringify(DOCS))).toEqual({
      title: 'Token',
      author: null,
      notice: 'A token.',
      details: null,
    });
  });
  it('are none where there is no ABI, and need no documents', () => {
    expect([null, '', '{}', 'null', '[[]]'].map((abi) => membersOf(abi, null))).toEqual(
      Array.from({ length: 5 }, () => []),
    );
    for (const docs of ['', 'null', '[]', '{"userdoc":7}', '{"devdoc":{"methods":[]}}'])
      expect(membersOf(JSON.stringify(ABI), docs).length).toBe(7);
    const odd = { userdoc: { methods: {} }, devdoc: { methods: { toString: 1 } } };
    const [member] = membersOf(
      '[{"type":"function","name":"constructor","inputs":[]}]',
      JSON.stringify(odd),
    );
    expect(member).toMatchObject({ notice: null, details: null });
  });
});
