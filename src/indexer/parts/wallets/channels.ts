/** Folds what was done with payment channels. */
import { compareIntegers, integer, integerJson } from '#filecoin/encoding/integers.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import type { StateRows } from '../../types.ts';
import type { FoldContext } from '../part.ts';
import { nextOrd } from './counts.ts';
import type { ChannelAct, ChannelState, Lane } from './decode.ts';
import { MAX_LANES } from './lanes.ts';

type ChannelRow = StateRows['channel'];

/** Values of channel_action.kind. */
const KINDS = { constructor: 0, voucher: 1, settle: 2, collect: 3 } as const;

export function foldChannels(
  { view, rows, unit }: FoldContext,
  facts: { channels: readonly ChannelAct[]; states: readonly ChannelState[] },
): void {
  const { height } = unit.tipset;
  const cidOf = ({ message }: ChannelAct): Uint8Array | null =>
    message === null ? null : (unit.executed.executions[message]?.cid ?? null);
  for (const state of facts.states) {
    const own = view.get('channel', state.id);
    const created = facts.channels.find(
      ({ id, type }) => id === state.id && type === 'constructor',
    );
    if (!own)
      for (const account of new Set([state.from, state.to]))
        rows.account_channel.push({
          actor_id: account,
          ord: nextOrd(view, account, 'channels'),
          channel_id: state.id,
          height,
        });
    view.put(
      'channel',
      channelRow(state, own ?? { lanes: '[]', height, cid: created ? cidOf(created) : null }),
    );
  }
  facts.channels.forEach((act, position) => {
    const { id, type, voucher } = act;
    rows.channel_action.push({
      height,
      position,
      actor_id: id,
      kind: KINDS[type],
      by_id: act.by,
      cid: cidOf(act),
      lane: voucher?.lane ?? null,
      nonce: voucher?.nonce ?? null,
      amount: voucher?.amount ?? null,
    });
    const row = view.get('channel', id);
    // One that came and went within the tipset leaves only what was done with it.
    if (!row) return;
    if (voucher) view.put('channel', { ...row, lanes: withLane(row, voucher) });
    if (type === 'collect') view.put('channel', { ...row, collected_height: height });
  });
}

/** A channel by its own state, and by what that does not tell. */
export function channelRow(
  state: ChannelState,
  { lanes, height, cid }: Pick<ChannelRow, 'lanes' | 'height' | 'cid'>,
): ChannelRow {
  return {
    actor_id: state.id,
    from_id: state.from,
    to_id: state.to,
    to_send: state.toSend,
    settling_at: state.settlingAt,
    min_settle_height: state.minSettleHeight,
    lanes,
    height,
    cid,
    collected_height: null,
  };
}

/** Lanes as a channel's row has them. */
export function lanesText(lanes: Iterable<Lane>): string {
  const sorted = [...lanes].sort(([a], [b]) => compareIntegers(a, b));
  return JSON.stringify(
    sorted.map(([lane, nonce, ...of]) => [integerJson(lane), integerJson(nonce), ...of]),
  );
}

/** Inverse of `lanesText`. */
function lanesOf(text: string): Lane[] {
  // Written by this file only.
  const lanes = JSON.parse(text) as [number | string, number | string, string][];
  return lanes.map(([lane, nonce, redeemed]) => [integer(lane), uint64(nonce), redeemed]);
}

/**
 * A voucher replaces what its lane had; lanes that it merges count as redeemed within it. Of a channel
 * with very many lanes those that come later are not kept: each voucher would write all of them anew.
 */
function withLane(
  row: ChannelRow,
  { lane, nonce, amount, merges }: NonNullable<ChannelAct['voucher']>,
): string {
  const lanes = new Map(lanesOf(row.lanes).map((entry) => [entry[0], entry]));
  for (const merge of merges) {
    const merged = lanes.get(merge.lane);
    if (merged) lanes.set(merge.lane, [merge.lane, merge.nonce, merged[2]]);
  }
  if (lanes.has(lane) || lanes.size < MAX_LANES) lanes.set(lane, [lane, nonce, amount.toString()]);
  return lanesText(lanes.values());
}
