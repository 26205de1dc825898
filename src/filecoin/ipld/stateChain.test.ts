/** The state of a recorded chain, against what its node answered. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAmount } from '../amount.ts';
import { fromBase64 } from '../encoding/bytes.ts';
import { CborCid, decodeCbor, type CborValue } from '../encoding/cbor.ts';
import { cidOf, formatCid } from '../encoding/cid.ts';
import { walkAmt } from './amt.ts';
import { arrayDigest, buildAmt } from './buildAmt.ts';
import { buildHamt } from './buildHamt.ts';
import { walkHamt } from './hamt.ts';
import {
  actorKey,
  actorsOf,
  changedActors,
  encodeActor,
  readStateRoot,
  walkActors,
} from './stateTree.ts';
import type { ObjectSource } from './source.ts';
import { sourceOf, stateChainLines, stateChainObjects } from './testing/objects.ts';

interface Link {
  readonly '/': string;
}
interface Block {
  readonly ParentStateRoot: Link;
  readonly ParentMessageReceipts: Link;
  readonly Messages: Link;
}
interface Tipset {
  readonly Cids: readonly Link[];
  readonly Blocks: readonly Block[];
}
interface Actor {
  readonly Code: Link;
  readonly Head: Link;
  readonly Nonce: number;
  readonly Balance: string;
  readonly DelegatedAddress: string | null;
}
interface Line {
  readonly tipset?: Tipset;
  readonly m?: string;
  readonly p: readonly Link[];
  readonly r: unknown;
}

let objects: ReadonlyMap<string, Uint8Array>;
let source: ObjectSource;
let blocks: ReadonlyMap<string, Block>;
let answers: ReadonlyMap<string, readonly Line[]>;

const WANTED = [
  'StateChangedActors',
  'ChainGetBlockMessages',
  'ChainGetParentReceipts',
  'ChainGetEvents',
];

beforeAll(() => {
  objects = stateChainObjects();
  source = sourceOf(objects);
  const lines = stateChainLines('answers')
    .filter(
      (line) =>
        line.startsWith('{"tipset"') ||
        WANTED.some((method) => line.startsWith(`{"m":"${method}"`)),
    )
    .map((line) => JSON.parse(line) as Line);
  blocks = new Map(
    lines.flatMap(({ tipset }) =>
      (tipset?.Cids ?? []).map((cid, at): [string, Block] => [
        cid['/'],
        tipset?.Blocks[at] as Block,
      ]),
    ),
  );
  answers = Map.groupBy(lines, ({ m }) => m ?? '');
});

const told = <T>(method: string): (readonly [params: readonly Link[], result: T])[] =>
  (answers.get(method) ?? []).map(({ p, r }) => [p, r as T]);
const values = (root: string): Promise<CborValue[]> =>
  Array.fromAsync(walkAmt(source, root), ({ value }) => value);
const cidOfLink = (value: CborValue): string =>
  value instanceof CborCid ? formatCid(value.bytes) : '';

describe('the state of a recorded chain', () => {
  it('changes as its node told, and nothing is deleted', async () => {
    let compared = 0;
    let differences = 0;
    for (const [[before, after], told_] of told<Record<string, Actor>>('StateChangedActors')) {
      const [a, b] = [before?.['/'] ?? '', after?.['/'] ?? ''];
      if (!objects.has(a) || !objects.has(b)) continue;
      const { changed, deleted } = await changedActors(source, a, b);
      const own = changed.map(({ id, after: { code, head, nonce, balance } }) => [
        `f0${String(id)}`,
        code,
        head,
        nonce,
        balance,
      ]);
      const its = Object.entries(told_).map(([id, actor]) => [
        id,
        actor.Code['/'],
        actor.Head['/'],
        actor.Nonce,
        parseAmount(actor.Balance),
      ]);
      expect(own.toSorted()).toEqual(its.toSorted());
      expect(deleted).toEqual([]);
      compared++;
      differences += own.length;
    }
    expect([compared, differences]).toEqual([1_319, 11_322]);
  });

  it('has the roots that its actors and its arrays have when they are made anew', async () => {
    const roots = new Set([...blocks.values()].map((block) => block.ParentStateRoot['/']));
    let at = 0;
    for (const root of roots) {
      // All of them take ten seconds.
      if (at++ % 25 !== 0 && at !== roots.size) continue;
      const state = await readStateRoot(source, root);
      const actors = await Array.fromAsync(walkActors(source, root));
      const built = buildHamt(
        actors.map(([id, actor]) => [actorKey(id), encodeActor(actor, state.version)] as const),
      );
      expect(built.root).toBe(state.actors);
      const entries = await Array.fromAsync(walkHamt(source, state.actors));
      expect(entries).toHaveLength(actors.length);
      const some = actors.slice(0, 20).map(([id]) => id);
      expect(await actorsOf(source, root, [...some, 10_000])).toEqual([
        ...actors.slice(0, 20).map(([, actor]) => actor),
        null,
      ]);
    }
    expect(at).toBeGreaterThan(1_300);
  });

  it('has the messages that its node told', async () => {
    let messages = 0;
    for (const [[cid], { Cids }] of told<{ Cids: readonly Link[] }>('ChainGetBlockMessages')) {
      const root = blocks.get(cid?.['/'] ?? '')?.Messages['/'] ?? '';
      const object = objects.get(root);
      // The first tipset's are not recorded.
      if (object === undefined) continue;
      const [bls = null, secp = null] = decodeCbor(object) as readonly CborValue[];
      const links = [...(await values(cidOfLink(bls))), ...(await values(cidOfLink(secp)))];
      expect(links.map(cidOfLink)).toEqual(Cids.map((each) => each['/']));
      messages += links.length;
    }
    expect(messages).toBeGreaterThan(1_000);
  });

  it('has the receipts and events that its node told', async () => {
    interface Receipt {
      readonly ExitCode: number;
      readonly Return: string | null;
      readonly GasUsed: number;
      readonly EventsRoot: Link | null;
    }
    const roots = new Set<string>();
    for (const [[cid], receipts] of told<readonly Receipt[] | null>('ChainGetParentReceipts')) {
      const root = blocks.get(cid?.['/'] ?? '')?.ParentMessageReceipts['/'] ?? '';
      if (!objects.has(root)) continue;
      const own = await Array.fromAsync(walkAmt(source, root));
      expect(own.map(({ value }) => value)).toEqual(
        (receipts ?? []).map(({ ExitCode, Return, GasUsed, EventsRoot }) => [
          ExitCode,
          fromBase64(Return ?? ''),
          GasUsed,
          EventsRoot === null ? null : expect.any(CborCid),
        ]),
      );
      expect(
        buildAmt(
          own.map(({ key, raw }) => [key, raw] as const),
          null,
        ).root,
      ).toBe(root);
      for (const { EventsRoot } of receipts ?? [])
        if (EventsRoot !== null) roots.add(EventsRoot['/']);
    }
    expect(roots.size).toBeGreaterThan(500);
    const events = new Map(
      told<readonly unknown[]>('ChainGetEvents').map(([[root], list]) => [root?.['/'], list]),
    );
    for (const root of roots) {
      const own = await Array.fromAsync(walkAmt(source, root));
      expect(own).toHaveLength(events.get(root)?.length ?? -1);
      expect(
        cidOf(
          arrayDigest(
            own.map(({ raw }) => raw),
            5,
          ),
        ),
      ).toBe(root);
    }
  });
});
