import { protocolOf } from '#filecoin/address.ts';
import { messagesDigest } from '#filecoin/block.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { describe, expect, it } from 'vitest';
import { FILES, read, receiptsRootOf, tipsetOf } from '../testing/tipsets.ts';
import { checkEvents, checkMessages, checkReceipts } from './roots.ts';

const BLS_ADDRESS = 3;
const ref = { height: 1, name: 'bafy' };
const receipt = { ExitCode: 0, Return: 'gQE=', GasUsed: 7, EventsRoot: null };

describe('messages', () => {
  it.each(FILES)("of %s's first block are those that its header names", (file) => {
    const fixture = read(file);
    const { messages, inclusion } = tipsetOf(fixture);
    const senders = new Map(messages.map((row) => [toHex(row.cid), protocolOf(row.from_addr)]));
    const isBls = (cid: Uint8Array): boolean => senders.get(toHex(cid)) === BLS_ADDRESS;
    const [first = []] = inclusion;
    const told = messagesDigest(
      first.filter(isBls),
      first.filter((cid) => !isBls(cid)),
    );
    expect(cidOf(told)).toBe(fixture.tipset.Blocks[0]?.Messages['/']);
  });

  it('that are told by no block are refused', () => {
    const none = { BlsMessages: [], SecpkMessages: [], Cids: [] };
    const empty = digestOf('bafy2bzacecmda75ovposbdateg7eyhwij65zklgyijgcjwynlklmqazpwlhba');
    expect(() => checkMessages(ref, [], none, empty)).not.toThrow();
    const { messages } = tipsetOf(read('1162295.json.gz'));
    expect(() => checkMessages(ref, messages, none, empty)).toThrow(/invariant 1: a block names/);
  });
});

describe('receipts', () => {
  it('are taken in either form, by what their root is', () => {
    const old = receiptsRootOf([{ ...receipt, EventsRoot: undefined }]);
    const newer = receiptsRootOf([receipt, { ...receipt, EventsRoot: { '/': cidOf(old) } }]);
    expect(() => checkReceipts(ref, [receipt], old)).not.toThrow();
    expect(() => checkReceipts(ref, [receipt, receipt], newer)).toThrow(/invariant 1: its child/);
  });

  it('of the older form have no events', () => {
    const told = { ...receipt, EventsRoot: { '/': cidOf(new Uint8Array(32)) } };
    expect(() => checkReceipts(ref, [told], receiptsRootOf([receipt]))).toThrow(/names receipts/);
  });

  it('with numbers that no receipt has are refused', () => {
    const told = { ...receipt, GasUsed: 1e300 };
    expect(() => checkReceipts(ref, [told], receiptsRootOf([receipt]))).toThrow(/names receipts/);
  });
});

describe('events', () => {
  it('are none where their root names some', () => {
    expect(() => checkEvents(ref, 'bafy', [], new Uint8Array(32))).toThrow(/names events/);
  });
});
