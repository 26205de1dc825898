/** Recordings that differ from the demo chain's: made of a few of its tipsets, for tests. */
import { readSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { idAddress } from '#filecoin/address.ts';
import { headerDigest, headerFromJson, type BlockHeaderJson } from '#filecoin/block.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { CborWriter } from '#filecoin/encoding/cbor-writer.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { openAnswers, readTimeline } from '../recorded/file.ts';
import { DEMO_CHAIN } from './demo-node.ts';

/** How a recording differs. Heights are the demo chain's. */
export interface Recipe {
  /** The first height that is recorded; default 0, the genesis. */
  readonly from?: number;
  /** The last height. */
  readonly to: number;
  /** Another network: its clock makes every header, and so every CID, another one. */
  readonly network?: {
    readonly name: string;
    readonly chainId: number;
    /** Unix time, seconds. */
    readonly genesisTime: number;
    readonly epochSeconds: number;
  };
  /** Blocks without messages by these providers, in the tipset at this height. */
  readonly crowd?: { readonly height: number; readonly miners: readonly number[] };
  /** Calls that were never asked, or `names`: nothing is recorded at the end. */
  readonly without?: readonly string[];
  /** The lines come in another order. */
  readonly shuffled?: boolean;
  readonly packed?: { readonly answers?: boolean; readonly timeline?: boolean };
  /** Both files end within a line. */
  readonly truncated?: boolean;
}

interface Tipset {
  Cids: { '/': string }[];
  Blocks: BlockHeaderJson[];
  Height: number;
}

/** A line of the answers, as it was recorded; a tipset's as what it tells. */
type Line = string | Tipset;

/** New CIDs: of a block, and of all blocks of a tipset by the text of its old key. */
interface Renaming {
  readonly cids: ReadonlyMap<string, string>;
  readonly tipsets: ReadonlyMap<string, Tipset>;
}

/** What is recorded of actors' names at the end holds from their creation on. */
const NAMES = /^\{"m":"State(?:LookupID|LookupRobustAddress|AccountKey)"/;
/** The answers of the demo chain's end are within so many bytes. */
const TAIL = 4 << 20;
/** A tipset may come after others that are so much higher, at most. */
const DISORDER = 30;
const KEY = /\[(?:(?:\{"\/":)?"bafy2bza[a-z2-7]{54}"\}?,?)+\]/g;
const CID = /bafy2bza[a-z2-7]{54}/g;
const NO_MESSAGES = { BlsMessages: [], SecpkMessages: [], Cids: [] };

/** Writes a recording into `folder`; answers the height at which it ends. */
export async function writeRecording(folder: string, recipe: Recipe): Promise<number> {
  const { genesis, lines, names } = await keptLines(recipe);
  const tipsets = lines.filter((line) => typeof line !== 'string');
  const renaming = rename([genesis, ...tipsets], recipe);
  const heads = keptHeads(await readTimeline(DEMO_CHAIN), tipsets);
  const last = heads.at(-1);
  if (last === undefined) throw new Error('No head of this range was announced');
  const ofHead = names.map((line) => line.replace(KEY, keyText(last.key)));
  const answers = [...lines, ...ofHead].flatMap((line) => written(line, renaming));
  const timeline = heads.map(({ line }) => renamed(line, renaming));
  await mkdir(folder, { recursive: true });
  const ordered = recipe.shuffled === true ? answers.toReversed() : answers;
  await writeLines(join(folder, 'answers.ndjson'), ordered, recipe, recipe.packed?.answers);
  await writeLines(join(folder, 'timeline.ndjson'), timeline, recipe, recipe.packed?.timeline);
  return last.height;
}

async function keptLines(recipe: Recipe): Promise<{
  genesis: Tipset;
  lines: Line[];
  names: string[];
}> {
  const { from = 0, to, without = [] } = recipe;
  const file = await openAnswers(DEMO_CHAIN);
  const lines: Line[] = [];
  const events = new Map<string, string>();
  let genesis: Tipset | null = null;
  let height = -1;
  for (const line of linesOf(file.fd, 0)) {
    const method = /^\{"m":"(\w+)"/.exec(line)?.[1];
    if (method !== undefined && without.includes(method)) continue;
    if (method === undefined) {
      const { tipset } = JSON.parse(line) as { tipset: Tipset };
      height = tipset.Height;
      genesis ??= tipset;
      if (height > to + DISORDER) break;
      if (height >= from && height <= to) lines.push(tipset);
    } else if (height < 0) lines.push(ofNetwork(method, line, recipe));
    else if (height >= from && height <= to) lines.push(crowdedTrace(method, line, recipe));
    else if (method === 'ChainGetEvents') events.set(line.match(CID)?.[0] ?? '', line);
  }
  // Equal events have an equal root: they were asked for where they came first.
  const roots = lines.flatMap((line) => (typeof line === 'string' ? rootsOf(line) : []));
  lines.push(...[...new Set(roots)].flatMap((root) => events.get(root) ?? []));
  const names: string[] = [];
  for (const line of linesOf(file.fd, file.size - TAIL))
    if (NAMES.test(line) && !without.includes('names')) names.push(line);
  await file.close();
  if (genesis === null) throw new Error('The demo chain has no genesis');
  return { genesis, lines, names };
}

function* linesOf(fd: number, start: number): Generator<string> {
  const buffer = Buffer.allocUnsafe(1 << 20);
  let at = start;
  let rest = Buffer.alloc(0);
  for (let read; (read = readSync(fd, buffer, 0, buffer.length, at)) > 0; at += read) {
    const text = Buffer.concat([rest, buffer.subarray(0, read)]);
    const end = text.lastIndexOf(0x0a);
    yield* text.toString('utf8', 0, end).split('\n');
    rest = text.subarray(end + 1);
  }
}

function rootsOf(line: string): string[] {
  return [...line.matchAll(/"EventsRoot":\{"\/":"(\w+)"/g)].map(([, root]) => root ?? '');
}

/** What is asked once, as another network tells it. */
function ofNetwork(method: string, line: string, { network }: Recipe): string {
  if (network === undefined) return line;
  const { name, chainId, genesisTime, epochSeconds } = network;
  const { p, r } = JSON.parse(line) as { p: unknown; r: unknown };
  const told: Readonly<Record<string, unknown>> = {
    StateNetworkName: name,
    eth_chainId: `0x${chainId.toString(16)}`,
    net_version: String(chainId),
    StateGetNetworkParams: {
      ...(r as object),
      NetworkName: name,
      BlockDelaySecs: epochSeconds,
      Eip155ChainID: chainId,
      GenesisTimestamp: genesisTime,
    },
  };
  return method in told ? JSON.stringify({ m: method, p, r: told[method] }) : line;
}

/** Each further block is paid nothing, before the cron that ends the tipset. */
function crowdedTrace(method: string, line: string, { crowd }: Recipe): string {
  if (crowd === undefined || method !== 'StateCompute') return line;
  const answer = JSON.parse(line) as { p: [number]; r: { Trace: Invocation[] } };
  if (answer.p[0] !== crowd.height) return line;
  const cron = answer.r.Trace.pop();
  const award = answer.r.Trace.at(-1);
  if (cron === undefined || award === undefined) throw new Error('A tipset without a reward');
  for (const miner of crowd.miners) answer.r.Trace.push(unpaid(award, miner));
  answer.r.Trace.push(cron);
  return JSON.stringify(answer);
}

interface Invocation {
  Msg: { Params: string | null };
  ExecutionTrace: { Msg: { Params: string | null }; Subcalls: unknown[] | null };
}

function unpaid(award: Invocation, miner: number): Invocation {
  const writer = new CborWriter().array(4).bytes(idAddress(miner));
  const Params = toBase64(writer.bigint(0n).bigint(0n).int(1).finish());
  const { Msg, ExecutionTrace } = award;
  return {
    ...award,
    Msg: { ...Msg, Params },
    ExecutionTrace: { ...ExecutionTrace, Msg: { ...ExecutionTrace.Msg, Params }, Subcalls: [] },
  };
}

/** The tipsets (parents before children) by the recipe, with the CIDs that their headers have then. */
function rename(tipsets: readonly Tipset[], recipe: Recipe): Renaming {
  const cids = new Map<string, string>();
  const changed = new Map<string, Tipset>();
  const ordered = tipsets.toSorted((a, b) => a.Height - b.Height || a.Cids.length - b.Cids.length);
  const crowded = ordered.findLast(({ Height }) => Height === recipe.crowd?.height);
  for (const tipset of ordered) {
    const more = tipset === crowded ? (recipe.crowd?.miners ?? []) : [];
    const Blocks = [...tipset.Blocks, ...more.map((id) => blockOf(id, tipset))].map((block) =>
      header(block, changed, recipe),
    );
    const Cids = Blocks.map((block) => ({ '/': cidOf(headerDigest(headerFromJson(block))) }));
    tipset.Cids.forEach((cid, at) => cids.set(cid['/'], Cids[at]?.['/'] ?? ''));
    changed.set(keyText(tipset.Cids), { ...tipset, Cids, Blocks });
  }
  return { cids, tipsets: changed };
}

function blockOf(miner: number, { Blocks }: Tipset): BlockHeaderJson {
  const [first] = Blocks;
  if (first === undefined) throw new Error('A tipset without blocks');
  const Ticket = { VRFProof: toBase64(idAddress(miner)) };
  return { ...first, Miner: `f0${miner}`, Ticket };
}

function header(
  block: BlockHeaderJson,
  changed: ReadonlyMap<string, Tipset>,
  { network }: Recipe,
): BlockHeaderJson {
  const Parents = changed.get(keyText(block.Parents ?? []))?.Cids ?? block.Parents;
  if (network === undefined) return { ...block, Parents };
  return {
    ...block,
    Parents,
    Timestamp: network.genesisTime + block.Height * network.epochSeconds,
  };
}

/** The changes of head within the range, and what the pool was told in between. */
function keptHeads(
  timeline: string,
  tipsets: readonly Tipset[],
): { line: string; height: number; key: { '/': string }[] }[] {
  const keys = new Set(tipsets.map(({ Cids }) => keyText(Cids)));
  const kept: ReturnType<typeof keptHeads> = [];
  for (const line of timeline.split('\n')) {
    if (!line.includes('"head":')) continue;
    const { head, key, height } = JSON.parse(line) as Record<'head', string> & {
      key: string[];
      height: number;
    };
    const cids = key.map((cid) => ({ '/': cid }));
    const first = kept.length === 0;
    if (!keys.has(keyText(cids)) || (first && head === 'revert')) continue;
    kept.push({ line: first ? line.replace(head, 'current') : line, height, key: cids });
  }
  return kept;
}

function keyText(cids: readonly { '/': string }[]): string {
  return JSON.stringify(cids);
}

function written(line: Line, renaming: Renaming): string[] {
  if (typeof line === 'string') return [renamed(line, renaming)];
  const tipset = renaming.tipsets.get(keyText(line.Cids));
  if (tipset === undefined) throw new Error('A tipset was lost');
  const empty = tipset.Cids.slice(line.Cids.length).map((cid) =>
    JSON.stringify({ m: 'ChainGetBlockMessages', p: [cid], r: NO_MESSAGES }),
  );
  return [JSON.stringify({ tipset }), ...empty];
}

/** A line with the new CIDs; a key has those of all of its tipset's blocks. */
function renamed(line: string, { cids, tipsets }: Renaming): string {
  if (line.startsWith('{"m":"ChainGetGenesis"')) {
    const genesis = tipsets.values().next().value;
    return JSON.stringify({ m: 'ChainGetGenesis', p: [], r: genesis });
  }
  const byCid = (text: string) => text.replace(CID, (cid) => cids.get(cid) ?? cid);
  if (line.startsWith('{"m":"ChainGet')) return byCid(line);
  return byCid(
    line.replace(KEY, (key) => {
      const texts = key.match(CID) ?? [];
      const found = tipsets.get(keyText(texts.map((cid) => ({ '/': cid }))))?.Cids;
      if (found === undefined) return key;
      return JSON.stringify(key.startsWith('[{') ? found : found.map((cid) => cid['/']));
    }),
  );
}

async function writeLines(
  path: string,
  lines: readonly string[],
  { truncated }: Recipe,
  packed = false,
): Promise<void> {
  const last = lines.at(-1) ?? '';
  const end = truncated === true ? last.slice(0, last.length >> 1) : `${last}\n`;
  const text = [...lines.slice(0, -1), end].join('\n');
  if (packed) await writeFile(`${path}.zst`, zstdCompressSync(text));
  else await writeFile(path, text);
}
