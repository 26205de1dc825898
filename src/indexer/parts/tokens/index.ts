/** Tokens and NFTs: found by what they emit, kept by what they emit. */
import { definePart, type Touch } from '../part.ts';
import { tokenEvents, type TokenEvent } from './decode.ts';
import { Ledger } from './ledger.ts';

export const TOKENS = definePart<readonly TokenEvent[]>('tokens', {
  gather: ({ logs, calls }) => Promise.resolve(tokenEvents(logs, calls)),
  touches: (events) => events.flatMap(touchesOf),
  fold: (context, events) => {
    if (events.length === 0) return;
    const ledger = new Ledger(context);
    for (const event of events) ledger.take(event);
  },
});

/** Rows of the tables that an event's ledger entries touch. */
function touchesOf({ emitter, log }: TokenEvent): Touch[] {
  const token: Touch = { table: 'token', key: [emitter] };
  if (log.kind === 'uri') return [token, { table: 'nft', key: [emitter, log.id.toString()] }];
  if (log.kind === 'deposit' || log.kind === 'withdrawal')
    return [token, ...holderTouches(emitter, log.holder)];
  if (log.kind !== 'transfer') return [token];
  const ends = [log.from, log.to];
  const items = log.items.flatMap(({ id }): Touch[] => {
    if (id === null) return [];
    const item = id.toString();
    return [
      { table: 'nft', key: [emitter, item] },
      ...ends.map((holder): Touch => ({ table: 'nft_holder', key: [emitter, item, holder] })),
    ];
  });
  return [token, ...ends.flatMap((holder) => holderTouches(emitter, holder)), ...items];
}

function holderTouches(emitter: number, holder: Uint8Array): Touch[] {
  return [
    { table: 'token_holder', key: [emitter, holder] },
    { table: 'token_account', key: [holder] },
  ];
}
