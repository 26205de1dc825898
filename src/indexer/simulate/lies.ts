/** What a node may tell wrongly, one lie each. */
import { formatJson, parseJson } from '#node/json.ts';
import type { Reply } from './delivery.ts';
import type { ReplyKind } from './kind.ts';
import type { Random } from './random.ts';
import { atOrBelow } from './tree.ts';
import type { World } from './world.ts';

/** Calls that tell a tipset. */
export const TIPSETS = ['ChainGetTipSet', 'ChainGetTipSetByHeight'];

/** For calls that are seldom made. */
const OFTEN = 0.25;

type Json = Record<string, unknown>;

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

export const LIES: readonly ReplyKind[] = [
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
];
