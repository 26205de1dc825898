/**
 * What may go wrong with a node, one kind each. Lies are told of a call for a while, then the truth.
 *
 * Left out where a recording has no objects of actors' states (the demo chain), for there nothing
 * proves what the node says of a state: answers of a batch that are exchanged, `null` in place of a
 * state's answer, and lies about states. On the chain with objects they begin a little later where the
 * index begins at the genesis (course.ts).
 */
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import { formatJson, parseJson } from '#node/json.ts';
import type { Random } from './random.ts';
import type { Delivery, Reply } from './delivery.ts';
import { atOrBelow } from './tree.ts';
import type { World } from './world.ts';

interface Named {
  readonly name: string;
  /** How likely it strikes where it can. */
  readonly odds: number;
  /** Only where states are proven. */
  readonly proven?: true;
}

/** Strikes an answer to a call. */
export interface ReplyKind extends Named {
  readonly at: 'reply';
  /** Methods, as on the wire but without `Filecoin.`; all where there are none. */
  readonly of?: readonly string[];
  /** Changes the reply; false where it has nothing to change. */
  strike(reply: Reply, world: World, random: Random): boolean;
}

/** Strikes the answers of a batch. */
export interface BatchKind extends Named {
  readonly at: 'batch';
  /** The answers in place of these; null where nothing can be done. */
  strike(replies: readonly Reply[], random: Random): readonly Reply[] | null;
}

/** Strikes a request. */
export interface DeliveryKind extends Named {
  readonly at: 'delivery';
  readonly delivery: Delivery;
}

/** Strikes a websocket that is opened. */
export interface SocketKind extends Named {
  readonly at: 'socket';
  readonly way: 'half-open' | 'silent';
}

/** Strikes what is announced. */
export interface NoticeKind extends Named {
  readonly at: 'notice';
  /** What is told now, and what later, before the next one. */
  strike(notices: readonly string[]): { now: readonly string[]; later: readonly string[] };
}

export type Kind = ReplyKind | BatchKind | DeliveryKind | SocketKind | NoticeKind;

const USUAL = 0.02;
/** For calls that are seldom made. */
const OFTEN = 0.25;

type Json = Record<string, unknown>;

const refusal = (name: string, code: number, message: string, odds = USUAL): ReplyKind => ({
  at: 'reply',
  name,
  odds,
  strike(reply) {
    reply.result = null;
    reply.error = { code, message };
    return true;
  },
});

const delivered = (name: string, delivery: Delivery, odds = USUAL): DeliveryKind => ({
  at: 'delivery',
  name,
  odds,
  delivery,
});

/** A lie about what one of these methods tells. `change` works on the result itself. */
const lie = (
  name: string,
  of: readonly string[],
  change: (result: unknown, random: Random) => boolean,
  { odds = OFTEN, proven }: { odds?: number; proven?: true } = {},
): ReplyKind => ({
  at: 'reply',
  name: `a lie: ${name}`,
  odds,
  ...(proven ? { proven } : {}),
  of,
  strike(reply, _, random) {
    if (reply.result === null) return false;
    const result = parseJson(reply.result);
    if (!change(result, random)) return false;
    reply.result = formatJson(result);
    return true;
  },
});

/** Another answer in place of the result. */
const instead = (
  name: string,
  of: readonly string[],
  tell: (reply: Reply, world: World, random: Random) => string | null,
  { odds = OFTEN, proven }: { odds?: number; proven?: true } = {},
): ReplyKind => ({
  at: 'reply',
  name: `a lie: ${name}`,
  odds,
  ...(proven ? { proven } : {}),
  of,
  strike(reply, world, random) {
    const told = tell(reply, world, random);
    if (told === null || told === reply.result) return false;
    reply.result = told;
    reply.error = null;
    return true;
  },
});

function within(value: unknown, ...path: readonly (string | number)[]): Json | null {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Json)[step];
  }
  return typeof at === 'object' && at !== null ? (at as Json) : null;
}

function raise(object: Json | null, field: string): boolean {
  const value = object?.[field];
  if (!object || value === undefined || value === null) return false;
  object[field] = typeof value === 'number' ? value + 1 : String(BigInt(String(value)) + 1n);
  return true;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One of a list of objects; null where there is none. */
function anyOf(value: unknown, random: Random): Json | null {
  const list = listOf(value);
  return list.length === 0 ? null : within(random.pick(list));
}

/** All calls of a trace that moved something. */
function moved(trace: Json | null): Json[] {
  if (!trace) return [];
  const message = within(trace, 'Msg');
  const own = message && message['Value'] !== '0' ? [message] : [];
  return [...own, ...listOf(trace['Subcalls']).flatMap((sub) => moved(within(sub)))];
}

const TIPSETS = ['ChainGetTipSet', 'ChainGetTipSetByHeight'];
/** Calls whose answers a header or a receipt names. */
const NAMED = ['ChainGetBlockMessages', 'ChainGetParentReceipts', 'ChainGetEvents', 'StateCompute'];

export const KINDS: readonly Kind[] = [
  delivered('no answer', { how: 'never' }, 0.004),
  delivered('a late answer', { how: 'late', ms: 20 }),
  delivered('a broken connection', { how: 'dropped' }),
  delivered('HTTP 429', { how: 'status', status: 429 }),
  delivered('HTTP 503', { how: 'status', status: 503 }),
  delivered("a gateway's page", { how: 'status', status: 200 }),
  delivered('JSON that breaks off', { how: 'cut', framed: false }),
  delivered('JSON that is cut', { how: 'cut', framed: true }),
  delivered('one error for a batch', { how: 'refused' }, 0.02),
  {
    at: 'batch',
    name: 'exchanged answers',
    odds: 0.1,
    proven: true,
    strike(replies, random) {
      const told = replies.filter(({ result }) => result !== null);
      if (told.length < 2) return null;
      const one = random.pick(told);
      const like = told.filter((other) => other !== one && other.result !== one.result);
      const same = like.filter(({ method }) => method === one.method);
      const others = same.length > 0 && random.next() < 0.7 ? same : like;
      if (others.length === 0) return null;
      const other = random.pick(others);
      return replies.map((reply) =>
        reply === one
          ? { ...reply, result: other.result }
          : reply === other
            ? { ...reply, result: one.result }
            : reply,
      );
    },
  },
  {
    at: 'batch',
    name: 'answers left out',
    odds: USUAL,
    strike: (replies, random) =>
      replies.length < 2 ? null : replies.toSpliced(random.int(0, replies.length - 1), 1),
  },
  refusal('a method that is unknown for now', METHOD_NOT_FOUND, 'method not found'),
  refusal('a busy node', 1, 'too many requests at once'),
  refusal('an error within', -32603, 'internal error'),
  refusal('a node that lags behind', 1, 'ipld: could not find bafy2bza: not found'),
  {
    at: 'reply',
    name: 'null',
    odds: USUAL,
    of: [...TIPSETS, ...NAMED, 'ChainHead'],
    strike(reply) {
      if (reply.result === null || reply.result === 'null' || reply.result === '[]') return false;
      reply.result = null;
      return true;
    },
  },
  {
    at: 'reply',
    name: 'null for a state',
    odds: 0.1,
    proven: true,
    strike(reply) {
      if (reply.result === null || !/\.(?:State|Msig)|^eth_/.test(reply.method)) return false;
      reply.result = null;
      return true;
    },
  },
  {
    at: 'reply',
    name: 'a stale head',
    odds: 0.1,
    of: ['ChainHead'],
    strike(reply, world, random) {
      const older = atOrBelow(world.head, world.head.height - random.int(1, 12));
      if (!older) return false;
      reply.result = older.text;
      return true;
    },
  },
  lie('a message', ['ChainGetBlockMessages'], (r, random) =>
    raise(within(anyOf(within(r)?.['SecpkMessages'], random), 'Message'), 'Nonce'),
  ),
  lie('a message left out', ['ChainGetBlockMessages'], (r) => {
    const { SecpkMessages: signed, Cids: cids } = within(r) ?? {};
    return listOf(signed).pop() !== undefined && listOf(cids).pop() !== undefined;
  }),
  lie('messages of another order', ['ChainGetBlockMessages'], (r) => {
    const { BlsMessages: bls, SecpkMessages: signed, Cids: cids } = within(r) ?? {};
    if (listOf(signed).length < 2) return false;
    for (const [list, at] of [
      [listOf(signed), 0],
      [listOf(cids), listOf(bls).length],
    ] as const)
      list.splice(at, 2, list[at + 1], list[at]);
    return true;
  }),
  lie('a receipt', ['ChainGetParentReceipts'], (r, random) => raise(anyOf(r, random), 'GasUsed')),
  lie('a receipt left out', ['ChainGetParentReceipts'], (r) => listOf(r).pop() !== undefined),
  lie('an event', ['ChainGetEvents'], (r, random) => raise(anyOf(r, random), 'Emitter')),
  lie('an event left out', ['ChainGetEvents'], (r) => listOf(r).pop() !== undefined),
  lie('a burn', ['StateCompute'], (r, random) =>
    raise(within(anyOf(within(r)?.['Trace'], random), 'GasCost'), 'BaseFeeBurn'),
  ),
  lie('a receipt of the trace', ['StateCompute'], (r, random) =>
    raise(within(anyOf(within(r)?.['Trace'], random), 'MsgRct'), 'GasUsed'),
  ),
  lie('a value that moved', ['StateCompute'], (r, random) => {
    const calls = listOf(within(r)?.['Trace']).flatMap((one) =>
      moved(within(one, 'ExecutionTrace')),
    );
    return calls.length > 0 && raise(random.pick(calls), 'Value');
  }),
  lie('an execution left out', ['StateCompute'], (r, random) => {
    const trace = listOf(within(r)?.['Trace']);
    return trace.splice(random.int(0, trace.length - 1), 1).length > 0;
  }),
  lie('the state after', ['StateCompute'], (r) => {
    const root = within(r, 'Root');
    if (!root) return false;
    root['/'] = 'bafy2bzacecdf2wbh52fzav3ls74gke47slrphfsvug6t6sc56noqm5anolyrk';
    return true;
  }),
  lie("a header's time", [...TIPSETS, 'ChainHead'], (r, random) =>
    raise(anyOf(within(r)?.['Blocks'], random), 'Timestamp'),
  ),
  lie("a header's weight", [...TIPSETS, 'ChainHead'], (r, random) =>
    raise(anyOf(within(r)?.['Blocks'], random), 'ParentWeight'),
  ),
  instead('another tipset', [...TIPSETS], (_, world, random) => {
    const other = atOrBelow(world.head, world.head.height - random.int(1, 20));
    return other && other.text;
  }),
  instead(
    'what is final',
    ['ChainGetFinalizedTipSet'],
    (_, world, random) =>
      random.next() < 0.5
        ? world.head.text
        : (atOrBelow(world.head, world.head.height - random.int(1, 8))?.text ?? null),
    { odds: 0.1 },
  ),
  instead('the genesis', ['ChainGetGenesis'], (_, world) => world.head.text),
  instead("an object's bytes", ['ChainReadObj'], ({ result }, _, random) => {
    if (result === null) return null;
    const bytes = Buffer.from(String(JSON.parse(result)), 'base64');
    const at = random.int(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
    return JSON.stringify(bytes.toString('base64'));
  }),
  instead('an object cut short', ['ChainReadObj'], ({ result }) => {
    if (result === null) return null;
    const bytes = Buffer.from(String(JSON.parse(result)), 'base64');
    return JSON.stringify(bytes.subarray(0, bytes.length >> 1).toString('base64'));
  }),
  lie('a balance', ['StateChangedActors'], (r, random) => {
    const changed = within(r) ?? {};
    return raise(within(changed, random.pick(Object.keys(changed))), 'Balance');
  }),
  {
    at: 'socket',
    name: 'a half-open websocket',
    odds: 0.15,
    way: 'half-open',
  },
  { at: 'socket', name: 'a silent websocket', odds: 0.15, way: 'silent' },
  {
    at: 'notice',
    name: 'lost notices',
    odds: 0.5,
    strike: () => ({ now: [], later: [] }),
  },
  {
    at: 'notice',
    name: 'doubled notices',
    odds: 0.5,
    strike: (notices) => ({ now: [...notices, ...notices], later: [] }),
  },
  {
    at: 'notice',
    name: 'notices of another order',
    odds: 0.5,
    strike: (notices) =>
      notices.length < 2 ? { now: [], later: notices } : { now: notices.toReversed(), later: [] },
  },
];
