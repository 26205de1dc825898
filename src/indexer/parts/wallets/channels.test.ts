/** Vouchers of a payment channel. */
import { idAddress } from '#filecoin/address.ts';
import { expect, it } from 'vitest';
import { NOTHING_OLDER } from '../../fold/older.ts';
import { emptyFacts } from '../../fold/tables.ts';
import { StateView } from '../../fold/state.ts';
import { aTipset, executed } from '../../testing/units.ts';
import { channelRow, foldChannels, lanesText } from './channels.ts';
import type { ChannelAct, Lane } from './decode.ts';
import { MAX_LANES } from './lanes.ts';

const CHANNEL = 1101;

function aVoucher(lane: number): ChannelAct {
  const none = { timeLockMin: 0, timeLockMax: 0, minSettleHeight: 0, merges: [] };
  const what = { channel: idAddress(CHANNEL), secretHash: new Uint8Array(0) };
  const voucher = { ...none, ...what, lane, nonce: 2, amount: 7n };
  return { id: CHANNEL, by: 101, message: null, type: 'voucher', voucher };
}

it('are kept by lane, of so many lanes at most', () => {
  const view = new StateView();
  view.cover('channel', 'all');
  const lanes = Array.from({ length: MAX_LANES }, (_, lane): Lane => [lane, 1, '5']);
  const heights = { toSend: '0', settlingAt: 0, minSettleHeight: 0 };
  view.put(
    'channel',
    channelRow(
      { id: CHANNEL, from: 101, to: 102, ...heights },
      { lanes: lanesText(lanes), height: 1, cid: null },
    ),
  );
  const rows = emptyFacts();
  const unit = { tipset: aTipset(2), executed: executed(2, {}), older: NOTHING_OLDER, parts: [] };
  const channels = [aVoucher(MAX_LANES), aVoucher(3)];
  foldChannels({ view, rows, unit, seqs: [] }, { channels, states: [] });
  expect(view.get('channel', CHANNEL)?.lanes).toBe(lanesText(lanes.with(3, [3, 2, '7'])));
  expect(rows.channel_action).toHaveLength(2);
});
