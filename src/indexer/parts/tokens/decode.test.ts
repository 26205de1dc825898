import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { expect, test } from 'vitest';
import type { Call, Log } from '../../types.ts';
import { tokenEvents } from './decode.ts';

const word = (value: number): Uint8Array => fromHex(value.toString(16).padStart(64, '0'));
const TOKEN = 1001;
const ANN = word(0xa);

function log(message: number, signature: string, ...parts: Uint8Array[]): Log {
  const topics = [keccakOfText(signature), ...parts.slice(0, -1)];
  const data = parts.at(-1) ?? new Uint8Array();
  const entry = (key: string, value: Uint8Array) => ({ flags: 3, key, codec: 0x55, value });
  return {
    message,
    index: 0,
    emitter: TOKEN,
    entries: [...topics.map((topic, at) => entry(`t${at + 1}`, topic)), entry('d', data)],
  };
}

function call(message: number, from: number, to: number, value: bigint): Call {
  return {
    message,
    top: false,
    from,
    to,
    kind: null,
    version: null,
    method: 0,
    value,
    trace: {
      Msg: { From: 'f0100', To: 'f01001', Value: value.toString(), Method: 0, Params: null },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
  };
}

const deposit = (message: number) => log(message, 'Deposit(address,uint256)', ANN, word(5));
const withdrawal = log(0, 'Withdrawal(address,uint256)', ANN, word(5));
const mint = log(0, 'Transfer(address,address,uint256)', word(0), ANN, word(5));

test('a deposit counts where as much came to the contract in its message, once', () => {
  expect(tokenEvents([deposit(0)], [])).toEqual([]);
  expect(tokenEvents([deposit(0)], [call(0, 100, TOKEN, 4n)])).toEqual([]);
  expect(tokenEvents([deposit(0)], [call(1, 100, TOKEN, 5n)])).toEqual([]);
  expect(tokenEvents([deposit(0)], [call(0, TOKEN, 100, 5n)])).toEqual([]);
  const found = tokenEvents([deposit(0), deposit(0)], [call(0, 100, TOKEN, 5n)]);
  expect(found).toMatchObject([{ emitter: TOKEN, log: { kind: 'deposit', alone: true } }]);
});

test('a withdrawal counts where as much left the contract', () => {
  expect(tokenEvents([withdrawal], [call(0, 100, TOKEN, 5n)])).toEqual([]);
  expect(tokenEvents([withdrawal], [call(0, TOKEN, 100, 5n)])).toMatchObject([
    { log: { kind: 'withdrawal', alone: true } },
  ]);
});

test('what a mint tells as well is counted once', () => {
  const events = tokenEvents([deposit(0), mint], [call(0, 100, TOKEN, 5n)]);
  expect(events.map(({ log: { kind, ...rest } }) => [kind, 'alone' in rest && rest.alone])).toEqual(
    [
      ['deposit', false],
      ['transfer', false],
    ],
  );
});

test('entries that are no EVM log are passed over', () => {
  const short = { flags: 3, key: 't1', codec: 0x55, value: concatBytes(ANN.subarray(1)) };
  expect(tokenEvents([{ message: 0, index: 0, emitter: 6, entries: [short] }], [])).toEqual([]);
});

test('a call counts for one log, in the order of both', () => {
  const itself = call(0, TOKEN, TOKEN, 5n);
  expect(tokenEvents([deposit(0), withdrawal], [itself])).toMatchObject([
    { log: { kind: 'deposit' } },
  ]);
  const kinds = tokenEvents(
    [withdrawal, deposit(0), deposit(0)],
    [itself, call(0, 100, TOKEN, 5n)],
  );
  expect(kinds.map(({ log: { kind } }) => kind)).toEqual(['withdrawal', 'deposit']);
});

test('a contract that floods a tipset is no token; others are read', () => {
  const batch = (items: number): Log =>
    log(
      0,
      'TransferBatch(address,address,address,uint256[],uint256[])',
      ANN,
      word(0),
      ANN,
      concatBytes(word(64), word(64), word(items), ...Array.from({ length: items }, () => word(1))),
    );
  const flood = Array.from({ length: 800 }, () => batch(124));
  const others = [1002, 1003].map((emitter) => ({ ...mint, emitter }));
  const kinds = (logs: readonly Log[]) => [
    ...new Set(tokenEvents(logs, []).map(({ emitter, log: { kind } }) => `${emitter} ${kind}`)),
  ];
  expect(kinds([...flood.slice(0, 10), ...others])).toEqual([
    '1001 transfer',
    '1002 transfer',
    '1003 transfer',
  ]);
  expect(kinds([...flood, ...others])).toEqual([
    '1001 malformed',
    '1002 transfer',
    '1003 transfer',
  ]);
  // Many, each with fewer: those with the most go, until the rest is few.
  const many = Array.from({ length: 5 }, (_, at) =>
    flood.slice(0, 300 + at).map((each) => ({ ...each, emitter: 2001 + at })),
  ).flat();
  expect(kinds([...many, ...others])).toEqual([
    '2001 transfer',
    '2002 transfer',
    '2003 transfer',
    '2004 malformed',
    '2005 malformed',
    '1002 transfer',
    '1003 transfer',
  ]);
});
