/**
 * What may go wrong with a node, one kind each. Lies are told of a call for a while, then the truth.
 *
 * Left out where a recording has no objects of actors' states (the demo chain), for there nothing
 * proves what the node says of a state: answers of a batch that are exchanged, `null` in place of a
 * state's answer, and lies about states. On the chain with objects they begin a little later where the
 * index begins at the genesis (course.ts).
 */
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryKind, Kind, ReplyKind } from './kind.ts';
import { LIES, TIPSETS } from './lies.ts';
import { atOrBelow } from './tree.ts';

const USUAL = 0.02;
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
  ...LIES,
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
