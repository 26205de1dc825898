import { z } from 'zod';
import { readPart, type RecordingFile } from './file.ts';
import { scanLines } from './lines.ts';

/** A recorded tipset; tipsets are known by their place in `Catalogue.tipsets`. */
export interface RecordedTipset {
  readonly cids: readonly string[];
  /** The key's JSON text, as recorded. */
  readonly key: string;
  readonly height: number;
  readonly parentKey: string;
  /** Place of the parent tipset, −1 for genesis. */
  readonly parent: number;
  /** Number of the state root before its messages; equal roots have equal numbers. */
  readonly root: number;
  /** The value of the tipset in the recording. */
  readonly value: Value;
}

/** Where a JSON text lies in the recording. */
export interface Value {
  readonly offset: number;
  readonly length: number;
  /** The node answered with this error. */
  readonly failed: boolean;
}

/** Everything recorded, by what is asked for. */
export interface Catalogue {
  readonly tipsets: readonly RecordedTipset[];
  readonly tipsetOfKey: ReadonlyMap<string, number>;
  /** Tipsets that hold a block, oldest first. */
  readonly tipsetsOfBlock: ReadonlyMap<string, readonly number[]>;
  readonly roots: readonly string[];
  /** Tipsets with the same state root. */
  readonly tipsetsOfRoot: readonly (readonly number[])[];
  /** method → parameters' text → answer, for calls that name no tipset. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** method → parameters' text without the tipset → tipset → answer. */
  readonly states: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<number, Value>>>;
  /** The JSON text of a value, as recorded. */
  read(value: Value): Buffer;
}

const Cid = z.object({ '/': z.string() });
const TipsetLine = z.object({
  Cids: z.array(Cid).min(1),
  Blocks: z.array(z.object({ Parents: z.array(Cid), ParentStateRoot: Cid })).min(1),
  Height: z.int(),
});

/** The JSON text of a tipset key, as it stands in the recording's parameters. */
export function keyText(cids: readonly string[]): string {
  return `[${cids.map((cid) => `{"/":"${cid}"}`).join(',')}]`;
}

export function buildCatalogue(file: RecordingFile): Catalogue {
  const tipsets: RecordedTipset[] = [];
  const tipsetOfKey = new Map<string, number>();
  const tipsetsOfBlock = new Map<string, number[]>();
  const roots: string[] = [];
  const numberOfRoot = new Map<string, number>();
  const tipsetsOfRoot: number[][] = [];
  const answers = new Map<string, Map<string, Value>>();
  const states = new Map<string, Map<string, Map<number, Value>>>();

  const early: { method: string; params: string; subject: string; key: string; value: Value }[] =
    [];
  const ofTipset = (method: string, subject: string, place: number, value: Value): void => {
    const subjects = entry(states, method, () => new Map<string, Map<number, Value>>());
    entry(subjects, subject, () => new Map<number, Value>()).set(place, value);
  };
  const always = (method: string, params: string, value: Value): void => {
    entry(answers, method, () => new Map<string, Value>()).set(params, value);
  };
  let lastKey = '';
  let lastPlace: number | undefined;
  scanLines(file.fd, file.size, (line) => {
    if (line.kind === 'tipset') {
      const tipset = TipsetLine.parse(JSON.parse(line.json));
      const first = tipset.Blocks[0];
      if (first === undefined) return;
      const cids = tipset.Cids.map((cid) => cid['/']);
      const key = keyText(cids);
      const parentKey = keyText(first.Parents.map((cid) => cid['/']));
      const rootText = first.ParentStateRoot['/'];
      const root = numberOfRoot.get(rootText) ?? roots.length;
      if (root === roots.length) {
        roots.push(rootText);
        numberOfRoot.set(rootText, root);
        tipsetsOfRoot.push([]);
      }
      const place = tipsets.length;
      tipsetsOfRoot[root]?.push(place);
      tipsetOfKey.set(key, place);
      for (const cid of cids) {
        const held = tipsetsOfBlock.get(cid);
        if (held === undefined) tipsetsOfBlock.set(cid, [place]);
        else held.push(place);
      }
      tipsets.push({
        cids,
        key,
        height: tipset.Height,
        parentKey,
        // Oldest first, but a tipset may come before a parent of the same spell of blocks.
        parent: -1,
        root,
        value: { offset: line.offset, length: line.length, failed: false },
      });
      return;
    }
    const value = { offset: line.offset, length: line.length, failed: line.failed };
    const split = line.params.startsWith('[') ? splitTipset(line.params) : null;
    // Most lines name the tipset that the line before named.
    if (split !== null && split.key !== lastKey) {
      lastKey = split.key;
      lastPlace = tipsetOfKey.get(split.key);
    }
    const { method, params } = line;
    if (split === null) always(method, params, value);
    else if (lastPlace === undefined) early.push({ method, params, ...split, value });
    else ofTipset(method, split.subject, lastPlace, value);
  });
  // Answers may stand before the tipset that they are about, or be about one that is not recorded.
  for (const { method, params, subject, key, value } of early) {
    const place = tipsetOfKey.get(key);
    if (place === undefined) always(method, params, value);
    else ofTipset(method, subject, place, value);
  }
  // Blocks of a height come one by one: the tipset with most of them is the newest.
  for (const places of tipsetsOfBlock.values())
    places.sort((a, b) => (tipsets[a]?.cids.length ?? 0) - (tipsets[b]?.cids.length ?? 0));

  const joined = tipsets.map((tipset) => ({
    ...tipset,
    parent: tipsetOfKey.get(tipset.parentKey) ?? -1,
  }));
  return {
    tipsets: joined,
    tipsetOfKey,
    tipsetsOfBlock,
    roots,
    tipsetsOfRoot,
    answers,
    states,
    read: (value) => readPart(file, value),
  };
}

/** Splits `["f02",[{"/":…}]]` into the subject `"f02"` and the tipset key; null when there is none. */
function splitTipset(params: string): { subject: string; key: string } | null {
  if (!params.endsWith('}]]')) return null;
  const at = params.lastIndexOf('[{"/":');
  if (at <= 0) return null;
  return { subject: params.slice(1, Math.max(1, at - 1)), key: params.slice(at, -1) };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
