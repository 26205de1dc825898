import { CHAIN_FINALITY } from '#filecoin/epoch.ts';
import { z } from 'zod';
import type { Value } from '../catalogue.ts';
import { METHOD_NOT_FOUND } from '../../errors.ts';
import { formatJson, parseJson } from '../../json.ts';
import { slotOfMessage } from '../messages.ts';
import type { Methods, Present } from './methods.ts';
import type { Result } from '../objects.ts';
import { invalidParams, notFound, notRecorded, RpcRefusal } from '../refusal.ts';

const Cid = z.object({ '/': z.string() });
const Header = z.object({ Blocks: z.array(z.unknown()) });
const Certificate = z.object({ ECChain: z.array(z.object({ Key: z.array(Cid) })).min(1) });
const Trace = z.object({
  Trace: z.array(z.object({ MsgCid: Cid, Msg: z.object({ From: z.string() }) })),
});
const ParentMessages = z.array(z.object({ Cid })).nullable();
const Receipts = z.array(z.unknown()).nullable();

/** Tipsets, blocks, messages, receipts, message pool and F3 at the present position. */
export function chainMethods(present: Present): Methods {
  const { recording, player } = present;
  const { catalogue, chain, messages } = recording;
  const recorded = (method: string): ReadonlyMap<string, Value> =>
    catalogue.answers.get(method) ?? new Map<string, Value>();
  const parentMessages = recorded('ChainGetParentMessages');
  const parentReceipts = recorded('ChainGetParentReceipts');

  /** Parent messages and receipts are recorded for one child of a tipset and hold for all. */
  const childBlock = new Map<string, string>();
  for (const { cids, parentKey } of catalogue.tipsets) {
    const params = `[{"/":"${cids[0] ?? ''}"}]`;
    if (parentMessages.has(params) && parentReceipts.has(params)) childBlock.set(parentKey, params);
  }
  const ofParent = (answers: ReadonlyMap<string, Value>, parentKey: string): Buffer | null => {
    const value = answers.get(childBlock.get(parentKey) ?? '');
    return value === undefined ? null : present.value(value);
  };

  const tipsetText = (place: number): Buffer => present.value(chain.tipset(place).value);
  const height = (method: string, param: unknown): number => {
    const parsed = z.int().safeParse(param);
    if (!parsed.success) throw invalidParams(method, 'a height is an integer');
    return parsed.data;
  };
  const cidOf = (method: string, param: unknown): string => {
    const parsed = Cid.safeParse(param);
    if (!parsed.success) throw invalidParams(method, 'expected a CID');
    return parsed.data['/'];
  };
  const knownBlocks = (cid: string): string[] =>
    messages
      .blocksOf(cid)
      .filter(
        (block) => catalogue.tipsetsOfBlock.get(block)?.some((t) => player.knows(t)) === true,
      );

  const ofBlock = (method: string, answers: ReadonlyMap<string, Value>, param: unknown): Result => {
    const { tipset } = present.tipsetOfBlock(method, param);
    const found = ofParent(answers, chain.tipset(tipset).parentKey);
    if (found === null) throw notRecorded(`${method} of this block`);
    return found;
  };

  /** In the order of execution: as the child tells it, else as the trace does. */
  const messagesIn = (place: number): Result => {
    const { key, height: at } = chain.tipset(place);
    const told = ofParent(parentMessages, key);
    if (told !== null) return told;
    const trace = catalogue.states.get('StateCompute')?.get(`${at},null`)?.get(place);
    if (trace === undefined) throw notRecorded(`the messages of the tipset at height ${at}`);
    const { Trace: calls } = Trace.parse(JSON.parse(present.value(trace).toString('utf8')));
    return `[${calls
      .filter(({ Msg }) => Msg.From !== 'f00')
      .map(({ MsgCid }) => {
        const text = messages.message(MsgCid['/']);
        if (text === null) throw notRecorded(`the message ${MsgCid['/']}`);
        return `{"Cid":${JSON.stringify(MsgCid)},"Message":${text}}`;
      })
      .join(',')}]`;
  };

  const byHeight = (method: string, params: readonly unknown[]): { head: number; at: number } => {
    const at = height(method, params[0]);
    const head = present.tipset(method, params[1]);
    if (at > chain.tipset(head).height)
      throw new RpcRefusal(
        1,
        `looking for tipset with height greater than start point (${at} > ${chain.tipset(head).height})`,
      );
    if (at < 0) throw invalidParams(method, 'a height is not negative');
    return { head, at };
  };

  const finalized = (): number => {
    const head = player.head();
    const { height: top } = chain.tipset(head);
    const oldest = chain.tipset(chain.final[0] ?? 0).height;
    // Without F3 nothing above it is final.
    const byDepth = chain.atOrBelow(head, Math.max(oldest, top - CHAIN_FINALITY));
    const certificate = player.certificate();
    if (certificate === null) return byDepth;
    const { ECChain } = Certificate.parse(JSON.parse(certificate));
    const key = JSON.stringify(ECChain.at(-1)?.Key);
    const certified = catalogue.tipsetOfKey.get(key);
    if (certified === undefined || !chain.isAncestor(certified, head)) return byDepth;
    return chain.tipset(certified).height > chain.tipset(byDepth).height ? certified : byDepth;
  };

  /** Where a message was executed on the branch of `from`, as the child tipset tells. */
  const executed = (cid: string, from: number): { child: number; receipt: unknown } | null => {
    for (const block of knownBlocks(cid))
      for (const place of catalogue.tipsetsOfBlock.get(block) ?? []) {
        if (place === from || !chain.isAncestor(place, from)) continue;
        const { height: at, key } = chain.tipset(place);
        const child = chain.atOrAbove(from, at + 1);
        const told = ofParent(parentMessages, key);
        const receipts = ofParent(parentReceipts, key);
        if (told === null || receipts === null) continue;
        const order = ParentMessages.parse(JSON.parse(told.toString('utf8'))) ?? [];
        const index = order.findIndex(({ Cid: other }) => other['/'] === cid);
        if (index < 0) continue;
        const all = Receipts.parse(parseJson(receipts.toString('utf8'))) ?? [];
        return { child, receipt: all[index] };
      }
    return null;
  };

  const messageText = (cid: string): string | null => {
    if (knownBlocks(cid).length > 0) return messages.message(cid);
    const seen = player.seen(cid);
    if (seen !== null)
      return formatJson(z.object({ Message: z.unknown() }).parse(parseJson(seen)).Message);
    return player.pool().has(cid) ? messages.message(cid) : null;
  };

  const streamOnly = (method: string) => (): never => {
    throw new RpcRefusal(
      METHOD_NOT_FOUND,
      `method 'Filecoin.${method}' not supported in this mode (no out channel support)`,
    );
  };

  return {
    ChainHead: () => tipsetText(player.head()),
    ChainGetTipSet: ([key]) => tipsetText(present.tipset('ChainGetTipSet', key)),
    ChainGetTipSetByHeight: (params) => {
      const { head, at } = byHeight('ChainGetTipSetByHeight', params);
      const found = chain.atOrBelow(head, at);
      if (found < 0) throw notRecorded(`the tipset at height ${at}`);
      return tipsetText(found);
    },
    ChainGetTipSetAfterHeight: (params) => {
      const { head, at } = byHeight('ChainGetTipSetAfterHeight', params);
      return tipsetText(chain.atOrAbove(head, at));
    },
    ChainGetFinalizedTipSet: () => tipsetText(finalized()),
    ChainGetBlock: ([param]) => {
      const { cid, tipset } = present.tipsetOfBlock('ChainGetBlock', param);
      const { Blocks } = Header.parse(parseJson(tipsetText(tipset).toString('utf8')));
      return formatJson(Blocks[chain.tipset(tipset).cids.indexOf(cid)]);
    },
    ChainGetBlockMessages: ([param]) => {
      const { cid } = present.tipsetOfBlock('ChainGetBlockMessages', param);
      const value = recorded('ChainGetBlockMessages').get(`[{"/":"${cid}"}]`);
      if (value === undefined) throw notRecorded(`the messages of block ${cid}`);
      return present.value(value);
    },
    ChainGetParentMessages: ([block]) => ofBlock('ChainGetParentMessages', parentMessages, block),
    ChainGetParentReceipts: ([block]) => ofBlock('ChainGetParentReceipts', parentReceipts, block),
    ChainGetMessagesInTipset: ([key]) =>
      messagesIn(present.tipset('ChainGetMessagesInTipset', key)),
    ChainGetMessage: ([param]) => {
      const cid = cidOf('ChainGetMessage', param);
      const text = messageText(cid);
      if (text === null) throw notFound(cid);
      return text;
    },
    StateSearchMsg: ([key, param, lookback, allowReplaced]) => {
      const from = present.tipset('StateSearchMsg', key);
      const cid = cidOf('StateSearchMsg', param);
      const limit = z.int().catch(-1).parse(lookback);
      const text = messageText(cid);
      let found = cid;
      let hit = executed(cid, from);
      if (hit === null && text !== null && allowReplaced !== false) {
        for (const other of messages.inSlot(slotOfMessage(parseJson(text)))) {
          hit ??= executed(other, from);
          if (hit !== null) {
            found = other;
            break;
          }
        }
      }
      if (hit === null) return 'null';
      const { height: at, cids } = chain.tipset(hit.child);
      if (limit >= 0 && chain.tipset(from).height - at > limit) return 'null';
      return formatJson({
        Message: { '/': found },
        Receipt: hit.receipt,
        ReturnDec: null,
        TipSet: cids.map((block) => ({ '/': block })),
        Height: at,
      });
    },
    MpoolPending: () =>
      `[${[...player.pool().keys()].flatMap((cid) => pooled(present, cid) ?? [])}]`,
    F3GetLatestCertificate: () => player.certificate() ?? 'null',
    F3GetCertificate: ([instance]) => {
      if (typeof instance !== 'number')
        throw invalidParams('F3GetCertificate', 'an instance is a number');
      const certificate = player.certificate(instance);
      if (certificate === null) throw notRecorded(`the certificate of instance ${instance}`);
      return certificate;
    },
    ChainNotify: streamOnly('ChainNotify'),
    MpoolSub: streamOnly('MpoolSub'),
  };
}

/** A message of the pool as JSON text; null where the recording does not hold it. */
export function pooled({ recording, player }: Present, cid: string): string | null {
  return player.pool().get(cid) ?? recording.messages.signed(cid);
}
