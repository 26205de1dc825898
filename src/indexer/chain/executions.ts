/** Asks the node for the execution of a tipset, and decodes it. */
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { NodeClient, NodeInfo, StateComputeJson, TipsetKey } from '#node/types.ts';
import { codeOf, neverRan, tracesOf, uncodedAddresses, unnamedAddresses } from '../decode/calls.ts';
import type { Executed } from '../decode/executed.ts';
import { executionSteps } from '../decode/execution.ts';
import { idOfText, mayBeActor, requireId } from '../decode/ids.ts';
import { refOf } from '../decode/tipset.ts';
import { InvariantError } from '../errors.ts';
import type { Arrival } from './arrivals.ts';
import type { KindSource } from './kinds.ts';
import type { Pace } from './pace.ts';

const NOTHING_EXECUTED: Executed = {
  executions: [],
  transfers: [],
  rewards: [],
  learned: [],
  firstCall: new Map(),
  eventsProven: true,
  touched: new Set(),
  undecoded: [],
  passed: [],
  calls: [],
  logs: [],
};

export interface ExecutionReaderOptions {
  node: NodeClient;
  info: NodeInfo;
  kinds: KindSource;
  pace: Pace;
  /** Heights at which sums that do not add up are let pass. */
  passes: (height: number) => boolean;
}

export class ExecutionReader {
  readonly #node: NodeClient;
  readonly #info: NodeInfo;
  readonly #kinds: KindSource;
  readonly #pace: Pace;
  readonly #passes: (height: number) => boolean;

  constructor({ node, info, kinds, pace, passes }: ExecutionReaderOptions) {
    this.#node = node;
    this.#info = info;
    this.#kinds = kinds;
    this.#pace = pace;
    this.#passes = passes;
  }

  /** `ahead`: whether much is gathered beside it. Throws InvariantError and NodeError. */
  async of(tipset: Arrival, child: Arrival, ahead: boolean): Promise<Executed> {
    const { json, facts } = tipset;
    if (json.Height === 0) {
      // The genesis is not executed: its child stands on the genesis state itself.
      if (!equalBytes(facts.stateRoot, child.facts.stateRoot))
        throw new InvariantError(2, facts, 'the child of the genesis stands on another state');
      return NOTHING_EXECUTED;
    }
    const childBlock = child.json.Cids[0];
    if (!childBlock) throw new InvariantError(5, refOf(child.json), 'it has no blocks');
    const [compute, receipts] = await Promise.all([
      this.#node.stateCompute(json.Height, json.Cids, { ahead }),
      this.#node.chainGetParentReceipts(childBlock),
    ]);
    const withEvents = this.#info.capabilities.has('ChainGetEvents');
    const events = withEvents
      ? await Promise.all(
          receipts.map(({ EventsRoot: root }) => (root ? this.#node.chainGetEvents(root) : [])),
        )
      : null;
    const [names, codes] = await Promise.all([
      this.#names(compute, child.json.Cids, json.Cids),
      this.#codes(compute, child.json.Cids, json.Cids),
    ]);
    const told = tracesOf(compute.Trace).map((trace) => codeOf(trace, codes));
    await this.#kinds.require(
      [...told.filter((code) => code !== undefined), ...codes.values()],
      child.json.Cids,
    );
    return this.#pace.steps(() =>
      executionSteps(
        facts,
        child.facts,
        { compute, receipts, events, names, codes, pass: this.#passes(facts.height) },
        this.#kinds.kinds,
      ),
    );
  }

  /**
   * Old nodes' traces tell no ids of robust addresses, and refused messages have none: these are asked
   * for, as they are afterwards, and of an actor that is gone as they were before.
   */
  async #names(
    { Trace }: StateComputeJson,
    childKey: TipsetKey,
    key: TipsetKey,
  ): Promise<Map<string, number>> {
    const refused = Trace.filter(neverRan).flatMap(({ Msg }) => [Msg.From, Msg.To]);
    const unnamed = new Set([
      ...tracesOf(Trace).flatMap(unnamedAddresses),
      ...refused.filter((address) => idOfText(address) === null && mayBeActor(address)),
    ]);
    const names = new Map<string, number>();
    await Promise.all(
      [...unnamed].map(async (address) => {
        const id =
          (await this.#node.stateLookupId(address, childKey)) ??
          (await this.#node.stateLookupId(address, key));
        if (id !== null) names.set(address, requireId(id));
      }),
    );
    return names;
  }

  /**
   * Old nodes' traces tell no codes of called actors, and none ran of a refused message: these are
   * asked for in the same way.
   */
  async #codes(
    { Trace }: StateComputeJson,
    childKey: TipsetKey,
    key: TipsetKey,
  ): Promise<Map<string, string>> {
    const uncoded = uncodedAddresses(tracesOf(Trace));
    for (const { Msg } of Trace.filter(neverRan)) if (mayBeActor(Msg.To)) uncoded.add(Msg.To);
    const codes = new Map<string, string>();
    await Promise.all(
      [...uncoded].map(async (address) => {
        const actor =
          (await this.#node.stateGetActor(address, childKey)) ??
          (await this.#node.stateGetActor(address, key));
        if (actor !== null) codes.set(address, actor.Code['/']);
      }),
    );
    return codes;
  }
}
