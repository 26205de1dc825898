import { isAddress } from '#filecoin/address.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import type { Json } from '#format/json.ts';

/** A value made ready for drawing: what it is, and no more of it than the page can bear. */
export type TreeItem =
  | {
      type: 'null' | 'boolean' | 'number' | 'height' | 'amount' | 'text' | 'address' | 'cid';
      text: string;
    }
  /** Data cap: a token of 18 decimals, one of which stands for a byte. */
  | {
      type: 'dataCap';
      text: string;
    }
  /** A bare actor id. */
  | { type: 'actor'; text: string }
  /** `size` in bytes; the text may hold fewer and then ends in an ellipsis. */
  | { type: 'bytes'; text: string; size: number }
  | { type: 'list' | 'record'; entries: [name: string, item: TreeItem][]; count: number };

/** Fields of the built-in actors' types that are heights, actor ids, attoFIL. */
const HEIGHT = /(?:Epoch|Height|Expiration)$/;
const ACTOR = /^(?:ActorID|[Cc]lient|[Pp]rovider|[Vv]erifier|Miner)$/;
const AMOUNT =
  /^(?:Value|Amount\w*|\w*Collateral|StoragePricePerEpoch|BurnAmount|\w*Reward|Penalty|Balance|InitialPledge|\w*Deposit|Funds)$/;
/** The same of the data cap actor, whose token is no FIL. */
const DATA_CAP = /^(?:Amount|Increase|Decrease|\w*(?:Balance|Allowance|Supply))$/;
const DEPTH = 24;
const TEXT = 20_000;

function isCid(text: string): boolean {
  if (text.length < 46 || text.length > 200) return false;
  try {
    parseCid(text);
    return true;
  } catch {
    return false;
  }
}

/** How much of a value is drawn, and of which actor it speaks. */
export interface TreeBudget {
  /** Nodes that may still be drawn. */
  left: number;
  /** Nodes that were left out. */
  hidden: number;
  /** The value is the data cap actor's. */
  dataCap?: boolean;
}

function amountType(name: string, dataCap: boolean): 'amount' | 'dataCap' | 'number' {
  if (dataCap) return DATA_CAP.test(name) ? 'dataCap' : 'number';
  return AMOUNT.test(name) ? 'amount' : 'number';
}

function leaf(value: string, name: string, dataCap: boolean): TreeItem {
  const text = value.length > TEXT ? `${value.slice(0, TEXT)}…` : value;
  if (/^-?\d{1,78}$/.test(value)) return { type: amountType(name, dataCap), text };
  if (/^0x([0-9a-f]{2})*$/i.test(value))
    return value.length === 42 && isAddress(value)
      ? { type: 'address', text }
      : { type: 'bytes', text, size: (value.length - 2) / 2 };
  // The decoders cut long bytes and say how many there are.
  const [, kept, size] = /^(0x[0-9a-f]*…) \((\d+) bytes\)$/.exec(value) ?? [];
  if (kept !== undefined) return { type: 'bytes', text: kept, size: Number(size) };
  if (value.length < 100 && isAddress(value)) return { type: 'address', text };
  if (isCid(value)) return { type: 'cid', text };
  return { type: 'text', text };
}

/**
 * Cuts a JSON value to `budget.left` nodes and 24 levels; what was left out is counted in
 * `budget.hidden`. Strings are told apart: numbers, bytes (0x hex), addresses, CIDs, text; `name`,
 * the field's, tells heights and amounts from other numbers.
 */
export function cutTree(value: Json, budget: TreeBudget, depth = 0, name = ''): TreeItem {
  budget.left -= 1;
  if (value === null) return { type: 'null', text: 'null' };
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) };
  if (typeof value === 'number') {
    const counts = Number.isSafeInteger(value) && value >= 0;
    const type = !counts
      ? 'number'
      : HEIGHT.test(name)
        ? 'height'
        : ACTOR.test(name)
          ? 'actor'
          : 'number';
    return { type, text: String(value) };
  }
  if (typeof value === 'string') return leaf(value, name, budget.dataCap === true);
  const isList = Array.isArray(value);
  const all = Object.entries(value);
  const entries: [string, TreeItem][] = [];
  for (const [key, child] of all) {
    if (budget.left <= 0 || depth >= DEPTH) {
      budget.hidden += all.length - entries.length;
      break;
    }
    entries.push([key.slice(0, 100), cutTree(child, budget, depth + 1, isList ? name : key)]);
  }
  return { type: isList ? 'list' : 'record', entries, count: all.length };
}

const INLINE = 200;

/** The numbers of a list that holds nothing else, for one line; null for any other value. */
export function inlineNumbers(item: TreeItem): string | null {
  if (!('entries' in item) || item.type !== 'list' || item.entries.length < item.count) return null;
  if (item.count === 0 || item.count > INLINE) return null;
  const numbers = item.entries.map(([, entry]) => ('text' in entry ? entry : null));
  if (numbers.some((entry) => entry?.type !== 'number')) return null;
  return numbers.map((entry) => entry?.text ?? '').join(', ');
}
