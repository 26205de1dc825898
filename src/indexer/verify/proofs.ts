/** What hashes prove of the chain's lists, recomputed from the index's own rows. */
import { messagesDigest } from '#filecoin/block.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eventsDigest, receiptsDigest } from '#filecoin/receipt.ts';
import { SIGNATURE_BLS } from '#filecoin/signature.ts';
import { executionOrder } from '../check/order.ts';
import { readLedger } from '../write/ledger.ts';
import { difference, MAX_TOLD, type Check, type CheckContext, type Difference } from './check.ts';
import { storedTipsets, type StoredBlock, type StoredTipset } from './stored.ts';

/** Blocks include the messages that their headers name, and counts are those of the lists. */
const messages: Check = {
  name: 'messages of blocks, by their roots',
  async run({ db }) {
    const found: Difference[] = [];
    let compared = 0;
    for await (const { tipsets, orphans } of storedTipsets(db)) {
      for (const tipset of tipsets) {
        compared += tipset.blocks.length;
        found.push(...tipsetDifferences(tipset));
      }
      for (const block of orphans) {
        compared++;
        const damage = { kind: 'orphan', cid: block.cid } as const;
        found.push(...listDifferences(block).map((each) => ({ ...each, damage })));
      }
      if (found.length >= MAX_TOLD) break;
    }
    return { compared, differences: found };
  },
};

function tipsetDifferences(tipset: StoredTipset): Difference[] {
  const { height, key, blocks } = tipset;
  const found = blocks.flatMap(listDifferences);
  const told = blocks.map(({ cid }) => toHex(cid)).join('');
  if (told !== toHex(key))
    found.push(difference(`blocks of tipset ${height}`, 'those of its key', blocks.length));
  const distinct = new Set(blocks.flatMap((block) => block.messages.map(({ cid }) => toHex(cid))));
  if (distinct.size !== tipset.messageCount)
    found.push(difference(`messages of tipset ${height}`, distinct.size, tipset.messageCount));
  return found.map((each) => ({ ...each, damage: { kind: 'arrival', height } }));
}

function listDifferences({ cid, messagesRoot, messageCount, messages: list }: StoredBlock) {
  const name = cidOf(cid);
  const found: Difference[] = [];
  if (list.length !== messageCount)
    found.push(difference(`messages of block ${name}`, list.length, messageCount));
  for (const { cid: missing } of list.filter(({ from }) => from === null))
    found.push(difference(`message ${cidOf(missing)} of block ${name}`, 'a message', 'none'));
  const bls = list.filter(({ signatureType }) => signatureType === SIGNATURE_BLS);
  const rest = list.filter(({ signatureType }) => signatureType !== SIGNATURE_BLS);
  const root = messagesDigest(
    bls.map((message) => message.cid),
    rest.map((message) => message.cid),
  );
  const inOrder = [...bls, ...rest].every(({ position }, at) => position === at);
  if (!inOrder || !equalBytes(root, messagesRoot))
    found.push(difference(`root of messages of block ${name}`, cidOf(messagesRoot), cidOf(root)));
  return found;
}

/** Receipts and events are those that the child's headers name, in the order that the blocks lead to. */
const receipts: Check = {
  name: 'receipts and events, by their roots',
  async run(context) {
    const untold = await untoldEvents(context);
    const found: Difference[] = [];
    let compared = 0;
    let missing = 0;
    for await (const { tipsets } of storedTipsets(context.db)) {
      for (const tipset of tipsets) {
        if (!tipset.executed || tipset.receiptsRoot === null) continue;
        found.push(...orderDifferences(tipset));
        const root = rootOf(tipset, tipset.receiptsRoot);
        if (root === null) compared++;
        else if (untold(tipset.height)) missing++;
        else
          found.push({
            ...difference(
              `receipts of tipset ${tipset.height}`,
              cidOf(tipset.receiptsRoot),
              cidOf(root),
            ),
            damage: { kind: 'execution', height: tipset.height },
          });
      }
      if (found.length >= MAX_TOLD) break;
    }
    return { compared, untold: missing, differences: found };
  },
};

/** Null where the root is the one that the child names; else what it is. */
function rootOf({ executions }: StoredTipset, named: Uint8Array): Uint8Array | null {
  const list = executions.map(({ exitCode, returned, gasUsed, events }) => ({
    exitCode,
    returned,
    gasUsed,
    eventsRoot: events.length > 0 ? eventsDigest(events) : null,
  }));
  const root = receiptsDigest(list, true);
  return [root, receiptsDigest(list, false)].some((each) => equalBytes(each, named)) ? null : root;
}

function orderDifferences({ height, blocks, executions }: StoredTipset): Difference[] {
  const order = executionOrder({
    blocks: blocks.map(({ minerId }) => ({ miner_id: minerId })),
    inclusion: blocks.map((block) => block.messages.map(({ cid }) => cid)),
    messages: blocks.flatMap((block) =>
      block.messages.flatMap(({ cid, from, nonce }) =>
        from === null ? [] : [{ cid, from_addr: from, nonce }],
      ),
    ),
  });
  if (order === null) return [];
  const same =
    order.length === executions.length &&
    order.every(({ cid, minerId }, at) => {
      const own = executions[at];
      return own && own.minerId === minerId && equalBytes(own.cid, cid);
    });
  if (same) return [];
  const differing = difference(
    `messages that tipset ${height} executed`,
    `${order.length} in the order of its blocks`,
    `${executions.length}, or in another order`,
  );
  return [{ ...differing, damage: { kind: 'execution', height } }];
}

/**
 * Whether the node did not tell the events of a tipset, whose receipts cannot be hashed from rows then.
 * Before the first proof the ledger does not say: there it is what the node can tell now.
 */
async function untoldEvents({ store, node }: CheckContext): Promise<(height: number) => boolean> {
  const proven = await store.snapshot((trx) => readLedger(trx, 'proof:events'));
  const { capabilities } = await node.probe();
  const since = capabilities.has('ChainGetEvents') ? (proven[0]?.from ?? Infinity) : 0;
  return (height) =>
    height >= since && !proven.some(({ from, to }) => height >= from && height <= to);
}

export const PROOF_CHECKS: readonly Check[] = [messages, receipts];
