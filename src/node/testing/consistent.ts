import { headerDigest, headerFromJson, messagesDigest } from '#filecoin/block.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { eventsDigest, receiptFromJson, receiptsDigest } from '#filecoin/receipt.ts';
import type {
  BlockHeaderJson,
  CidJson,
  NodeClient,
  ReceiptJson,
  TipsetJson,
  TipsetKey,
} from '../types.ts';

const TIPSETS: ReadonlySet<string> = new Set<keyof NodeClient>([
  'chainHead',
  'chainGetTipSet',
  'chainGetTipSetByHeight',
  'chainGetTipSetAfterHeight',
  'chainGetFinalizedTipSet',
]);

/**
 * A node with another chain: from `fromHeight` on the headers and receipts of `node` are made to name
 * the messages, receipts and events that it tells, whatever these are. For tests of what a chain may
 * hold: let `node` tell it, and here it is proven. States stay as they were.
 */
export function consistent(node: NodeClient, fromHeight: number): NodeClient {
  /** Blocks' and lists' CIDs, from the node's to those told here, and back. */
  const told = new Map<string, string>();
  const asked = new Map<string, string>();
  const tipsets = new Map<string, Promise<TipsetJson>>();

  const name = (before: CidJson, digest: Uint8Array): CidJson => {
    const cid = cidOf(digest);
    told.set(before['/'], cid);
    asked.set(cid, before['/']);
    return { '/': cid };
  };

  const messagesOf = async (block: CidJson): Promise<CidJson> => {
    const { BlsMessages: bls, Cids } = await node.chainGetBlockMessages(block);
    const digests = Cids.map((cid) => digestOf(cid['/']));
    return {
      '/': cidOf(messagesDigest(digests.slice(0, bls.length), digests.slice(bls.length))),
    };
  };

  const receiptsOf = async (block: CidJson): Promise<CidJson> => {
    const receipts = await node.chainGetParentReceipts(block);
    const renamed = await Promise.all(receipts.map(renameEvents));
    return { '/': cidOf(receiptsDigest(renamed.map(receiptFromJson), true)) };
  };

  const renameEvents = async (receipt: ReceiptJson): Promise<ReceiptJson> => {
    if (!receipt.EventsRoot) return receipt;
    const events = (await node.chainGetEvents(receipt.EventsRoot)).map(({ Emitter, Entries }) => ({
      emitter: Emitter,
      entries: encodeCbor(
        Entries.map(({ Flags, Key, Codec, Value }) => [Flags, Key, Codec, fromBase64(Value)]),
      ),
    }));
    return { ...receipt, EventsRoot: name(receipt.EventsRoot, eventsDigest(events)) };
  };

  const rename = async (tipset: TipsetJson): Promise<TipsetJson> => {
    const [first] = tipset.Blocks;
    if (tipset.Height < fromHeight || !first) return tipset;
    const parents = await tipsetOf(await node.chainGetTipSet(first.Parents));
    const blocks = await Promise.all(
      tipset.Blocks.map(async (header, at): Promise<BlockHeaderJson> => {
        const cid = tipset.Cids[at] ?? { '/': '' };
        return {
          ...header,
          Parents: parents.Cids,
          Messages: await messagesOf(cid),
          ParentMessageReceipts:
            parents.Height < fromHeight ? header.ParentMessageReceipts : await receiptsOf(cid),
        };
      }),
    );
    const cids = blocks.map((header, at) =>
      name(tipset.Cids[at] ?? { '/': '' }, headerDigest(headerFromJson(header))),
    );
    return { ...tipset, Blocks: blocks, Cids: cids };
  };

  const tipsetOf = (tipset: TipsetJson): Promise<TipsetJson> => {
    const key = keyOf(tipset.Cids);
    const known = tipsets.get(key) ?? rename(tipset);
    tipsets.set(key, known);
    return known;
  };

  return new Proxy(node, {
    get: (target, property): unknown => {
      const own: unknown = Reflect.get(target, property);
      if (typeof own !== 'function') return own;
      return (...parameters: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(
          own,
          target,
          parameters.map((value) => exchanged(value, asked)),
        );
        if (!(answer instanceof Promise)) return answer;
        return TIPSETS.has(String(property))
          ? answer.then((tipset: TipsetJson) => tipsetOf(tipset))
          : answer.then((value: unknown) => exchanged(value, told));
      };
    },
  });
}

const keyOf = (key: TipsetKey): string => key.map((cid) => cid['/']).join();

/** The JSON with other CIDs. */
function exchanged(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => exchanged(item, names));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === '/' && typeof item === 'string' ? (names.get(item) ?? item) : exchanged(item, names),
    ]),
  );
}
