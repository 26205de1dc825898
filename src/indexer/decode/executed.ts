/** What the messages, rewards and implicit calls of one tipset did, as they are executed in turn. */
import { BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { INVOKE_CONTRACT } from '#filecoin/actors/methods.ts';
import { ACTOR_KINDS, kindAt } from '#filecoin/actors/kinds.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type {
  EventJson,
  ExecutionTraceJson,
  InvocationJson,
  ReceiptJson,
  StateComputeJson,
} from '#node/types.ts';
import { packCallTree } from '#store/calltree.ts';
import { InvariantError, type Doubt } from '../errors.ts';
import { checkGas } from '../check/gas.ts';
import { checkEvents } from '../check/roots.ts';
import type {
  Call,
  ExecutedFacts,
  ExecutionFacts,
  Log,
  MessageRow,
  RewardFacts,
  TipsetFacts,
  TransferFacts,
} from '../types.ts';
import { codeOf, movesOf, walkCalls, type CallTree, type Codes, type Names } from './calls.ts';
import { decodeEvents } from './events.ts';
import { digest, idOfText } from './ids.ts';
import type { Kinds } from './kinds.ts';
import { learnAddresses } from './learn.ts';
import { selectorOf } from './messages.ts';
import { undecodedPayloads } from './payloads.ts';
import { decodeReward } from './reward.ts';
import { optionalBytes, storableText } from './text.ts';

const MAX_ERROR_LENGTH = 2_000;
const EVM = ACTOR_KINDS.indexOf('evm');

const TRANSFER = transferTypeIndex('transfer');
const BURN = transferTypeIndex('burn');
const MINER_FEE = transferTypeIndex('miner-fee');
const BURN_FEE = transferTypeIndex('burn-fee');

export interface ExecutionAnswers {
  compute: StateComputeJson;
  receipts: readonly ReceiptJson[];
  /** Per receipt; empty where it has no events. Null: the node tells no events. */
  events: readonly (readonly EventJson[])[] | null;
  /** Ids of addresses whose ids the trace does not tell (`unnamedAddresses`). */
  names?: Names;
  /** Codes that the trace does not tell either (`uncodedAddresses`). */
  codes?: Codes;
  /** Whether sums that do not add up are taken as the node tells them. */
  pass?: boolean;
}

export interface Executed extends Pick<
  ExecutedFacts,
  | 'executions'
  | 'transfers'
  | 'rewards'
  | 'learned'
  | 'firstCall'
  | 'eventsProven'
  | 'touched'
  | 'undecoded'
  | 'passed'
> {
  calls: readonly Call[];
  logs: readonly Log[];
}

export class Execution implements Executed {
  readonly executions: ExecutionFacts[] = [];
  readonly transfers: TransferFacts[] = [];
  readonly rewards: RewardFacts[] = [];
  readonly learned: [Uint8Array, number][] = [];
  readonly firstCall = new Map<number, Uint8Array>();
  readonly eventsProven: boolean;
  readonly touched = new Set<number>();
  readonly undecoded: string[] = [];
  readonly passed: string[] = [];
  readonly calls: Call[] = [];
  readonly logs: Log[] = [];
  readonly #tipset: TipsetFacts;
  readonly #kinds: Kinds;
  readonly #names: Names | undefined;
  readonly #codes: Codes | undefined;
  readonly #included: Map<string, MessageRow>[];
  /** Tips of the messages since the last reward. */
  #tips = 0n;

  readonly #doubt: Doubt;

  constructor(tipset: TipsetFacts, kinds: Kinds, answers: ExecutionAnswers) {
    const { names, codes, events, pass } = answers;
    this.eventsProven = events !== null;
    this.#tipset = tipset;
    this.#names = names;
    this.#codes = codes;
    this.#doubt = (invariant, details) => {
      if (!pass) throw new InvariantError(invariant, tipset, details);
      this.passed.push(details);
    };
    this.#kinds = kinds;
    const rows = new Map(tipset.messages.map((message) => [toHex(message.cid), message]));
    this.#included = tipset.inclusion.map((cids) => {
      const block = new Map<string, MessageRow>();
      for (const cid of cids) {
        const id = toHex(cid);
        const row = rows.get(id);
        if (row) block.set(id, row);
      }
      return block;
    });
  }

  message(invocation: InvocationJson, block: number, events: readonly EventJson[] | null): void {
    const { row, minerId } = this.#place(invocation, block);
    const { MsgRct: receipt } = invocation;
    const tree = this.#walk(invocation, receipt.ExitCode === 0);
    const actor = this.#actor(tree.top);
    const gas = checkGas(this.#tipset, row, invocation, actor, this.#doubt);
    const returnCodec = tree.top.MsgRct.ReturnCodec ?? 0;
    const index = this.executions.length;
    this.#learn(tree, row.cid);
    this.#call(tree, index);
    const { logs, packed } = decodeEvents(events ?? [], index);
    for (const log of logs) this.logs.push(log);
    if (events && receipt.EventsRoot)
      checkEvents(this.#tipset, invocation.MsgCid['/'], packed, digest(receipt.EventsRoot));
    this.learned.push([row.from_addr, tree.root.from]);
    this.#fees(index, tree.root.from, minerId, gas);
    this.#tips += gas.minerTip;
    for (const move of movesOf(tree))
      this.#transfer(index, move.to === BURNT_FUNDS_ID ? BURN : TRANSFER, move);
    this.executions.push({
      ...this.#executed(invocation, row, actor),
      fromId: tree.root.from,
      toId: tree.root.to,
      returnCodec,
      ...gas,
      minerId,
      subcallCount: tree.subcalls,
      trace:
        tree.subcalls > 0 || tree.failed || receipt.ExitCode !== 0 ? packCallTree(tree.root) : null,
      events: packed,
    });
    const kind = tree.root.toKind === null ? null : kindAt(tree.root.toKind);
    if (kind)
      this.undecoded.push(...undecodedPayloads(kind, actor?.version, row, receipt, returnCodec));
  }

  /** Of a message that never ran there are no calls, and nobody but the node tells whom it named. */
  refused(invocation: InvocationJson, block: number): void {
    const { row, minerId } = this.#place(invocation, block);
    const code = this.#codes?.get(invocation.Msg.To);
    const actor = code === undefined ? null : this.#kinds.ofCode(code);
    const ends = [
      [row.from_addr, this.#idOf(invocation.Msg.From)],
      [row.to_addr, this.#idOf(invocation.Msg.To)],
    ] as const;
    const [[, fromId], [, toId]] = ends;
    for (const [address, id] of ends) if (id !== null) this.learned.push([address, id]);
    this.executions.push({
      ...this.#executed(invocation, row, actor),
      fromId,
      toId,
      returnCodec: 0,
      ...checkGas(this.#tipset, row, invocation, actor, this.#doubt),
      minerId,
      subcallCount: 0,
      trace: null,
      events: [],
    });
  }

  /** What is the same of all messages. `actor`: the receiver's code. */
  #executed(invocation: InvocationJson, row: MessageRow, actor: ReturnType<Kinds['ofCode']>) {
    const { MsgRct: receipt, Error: error } = invocation;
    const method = this.#kinds.method(actor?.kind ?? null, row.method, actor?.version);
    const toKind = actor?.index ?? null;
    return {
      cid: row.cid,
      fromAddr: row.from_addr,
      toAddr: row.to_addr,
      nonce: row.nonce,
      value: BigInt(row.value),
      method: row.method,
      methodName: method.name,
      methodId: method.id,
      toKind,
      selector: toKind === EVM && row.method === INVOKE_CONTRACT ? selectorOf(row.params) : null,
      exitCode: receipt.ExitCode,
      return: optionalBytes(receipt.Return),
      gasUsed: receipt.GasUsed,
      error: error ? storableText(error, MAX_ERROR_LENGTH) : null,
    };
  }

  /** The message as its block has it, and the block's miner. */
  #place({ MsgCid: cid }: InvocationJson, block: number): { row: MessageRow; minerId: number } {
    const row = this.#included[block]?.get(toHex(digest(cid)));
    const minerId = this.#tipset.blocks[block]?.miner_id;
    if (!row || minerId === undefined)
      throw new InvariantError(
        2,
        this.#tipset,
        `executes message ${cid['/']}, which its block ${block} does not include`,
      );
    return { row, minerId };
  }

  #idOf(address: string): number | null {
    return idOfText(address) ?? this.#names?.get(address) ?? null;
  }

  reward(invocation: InvocationJson, block: number): void {
    const row = this.#tipset.blocks[block];
    if (!row) throw new InvariantError(2, this.#tipset, 'more rewards than blocks');
    const tree = this.#walk(invocation, invocation.MsgRct.ExitCode === 0);
    this.#learn(tree, null);
    this.#call(tree, null);
    const { reward, moves } = decodeReward(
      this.#tipset,
      row,
      invocation,
      tree,
      this.#tips,
      this.#doubt,
    );
    this.#tips = 0n;
    this.rewards.push(reward);
    for (const move of moves) this.#transfer(null, move.type, move);
  }

  implicit(invocation: InvocationJson): void {
    const tree = this.#walk(invocation, invocation.MsgRct.ExitCode === 0);
    this.#learn(tree, null);
    this.#call(tree, null);
    for (const move of movesOf(tree))
      this.#transfer(null, move.to === BURNT_FUNDS_ID ? BURN : TRANSFER, move);
  }

  #walk(invocation: InvocationJson, ok: boolean): CallTree {
    const { ExecutionTrace: trace } = invocation;
    try {
      if (trace === null) throw new TypeError('it tells nothing of what it did');
      return walkCalls(trace, ok, this.#kinds, this.#names, this.#codes);
    } catch (error) {
      throw new InvariantError(
        2,
        this.#tipset,
        `trace of ${invocation.MsgCid['/']}: ${String(error)}`,
      );
    }
  }

  #actor(call: ExecutionTraceJson): ReturnType<Kinds['ofCode']> {
    const code = codeOf(call, this.#codes);
    return code === undefined ? null : this.#kinds.ofCode(code);
  }

  #call(tree: CallTree, message: number | null): void {
    for (const { call: trace, from, to } of tree.effective) {
      const actor = this.#actor(trace);
      this.calls.push({
        message,
        top: trace === tree.top,
        from,
        to,
        kind: actor?.index ?? null,
        version: actor?.version ?? null,
        method: trace.Msg.Method,
        value: BigInt(trace.Msg.Value),
        trace,
      });
    }
  }

  #learn(tree: CallTree, cid: Uint8Array | null): void {
    for (const learned of learnAddresses(tree)) this.learned.push(learned);
    this.touched.add(tree.root.from);
    for (const { to } of tree.effective) {
      if (to === null) continue;
      this.touched.add(to);
      if (cid && !this.firstCall.has(to)) this.firstCall.set(to, cid);
    }
  }

  #fees(
    message: number,
    from: number,
    minerId: number,
    gas: { baseFeeBurn: bigint; overEstimationBurn: bigint; minerTip: bigint },
  ): void {
    const burnt = gas.baseFeeBurn + gas.overEstimationBurn;
    this.#transfer(message, MINER_FEE, { from, to: REWARD_ID, value: gas.minerTip }, minerId);
    this.#transfer(message, BURN_FEE, { from, to: BURNT_FUNDS_ID, value: burnt });
  }

  #transfer(
    message: number | null,
    type: number,
    { from, to, value }: { from: number; to: number; value: bigint },
    shownTo: number | null = null,
  ): void {
    if (value !== 0n) this.transfers.push({ message, type, from, to, amount: value, shownTo });
  }
}
