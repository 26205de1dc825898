import { z } from 'zod';
import { formatJson, parseJson } from '../json.ts';
import { keyText, type Catalogue } from './catalogue.ts';

export interface Change {
  readonly type: 'current' | 'apply' | 'revert';
  readonly tipset: number;
}

/** What the node announced at one moment. */
export type TimelineEvent =
  | { readonly kind: 'heads'; readonly at: number; readonly changes: readonly Change[] }
  | {
      readonly kind: 'pool';
      readonly at: number;
      readonly added: boolean;
      readonly cid: string;
      /** The signed message's JSON text, where no block includes it. */
      readonly message: string | null;
    }
  | {
      readonly kind: 'certificate';
      readonly at: number;
      readonly instance: number;
      readonly json: string;
    };

/** What the recorded node announced, in order. */
export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** Places in `events` where an epoch begins: a head higher than all before is applied there. */
  readonly epochs: readonly number[];
  /** Per tipset: how many events must have passed until the node knows it; Infinity: never. */
  readonly knownAfter: Float64Array;
  /** The tipset that is the head in the end. */
  readonly last: number;
}

const At = { at: z.number() };
const HeadLine = z.object({
  ...At,
  head: z.enum(['current', 'apply', 'revert']),
  key: z.array(z.string()).min(1),
});
const PoolStart = z.object({ ...At, pool: z.literal('start'), messages: z.array(z.unknown()) });
const PoolLine = z.object({
  ...At,
  pool: z.enum(['add', 'remove']),
  cid: z.string(),
  message: z.unknown().optional(),
});
const CertificateLine = z.object({ ...At, f3: z.looseObject({ GPBFTInstance: z.int() }) });
const SignedCid = z.object({ CID: z.object({ '/': z.string() }) });

/**
 * Reads the timeline. Heads that are not recorded are passed over: it may tell more than the answers
 * hold. A run of reverts and the apply after it are one announcement, as a node's
 * change of head is: a follower never sees the head at the fork's base in between.
 */
export function readEvents(text: string, catalogue: Catalogue): Timeline {
  const events: TimelineEvent[] = [];
  let reverted: Change[] = [];
  const lines = text.split('\n');
  for (const [place, line] of lines.entries()) {
    if (line === '') continue;
    const value = parseLine(line, place === lines.length - 1);
    if (value === null) continue;
    if (typeof value !== 'object' || value === null) throw new Error('Unreadable timeline line.');
    if ('head' in value) {
      const head = HeadLine.parse(value);
      const tipset = catalogue.tipsetOfKey.get(keyText(head.key));
      if (tipset === undefined) continue;
      const change: Change = { type: head.head, tipset };
      if (head.head === 'revert') reverted.push(change);
      else {
        events.push({ kind: 'heads', at: head.at, changes: [...reverted, change] });
        reverted = [];
      }
    } else if ('f3' in value) {
      const { at, f3 } = CertificateLine.parse(value);
      events.push({
        kind: 'certificate',
        at,
        instance: f3.GPBFTInstance,
        json: JSON.stringify(f3),
      });
    } else if ('messages' in value) {
      const { at, messages } = PoolStart.parse(value);
      for (const message of messages)
        events.push({
          kind: 'pool',
          at,
          added: true,
          cid: SignedCid.parse(message).CID['/'],
          message: formatJson(message),
        });
    } else {
      const { at, pool, cid, message } = PoolLine.parse(value);
      events.push({
        kind: 'pool',
        at,
        added: pool === 'add',
        cid,
        message: message === undefined ? null : formatJson(message),
      });
    }
  }
  const last = events.findLast((event) => event.kind === 'heads')?.changes.at(-1)?.tipset;
  if (last === undefined) throw new Error('The timeline announces no head that is recorded.');
  return {
    events,
    epochs: epochStarts(events, catalogue),
    knownAfter: known(events, catalogue),
    last,
  };
}

/** A line's value; null for the last one when it was cut off. */
function parseLine(line: string, last: boolean): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (last) return null;
    throw error;
  }
}

function epochStarts(events: readonly TimelineEvent[], catalogue: Catalogue): number[] {
  const starts: number[] = [];
  let greatest = -1;
  events.forEach((event, place) => {
    if (event.kind !== 'heads') return;
    const top = Math.max(
      ...event.changes
        .filter(({ type }) => type !== 'revert')
        .map(({ tipset }) => catalogue.tipsets[tipset]?.height ?? -1),
    );
    if (top <= greatest) return;
    greatest = top;
    starts.push(place);
  });
  return starts;
}

/** A tipset is known once it, or one that descends from it, has been announced. */
function known(events: readonly TimelineEvent[], catalogue: Catalogue): Float64Array {
  const after = new Float64Array(catalogue.tipsets.length).fill(Infinity);
  events.forEach((event, place) => {
    if (event.kind !== 'heads') return;
    for (const { tipset } of event.changes) {
      let at = tipset;
      while (at >= 0 && (after[at] ?? 0) > place + 1) {
        after[at] = place + 1;
        at = catalogue.tipsets[at]?.parent ?? -1;
      }
    }
  });
  return after;
}
