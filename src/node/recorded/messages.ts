import { z } from 'zod';
import { formatJson, parseJson } from '../json.ts';
import type { Catalogue, Value } from './catalogue.ts';

/** Where a message stands: the blocks that include it. */
export interface Messages {
  /** Blocks that include a message, oldest first. */
  blocksOf(cid: string): readonly string[];
  /** The unsigned message's JSON text; null when no block includes it. */
  message(cid: string): string | null;
  /** Sender and nonce of an included message: a pool holds one message of each. */
  slotOf(cid: string): string | null;
  /** Included messages of a slot: at most one of them is executed on a branch. */
  inSlot(slot: string): readonly string[];
  /** The message as the pool holds it; a BLS signature is lost in the block's aggregate. */
  signed(cid: string): string | null;
}

const Cid = z.object({ '/': z.string() });
const Signed = z.looseObject({ Message: z.unknown() });
const Slot = z.object({ From: z.string(), Nonce: z.union([z.int(), z.bigint()]) });
const BlockMessages = z.object({
  BlsMessages: z.array(z.unknown()).nullable(),
  SecpkMessages: z.array(Signed).nullable(),
  Cids: z.array(Cid).nullable(),
});

export function indexMessages(catalogue: Catalogue): Messages {
  const inBlocks = new Map<string, string[]>();
  const answers = catalogue.answers.get('ChainGetBlockMessages') ?? new Map<string, Value>();
  const slots = new Map<string, string>();
  const inSlots = new Map<string, string[]>();
  for (const [params, value] of answers) {
    const block = z.tuple([Cid]).parse(JSON.parse(params))[0]['/'];
    const held = BlockMessages.parse(parseJson(catalogue.read(value).toString('utf8')));
    const all = [...(held.BlsMessages ?? []), ...(held.SecpkMessages ?? []).map((m) => m.Message)];
    (held.Cids ?? []).forEach(({ '/': cid }, place) => {
      push(inBlocks, cid, block);
      if (slots.has(cid)) return;
      const slot = slotOfMessage(all[place]);
      slots.set(cid, slot);
      push(inSlots, slot, cid);
    });
  }
  const find = (cid: string): { signed: boolean; json: unknown } | null => {
    const block = inBlocks.get(cid)?.[0];
    const value = block === undefined ? undefined : answers.get(`[{"/":"${block}"}]`);
    if (value === undefined) return null;
    const held = BlockMessages.parse(parseJson(catalogue.read(value).toString('utf8')));
    const bls = held.BlsMessages ?? [];
    const place = (held.Cids ?? []).findIndex((other) => other['/'] === cid);
    return place < bls.length
      ? { signed: false, json: bls[place] }
      : { signed: true, json: held.SecpkMessages?.[place - bls.length] };
  };
  return {
    slotOf: (cid) => slots.get(cid) ?? null,
    inSlot: (slot) => inSlots.get(slot) ?? [],
    blocksOf: (cid) => inBlocks.get(cid) ?? [],
    message(cid) {
      const found = find(cid);
      if (found === null) return null;
      if (!found.signed) return formatJson(found.json);
      return formatJson(Signed.parse(found.json).Message);
    },
    signed(cid) {
      const found = find(cid);
      if (found === null) return null;
      if (found.signed) return formatJson(found.json);
      return formatJson({
        Message: found.json,
        Signature: { Type: 2, Data: '' },
        CID: { '/': cid },
      });
    },
  };
}

/** Sender and nonce of an unsigned message as one text. */
export function slotOfMessage(message: unknown): string {
  const { From, Nonce } = Slot.parse(message);
  return `${From}/${Nonce}`;
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
