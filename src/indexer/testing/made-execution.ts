/** What messages and upgrades do on a made-up chain (made-chain.ts), and what a node tells of it. */
import { BURNT_FUNDS_ID, formatAddress, SYSTEM_ID } from '#filecoin/address.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { upgradesCarriedOut } from '#filecoin/upgrades.ts';
import type {
  ActorJson,
  ExecutionTraceJson,
  InvocationJson,
  MessageJson,
  ReceiptJson,
  StateComputeJson,
  TipsetJson,
} from '#node/types.ts';
import { idOfText } from '../decode/ids.ts';
import {
  awardTrace,
  callTrace,
  COST,
  costJson,
  GAS,
  implicit,
  type MadeCall,
} from './made-traces.ts';
import type { Objects, World } from './made-world.ts';

/** What an upgrade of this name does; what it answers stands in the trace of a node that tells of it. */
export type Migration = (world: World) => ExecutionTraceJson | null;

export interface Executable {
  json: TipsetJson;
  /** Before its messages. */
  world: World;
  parent: { json: TipsetJson } | null;
  calls: readonly MadeCall[];
  messages: readonly MessageJson[];
}

export interface Executed {
  world: World;
  compute: StateComputeJson;
  receipts: ReceiptJson[];
}

export interface ExecutionOptions {
  upgrades?: UpgradeHeights;
  /** Upgrades that the node carries out and does not list. */
  unlisted?: UpgradeHeights;
  migrations?: Readonly<Record<string, Migration>>;
  /** Old nodes tell no invoked actors. */
  oldTraces?: boolean;
}

/** Its world stays as it is: what came of it has its own. */
export function execute(
  { json, world: before, parent, calls, messages }: Executable,
  objects: Objects,
  options: ExecutionOptions,
): Executed {
  const world = before.copy();
  const Trace: InvocationJson[] = [];
  const receipts: ReceiptJson[] = [];
  if (parent !== null) {
    const { upgrades = {}, unlisted = {}, migrations = {} } = options;
    const due = upgradesCarriedOut({ ...upgrades, ...unlisted }, parent.json.Height, json.Height);
    for (const name of due) {
      const trace = migrations[name]?.(world);
      if (trace) Trace.push(implicit(trace));
    }
    for (const [at, call] of calls.entries()) {
      const message = messages[at];
      if (message) Trace.push(executed(world, call, message, objects, options));
    }
    receipts.push(
      ...Trace.filter(({ Msg }) => idOfText(Msg.From) !== SYSTEM_ID).map((one) => one.MsgRct),
    );
    Trace.push(implicit(awardTrace()), implicit(callTrace(SYSTEM_ID, 3, 2)));
  }
  const compute = { Root: { '/': world.root(objects) }, Trace };
  return { world, compute, receipts };
}

function executed(
  world: World,
  call: MadeCall,
  message: MessageJson,
  objects: Objects,
  options: ExecutionOptions,
): InvocationJson {
  world.get(call.from).nonce++;
  world.move(call.from, BURNT_FUNDS_ID, COST.totalCost);
  const told = called(world, call, objects, options);
  const receipt = {
    ExitCode: told.MsgRct.ExitCode,
    Return: null,
    GasUsed: GAS,
    EventsRoot: null,
  };
  return {
    MsgCid: message.CID ?? { '/': '' },
    Msg: message,
    MsgRct: receipt,
    GasCost: costJson(message.CID ?? null),
    ExecutionTrace: told,
    Error: '',
  };
}

function called(
  world: World,
  call: MadeCall,
  objects: Objects,
  options: ExecutionOptions,
): ExecutionTraceJson {
  const { from, to, method = 0, value = 0n, exit = 0 } = call;
  const trace = callTrace(from, to, method, value);
  trace.MsgRct.ExitCode = exit;
  if (call.params !== undefined) trace.Msg.Params = toBase64(encodeCbor(call.params));
  if (call.returns !== undefined) trace.MsgRct.Return = toBase64(encodeCbor(call.returns));
  if (!options.oldTraces && world.actors.has(to))
    trace.InvokedActor = { Id: to, State: actorJson(world, to, objects) };
  if (exit !== 0) return trace;
  if (value !== 0n) world.move(from, to, value);
  trace.Subcalls = (call.calls ?? []).map((below) => called(world, below, objects, options));
  call.effect?.(world);
  return trace;
}

/** An actor as a node tells it. */
export function actorJson(world: World, id: number, objects: Objects): ActorJson {
  const { code, head, nonce, balance, delegated } = world.stateActor(id, objects);
  return {
    Code: { '/': code },
    Head: { '/': head },
    Nonce: Number(nonce),
    Balance: String(balance),
    DelegatedAddress: delegated && formatAddress(delegated),
  };
}
