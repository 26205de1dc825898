/** The books of made-up tokens. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { delegatedFromEth } from '#filecoin/address.ts';
import { ERC1155, ERC20, ERC721, type TokenLog, type TokenStandard } from '#filecoin/evm/tokens.ts';
import { expect, test } from 'vitest';
import { NOTHING_OLDER } from '../../fold/older.ts';
import { emptyFacts, STATE_TABLES } from '../../fold/tables.ts';
import { StateView } from '../../fold/state.ts';
import { anActor, anExecution, aTipset, executed } from '../../testing/units.ts';
import type { TokenEvent } from './decode.ts';
import { Ledger } from './ledger.ts';

const TOKEN = 1001;
const OLD = 1002;
const ACCOUNT = 1003;
const eth = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const ZERO = eth(0);
const [ANN, BOB] = [eth(0xa), eth(0xb)];

function open() {
  const view = new StateView();
  for (const table of STATE_TABLES) view.cover(table, 'all');
  const actor = (id: number, kind: 'evm' | 'account', created_by: Uint8Array | null) => {
    const { balance, nonce, ...rest } = anActor(id, 0n, 0);
    view.put('actor', {
      ...rest,
      kind: kindIndex(kind),
      nonce: nonce.toString(),
      balance: balance.toString(),
      robust: null,
      delegated: delegatedFromEth(eth(id % 256)),
      created_height: 1,
      created_by,
      last_seen_height: 1,
      message_count: 0,
      transfer_count: 0,
      event_count: 0,
      deleted_height: null,
    });
  };
  actor(TOKEN, 'evm', eth(1));
  actor(OLD, 'evm', null);
  actor(ACCOUNT, 'account', eth(1));
  const rows = emptyFacts();
  const executions = [
    anExecution({ cid: eth(9), fromId: ACCOUNT, toId: TOKEN, toAddr: Uint8Array.of(0, 1) }),
  ];
  const unit = {
    tipset: aTipset(10),
    executed: executed(10, { executions }),
    older: NOTHING_OLDER,
    parts: [],
  };
  const ledger = new Ledger({ view, rows, unit, seqs: [77] });
  let logIndex = 0;
  const take = (log: TokenEvent['log'], emitter = TOKEN): void =>
    ledger.take({ message: 0, logIndex: logIndex++, emitter, log });
  const transfer = (
    standard: TokenStandard,
    from: Uint8Array,
    to: Uint8Array,
    ...items: { id: bigint | null; value: bigint }[]
  ): TokenLog & { kind: 'transfer' } => ({
    kind: 'transfer',
    standard,
    from,
    to,
    items,
    sound: true,
  });
  return { view, rows, take, transfer };
}

test('units are minted, moved and burned', () => {
  const { view, rows, take, transfer } = open();
  const units = (value: bigint) => ({ id: null, value });
  take(transfer(ERC20, ZERO, ANN, units(100n)));
  take(transfer(ERC20, ANN, BOB, units(40n)));
  take(transfer(ERC20, BOB, ZERO, units(40n)));
  take(transfer(ERC20, ANN, ANN, units(5n)));
  take(transfer(ERC20, BOB, ANN, units(0n)));
  expect(view.get('token', TOKEN)).toMatchObject({
    standard: ERC20,
    minted: '100',
    burned: '40',
    holder_count: 1,
    transfer_count: 5,
    negative: false,
    partial: false,
    height: 10,
  });
  expect(view.get('token_holder', TOKEN, ANN)).toMatchObject({ amount: '60', transfer_count: 4 });
  expect(view.get('token_holder', TOKEN, BOB)).toMatchObject({ amount: '0', transfer_count: 3 });
  expect(view.get('token_account', ANN)).toMatchObject({ transfer_count: 4, erc20_count: 4 });
  expect(view.get('counter', 'tokens:1')?.value).toBe(1);
  expect(rows.token_transfer.map((row) => [row.ord, row.position, row.seq])).toEqual(
    [0, 1, 2, 3, 4].map((at) => [at, at, 77]),
  );
  // Who sends to himself has one line of it, the zero address none.
  expect(rows.account_token_transfer.map((row) => [row.holder[0], row.ord, row.token_ord])).toEqual(
    [
      [0xa, 0, 0],
      [0xa, 1, 1],
      [0xb, 0, 1],
      [0xb, 1, 2],
      [0xa, 2, 3],
      [0xb, 2, 4],
      [0xa, 3, 4],
    ],
  );
});

test('who gives more than it has marks the token, for good', () => {
  const { view, take, transfer } = open();
  take(transfer(ERC20, ANN, BOB, { id: null, value: 3n }));
  expect(view.get('token', TOKEN)).toMatchObject({ negative: true, holder_count: 1 });
  expect(view.get('token_holder', TOKEN, ANN)).toMatchObject({ amount: '-3' });
  take(transfer(ERC20, ZERO, ANN, { id: null, value: 10n }));
  expect(view.get('token', TOKEN)).toMatchObject({ negative: true, holder_count: 2 });
});

test('of a contract older than the index only changes are known', () => {
  const { view, take, transfer } = open();
  take(transfer(ERC20, ANN, BOB, { id: null, value: 3n }), OLD);
  expect(view.get('token', OLD)).toMatchObject({ partial: true, negative: false });
});

test('NFTs have owners, places and supplies', () => {
  const { view, take, transfer } = open();
  take(transfer(ERC721, ZERO, ANN, { id: 5n, value: 1n }));
  take(transfer(ERC721, ZERO, ANN, { id: 2n ** 256n - 1n, value: 1n }));
  take(transfer(ERC721, ANN, BOB, { id: 5n, value: 1n }));
  take(transfer(ERC721, BOB, ZERO, { id: 5n, value: 1n }));
  expect(view.get('token', TOKEN)).toMatchObject({ item_count: 2, holder_count: 1, minted: '2' });
  expect(view.get('nft', TOKEN, '5')).toMatchObject({ ord: 0, supply: '0' });
  expect(view.get('nft', TOKEN, (2n ** 256n - 1n).toString())).toMatchObject({
    ord: 1,
    supply: '1',
  });
  expect(view.get('nft_holder', TOKEN, '5', BOB)).toBeNull();
  expect(view.get('token_account', ANN)).toMatchObject({ nft_count: 1, erc721_count: 3 });
  take(transfer(ERC721, BOB, ANN, { id: 5n, value: 1n }));
  expect(view.get('token', TOKEN)?.negative).toBe(true);
});

test('a batch is one line per item', () => {
  const { view, rows, take, transfer } = open();
  take(transfer(ERC1155, ZERO, ANN, { id: 1n, value: 7n }, { id: 1n, value: 2n }));
  take({ kind: 'uri', id: 1n, uri: 'https://example.invalid/{id}' });
  expect(rows.token_transfer.map(({ item, value, log_index }) => [item, value, log_index])).toEqual(
    [
      ['1', 7n, 0],
      ['1', 2n, 0],
    ],
  );
  expect(view.get('nft', TOKEN, '1')).toMatchObject({
    supply: '9',
    uri: 'https://example.invalid/{id}',
  });
  expect(view.get('nft_holder', TOKEN, '1', ANN)).toMatchObject({ amount: '9' });
  take(transfer(ERC1155, ANN, BOB));
  expect(view.get('token', TOKEN)?.transfer_count).toBe(2);
});

test('deposits that nothing else tells mint, but make no token alone', () => {
  const { view, rows, take } = open();
  take({ kind: 'deposit', holder: ANN, value: 9n, alone: true });
  take({ kind: 'withdrawal', holder: ANN, value: 4n, alone: true });
  // These a transfer tells as well.
  take({ kind: 'deposit', holder: ANN, value: 9n, alone: false });
  take({ kind: 'withdrawal', holder: ANN, value: 2n, alone: false });
  expect(view.get('token', TOKEN)).toMatchObject({
    standard: 0,
    wrapped: true,
    minted: '9',
    burned: '4',
    transfer_count: 0,
  });
  expect(rows.token_transfer).toEqual([]);
  expect(view.get('counter', 'tokens:1')).toBeNull();
  take({ kind: 'approval', standard: ERC20 });
  expect(view.get('token', TOKEN)).toMatchObject({ standard: ERC20, mixed: false });
  expect(view.get('token_holder', TOKEN, ANN)).toMatchObject({ amount: '5' });
});

test('odd events flag a contract; who is no contract is not listened to', () => {
  const { view, take, transfer } = open();
  take({ kind: 'malformed' });
  expect(view.get('token', TOKEN)).toMatchObject({ standard: 0, malformed: true });
  take(transfer(ERC20, ZERO, ANN, { id: null, value: 1n }));
  take(transfer(ERC721, ZERO, ANN, { id: 1n, value: 1n }));
  expect(view.get('token', TOKEN)).toMatchObject({ standard: ERC20, mixed: true });
  take(transfer(ERC20, ZERO, ANN, { id: null, value: 1n }), ACCOUNT);
  expect(view.get('token', ACCOUNT)).toBeNull();
});
