/** Messages of the made-up chain, what they moved and emitted. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { methodId } from '#filecoin/actors/methods.ts';
import { transferTypeIndex, type TransferType } from '#filecoin/actors/transfers.ts';
import { take, type Making, type TipsetToMake } from './making.ts';
import { CONTRACT, digest, EVENT, messageRow, MINERS, NOBODY, robustOf, SENDERS } from './rows.ts';

export function addMessages(
  making: Making,
  { height, timestamp, executed, cids }: TipsetToMake,
): void {
  const { rows, messages } = making;
  let transferPosition = 0;
  let eventPosition = 0;
  for (let position = 0; position < messages; position++) {
    const from = SENDERS[(height + position) % SENDERS.length] ?? 100;
    const fails = position % 5 === 4;
    const toContract = position % 2 === 1;
    const to = fails ? null : toContract ? CONTRACT : (SENDERS[(height + position + 1) % 3] ?? 100);
    const toAddr = to === null ? NOBODY : robustOf(to);
    const method = toContract && to !== null ? 3844450837 : 0;
    const name = method === 0 ? 'Send' : 'InvokeContract';
    const cid = digest(`message ${height} ${position}`);
    rows.message.push(messageRow(cid, from, toAddr, height * messages + position, method));
    // Odd messages are in both blocks.
    rows.block_message.push({ block_cid: cids[0] ?? cid, position, cid });
    if (position % 2 === 1) rows.block_message.push({ block_cid: cids[1] ?? cid, position, cid });
    if (!executed) continue;
    const seq = take(making, 'messages');
    const listed = {
      seq,
      cid,
      height,
      timestamp,
      from_id: from,
      to_id: to,
      from_addr: robustOf(from),
      to_addr: toAddr,
      nonce: height * messages + position,
      value: 7n,
      method_id: methodId(name),
      selector: method === 0 ? null : Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb),
      exit_code: fails ? 2 : 0,
    };
    rows.execution.push({
      ...listed,
      position,
      method,
      to_kind: to === null ? null : kindIndex(to === CONTRACT ? 'evm' : 'account'),
      return: method === 0 ? null : Uint8Array.of(0x40),
      return_codec: 0x51,
      gas_used: 1000,
      base_fee_burn: 100n,
      over_estimation_burn: 10n,
      miner_penalty: 0n,
      miner_tip: 1n,
      refund: 3n,
      miner_id: MINERS[0],
      event_count: to === CONTRACT ? 1 : 0,
      subcall_count: 0,
      error: fails ? 'actor not found' : null,
    });
    rows.method_message.push({
      method_id: methodId(name),
      ord: take(making, `method ${name}`),
      seq,
    });
    const takers = to === null || to === from ? [from] : [from, to];
    for (const actor of takers) {
      const ord = take(making, `messages of ${actor}`);
      rows.account_message.push({ ...listed, actor_id: actor, ord });
      rows.account_method_message.push({
        actor_id: actor,
        method_id: methodId(name),
        ord: take(making, `messages of ${actor} ${name}`),
        account_ord: ord,
      });
    }
    if (to === CONTRACT) {
      const at = eventPosition++;
      rows.event.push({
        height,
        position: at,
        seq,
        log_index: 0,
        emitter_id: to,
        entries: EVENT,
      });
      rows.account_event.push({
        actor_id: to,
        ord: take(making, `events of ${to}`),
        height,
        position: at,
      });
    }
    const moved = (amount: bigint, type: TransferType, receiver: number, shownTo?: number): void =>
      move(making, {
        height,
        timestamp,
        position: transferPosition++,
        seq,
        cid,
        from,
        to: receiver,
        amount,
        type,
        shownTo: shownTo ?? null,
      });
    if (to !== null && to !== from) moved(7n, 'transfer', to);
    moved(110n, 'burn-fee', 99);
    moved(1n, 'miner-fee', 2, MINERS[0]);
  }
}

/** A transfer, with its row in the lists of both ends. */
function move(
  making: Making,
  transfer: {
    height: number;
    timestamp: number;
    position: number;
    seq: number;
    cid: Uint8Array;
    from: number;
    to: number;
    amount: bigint;
    type: TransferType;
    shownTo: number | null;
  },
): void {
  const { height, timestamp, position, seq, cid, from, to, amount, type } = transfer;
  const { rows } = making;
  const shown_to_id = transfer.shownTo;
  rows.transfer.push({
    height,
    position,
    seq,
    cid,
    type: transferTypeIndex(type),
    from_id: from,
    to_id: to,
    amount,
    shown_to_id,
  });
  for (const [actor_id, value] of [
    [from, -amount],
    [to, amount],
  ] as const) {
    const own: TransferType = type !== 'transfer' ? type : value < 0n ? 'send' : 'receive';
    const ord = take(making, `transfers of ${actor_id}`);
    rows.account_transfer.push({
      actor_id,
      ord,
      height,
      position,
      timestamp,
      cid,
      type: transferTypeIndex(own),
      from_id: from,
      to_id: to,
      shown_to_id,
      value,
    });
    rows.account_type_transfer.push({
      actor_id,
      type: transferTypeIndex(own),
      ord: take(making, `transfers of ${actor_id} ${own}`),
      account_ord: ord,
    });
  }
}
